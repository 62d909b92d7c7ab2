// The file that shows the failure with nothing but the framework.
#include "report/sections/sections.h"

namespace assay::report::sections {

std::vector<Block> ReproBlocks(const Material& material) {
  const nlohmann::json& repro = material.fact("repro");
  const std::string text = TextAt(repro, "text");
  if (text.empty() && material.row.stage == "train")
    return {Paragraph{"Not available: stand-alone files run models and do not train them."}};
  if (text.empty()) {
    if (IsMeasured(material.row.kind))
      return {
          Paragraph{StrCat("Not available: time and memory are measured, not shown by one run; "
                           "`assay findings confirm ",
                           material.row.id, "` measures them again.")}};
    const std::string why = TextAt(repro, "why_not");
    return {Paragraph{why.empty() ? StrCat("None yet: `assay findings repro ", material.row.id,
                                           "` writes and runs one.")
                                  : StrCat("Not available: ", why, ".")}};
  }
  const std::string verdict =
      !TrueAt(repro, "checked") ? "It was not run yet."
      : TrueAt(repro, "shows")
          ? StrCat("Run in a clean process: it shows the failure (exit code ",
                   NumberAt(repro, "exit"), ").")
          : StrCat("Run in a clean process: it does NOT show the failure (exit code ",
                   NumberAt(repro, "exit"), "), so it proves nothing yet.");
  std::vector<Block> out = {Paragraph{verdict}, Code{TextAt(repro, "language"), text}};
  if (const std::string printed = TextAt(repro, "output"); !printed.empty()) {
    out.emplace_back(Paragraph{"It prints:"});
    out.emplace_back(Code{"", printed});
  }
  return out;
}

}  // namespace assay::report::sections
