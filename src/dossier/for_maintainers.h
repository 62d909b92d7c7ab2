// What the maintainers' rules are held against.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/gate/dossier.h"
#include "report/gate/project.h"
#include "report/material.h"
#include "store/rows.h"
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

// The project that reports on a framework go to.
// The first file of projects/ that names `framework`; nothing when none does or can be read.
std::optional<report::gate::Project> ProjectOf(const std::string& framework);

// The newest release of a framework, as far as it can be told.
struct Release {
  std::string version;  // "" when nothing is known
  std::string how;      // "the newest that is installed here", "the newest of the package index"
};

// The newest version that is installed, or, when asked `online`, that the package index offers.
// Without a network that is an error that says so.
Result<Release> NewestRelease(const store::FindingRow& row,
                              const std::vector<std::string>& backend_dirs, bool online);

// The newest version in what `pip index versions` prints; "" when there is none.
std::string NewestOfIndex(const std::string& printed);

// What speaks for the framework, in one sentence for the head of a finding.
//
// A certified bound is far stricter than the tests of any project, and a framework may say itself
// that something is not supported. Whoever opens a finding has to see that before the accusation.
// "" when there is nothing to say. Otherwise one plain sentence: the difference is within what the
// project's own tests admit, or the message states a limit. Reads the project's rules, runs
// nothing.
std::string CautionOf(const report::Material& material);

// The same of the difference alone, by the tolerances of `project`: those of the element that was
// kept, or that the message tells where nothing was kept yet.
std::string ToleranceCaution(const report::Material& material,
                             const report::gate::Project& project);

}  // namespace assay::dossier
