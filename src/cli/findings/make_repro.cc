#include "cli/findings/make_repro.h"

#include "base/strings.h"

namespace assay::cli::findings {

Result<nlohmann::json> MakeRepro(store::Store&, const store::FindingRow& row,
                                 const std::vector<std::string>&) {
  return Unsupported(StrCat(row.id, ": no stand-alone reproduction was written yet"));
}

}  // namespace assay::cli::findings
