// Who is wrong, in figures.
#include "web/finding/parts.h"

namespace assay::web::finding {

using nlohmann::json;

json WrongJson(const Parts& parts) {
  const report::Material& material = parts.material;
  const json& evidence = material.fact("evidence");
  json out = {{"who", report::TargetPhrase(material.row)},
              {"tensor", report::FirstWrongTensor(material)},
              {"operator", report::BlamedOp(material)},
              {"output", report::WrongOutput(material)},
              {"note", TextAt(evidence, "note")}};
  for (const char* key : {"element", "got", "truth", "bound"})
    if (evidence.contains(key)) out[key] = evidence[key];
  if (evidence.contains("bound")) out["exact"] = report::IsExact(evidence);
  out["error"] = ErrorOf(evidence);
  const bool figures = evidence.contains("got") && report::GaveResults(material.row.kind);
  out["sentence"] =
      figures
          ? StrCat(out["who"].get<std::string>(), " is wrong at output '",
                   out["output"].get<std::string>(), "', element ",
                   report::NumberAt(evidence, "element"), ": got ",
                   report::NumberAt(evidence, "got"), ", truth ", report::TruthText(evidence))
          : StrCat(out["who"].get<std::string>(), ": ", report::Quote(material.row.message, 400));
  return out;
}

}  // namespace assay::web::finding
