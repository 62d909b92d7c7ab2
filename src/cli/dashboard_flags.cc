#include "cli/dashboard_flags.h"

#include <cstdlib>
#include <filesystem>

#include "base/folders.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/version.h"
#include "lab/registry.h"
#include "store/store.h"

namespace assay::cli {
namespace {

bool Exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// `named`, which must be there, or `usual` when that is there, or nothing.
Result<std::string> ChooseDashboardFlags(const std::string& named, const std::string& usual,
                                         const char* flag) {
  if (named.empty()) return Exists(usual) ? usual : std::string();
  if (!Exists(named)) return Invalid(StrCat(flag, " ", named, ": there is no such file or folder"));
  return named;
}

std::string UsualLedger() {
  const char* named = std::getenv("ASSAY_LLM_DB");
  return named != nullptr && *named != '\0' ? named : DataFolder() + "/llm.db";
}

}  // namespace

void AddDashboardFlags(App& app, DashboardFlags& flags) {
  app.AddOption("--store", flags.store, "SQLite file with the findings (default: assay.db)");
  app.AddOption("--study", flags.study,
                "folder that `assay study` wrote (default: assay-study, if it is there)");
  app.AddOption("--db", flags.bugs,
                "folder of bugs, as for `assay bugs` (default: the project's own)");
  app.AddOption("--board", flags.board,
                "scores of testing tools (default: scoreboard.json, if it is there)");
  app.AddOption("--llm-db", flags.ledger,
                "prompts and answers of language models (default: where `assay llm` keeps them)");
  app.AddOption("--backend-dir", flags.backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
}

Result<web::Sources> SourcesOf(const DashboardFlags& flags, bool read_only) {
  ASSAY_RETURN_IF_ERROR(read_only ? store::Store::OpenForReading(flags.store)
                                  : store::OpenToRead(flags.store));
  web::Sources out;
  out.store = flags.store;
  out.home = lab::HomeFolder();
  out.version = kVersion;
  out.backend_dirs = flags.backend_dirs;
  ASSAY_ASSIGN(out.study, ChooseDashboardFlags(flags.study, "assay-study", "--study"));
  ASSAY_ASSIGN(out.bugs, ChooseDashboardFlags(flags.bugs, out.home + "/bugs/own", "--db"));
  ASSAY_ASSIGN(out.board, ChooseDashboardFlags(flags.board, "scoreboard.json", "--board"));
  ASSAY_ASSIGN(out.ledger, ChooseDashboardFlags(flags.ledger, UsualLedger(), "--llm-db"));
  return out;
}

}  // namespace assay::cli
