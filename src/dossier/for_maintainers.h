// What the maintainers' rules are held against.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/gate/dossier.h"
#include "store/store.h"

namespace assay::dossier {

struct ForMaintainersOptions {
  std::vector<std::string> backend_dirs;
  bool online =
      false;  // ask the package index for the newest release; otherwise nothing is started
  // Rules may look at values in between. What a page shows is not to wait for those of a large
  // model: see TooMuchWork.
  bool large_too = true;
  // Where they are known already.
  std::optional<std::vector<report::gate::Sibling>> siblings = {};
};

// Other findings with the same cause.
Result<std::vector<report::gate::Sibling>> SiblingsOf(const store::Store& store,
                                                      const store::FindingRow& row);

// All that is known of a finding that a model shows.
Result<report::gate::Dossier> ForMaintainers(const store::Store& store,
                                             const store::FindingRow& row,
                                             const ForMaintainersOptions& options);

}  // namespace assay::dossier
