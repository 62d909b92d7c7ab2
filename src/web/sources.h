// Where the pages read from. Paths only: a page opens what it needs, reads and closes it.
#pragma once

#include <sys/stat.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/address.h"
#include "store/store.h"

namespace assay::web {

// Which file a path names now; another one when the file was replaced.
using FileId = std::pair<dev_t, ino_t>;

// Nothing when there is none.
inline std::optional<FileId> FileIdOf(const std::string& path) {
  if (store::IsAddress(path)) return FileId();  // a database stays what it is
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0) return std::nullopt;
  return FileId(about.st_dev, about.st_ino);
}

// The connection that lists share: what it has read of all findings serves every list until
// somebody writes to the store.
class SharedStore {
 public:
  explicit SharedStore(std::string path) : path_(std::move(path)) {}

  // What `use(store)` returns, a Result; one caller at a time.
  template <typename Use>
  auto With(Use use) -> decltype(use(std::declval<const store::Store&>())) {
    const std::lock_guard lock(mutex_);
    ASSAY_RETURN_IF_ERROR(Renew());
    auto out = use(std::as_const(*store_));
    if (!out.ok()) store_.reset();
    return out;
  }

 private:
  // Opens the store, again when another file has taken its place.
  Status Renew();

  const std::string path_;
  std::mutex mutex_;
  std::optional<store::Store> store_;
  std::optional<FileId> file_;  // that is open
};

struct Sources {
  std::string store;   // SQLite file, or address of a database
  std::string home;    // folder with docs/, backends/ and bugs/ as shipped
  std::string study;   // folder that `assay study` wrote; "": none
  std::string bugs;    // folder of bug folders; "": none
  std::string board;   // scoreboard of testing tools; "": none
  std::string ledger;  // prompts and answers of language models; "": none
  std::string netron;  // folder of Netron's pages (netron.h); "": not installed
  std::vector<std::string> backend_dirs;
  std::string version;  // of this program
  bool read_only = false;
  bool for_report = false;  // pages of a static report: nothing answers later

  // Of a server: the connection for lists.
  std::shared_ptr<SharedStore> shared;

  // As people are shown it: the address of a database may have a password.
  std::string StoreName() const { return store::WithoutPassword(store); }

  // A connection that cannot write, and never makes others wait.
  Result<store::Store> OpenStore() const { return store::Store::OpenForReading(store); }

  // What `use(store)` returns, a Result: for pages that look at all findings, which a server keeps
  // in memory.
  template <typename Use>
  auto WithLists(Use use) const -> decltype(use(std::declval<const store::Store&>())) {
    if (shared != nullptr) return shared->With(use);
    ASSAY_ASSIGN(const store::Store opened, OpenStore());
    return use(opened);
  }
};

}  // namespace assay::web
