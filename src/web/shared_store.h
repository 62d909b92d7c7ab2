// The connection that lists share: what it has read of all findings serves every list until
// somebody writes to the store.
#pragma once

#include <sys/stat.h>

#include <mutex>
#include <optional>
#include <string>
#include <utility>

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

}  // namespace assay::web
