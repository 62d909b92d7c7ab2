#include "cli/findings/finding_flags.h"

#include "life/claim.h"

namespace assay::cli::findings {

void AddFindingFlags(App& app, FindingFlags& flags, bool with_id) {
  if (with_id) app.AddOption("id", flags.id, "the finding").Required();
  app.AddOption("--store", flags.store, "SQLite file with the findings (default: assay.db)");
  app.AddOption("--backend-dir", flags.backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--json", flags.json, "print JSON");
}

void TellOfOthers(const life::Claim& claim, const std::string& finding) {
  if (claim.ours() || !claim.status().ok()) return;
  std::cerr << finding << ": another process works on it, too; what ends later is kept"
            << std::endl;
}

}  // namespace assay::cli::findings
