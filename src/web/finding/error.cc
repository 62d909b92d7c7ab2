// Who is wrong, in figures. Error against bound: the pictures that were kept when the finding was
// confirmed or reduced.
#include <cmath>

#include "triage/error_json.h"
#include "web/finding/parts.h"

namespace assay::web::finding {
namespace {

using nlohmann::json;

// Why there is no picture.
std::string NoteOf(const report::Material& material) {
  const bool values = material.smallest.has_value() && report::GaveResults(material.row.kind) &&
                      !report::IsMeasured(material.row.kind) && material.row.kind != "shape" &&
                      material.row.kind != "nondeterministic" && material.row.stage != "train";
  if (!values) return "It gave no results that could be compared with a bound.";
  if (material.fact("evidence").contains("layer") && !material.fact("evidence").contains("output"))
    return "Every output is within its bound; one layer inside is not.";
  return StrCat("Not measured yet: `assay findings confirm ", material.row.id,
                "` runs it again and keeps the picture.");
}

}  // namespace

json ErrorOf(const json& evidence) {
  const auto got = evidence.find("got"), truth = evidence.find("truth");
  if (got == evidence.end() || truth == evidence.end() || !got->is_number() || !truth->is_number())
    return json();
  return std::abs(got->get<double>() - truth->get<double>());
}

json ErrorJson(const Parts& parts) {
  const report::Material& material = parts.material;
  const json& evidence = material.fact("evidence");
  json outputs = ArrayAt(material.fact(triage::kErrorsFact), "outputs");
  for (json& output : outputs) {
    // Only of the element that is told the bound itself is known.
    if (!output.is_object() || !report::IsExact(evidence) ||
        TextAt(output, "name") != TextAt(evidence, "output"))
      continue;
    output["exact"] = true;
    output["error"] = ErrorOf(evidence);
  }
  const std::string note = outputs.empty() ? NoteOf(material) : "";
  return {{"outputs", std::move(outputs)}, {"note", note}};
}

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
