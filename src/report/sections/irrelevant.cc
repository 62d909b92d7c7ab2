// What does not matter: what could be changed without losing the failure.
#include "report/sections/sections.h"

namespace assay::report::sections {

std::vector<Block> IrrelevantBlocks(const Material& material) {
  const nlohmann::json& reduction = material.fact("reduction");
  if (reduction.empty() && !material.reduced)
    return {Paragraph{
        StrCat("Not known, as it is not reduced yet: `assay reduce ", material.row.id, "`.")}};
  Bullets out;
  for (const nlohmann::json& note : ArrayAt(reduction, "notes"))
    if (note.is_string()) out.items.push_back(note.get<std::string>());
  const nlohmann::json& opsets = ArrayAt(reduction, "opsets");
  // The same one twice: no other was seen to show it.
  if (opsets.size() == 2 && opsets[0].is_number() && opsets[1].is_number() &&
      opsets[0] != opsets[1])
    out.items.push_back(StrCat("the opset: any from ", opsets[0].get<int>(), " to ",
                               opsets[1].get<int>(), " shows it"));
  if (out.items.empty()) return {Paragraph{"Nothing was found that could be changed freely."}};
  return {out};
}

}  // namespace assay::report::sections
