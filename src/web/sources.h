// Where the pages read from. Paths only: a page opens what it needs, reads and closes it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/address.h"
#include "store/store.h"
#include "web/shared_store.h"

namespace assay::web {

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
