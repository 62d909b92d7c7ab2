// The model that shows it, as small as it is known and as it was found.
#include "dossier/facts.h"
#include "triage/case_bytes.h"
#include "web/finding/parts.h"
#include "web/graph_json.h"

namespace assay::web::finding {
namespace {

using nlohmann::json;

std::vector<std::string> WrongTensors(const report::Material& material) {
  std::vector<std::string> out;
  for (const std::string& name :
       {report::FirstWrongTensor(material), report::WrongOutput(material)})
    if (!name.empty()) out.push_back(name);
  return out;
}

// What is wrong in the case as it was seen, by the words of its own sighting: the facts speak of
// the reduced one, where tensors may have other names.
report::Material AtFirst(const report::Material& material, const std::string& message) {
  report::Material before;
  before.row = material.row;
  before.row.message = message;
  return before;
}

}  // namespace

Result<json> GraphsJson(const Parts& parts) {
  const report::Material& material = parts.material;
  json out = {{"reduced", nullptr}, {"full", nullptr}};
  if (!material.smallest.has_value()) return out;
  const json smallest =
      GraphJson(material.smallest->model.graph, WrongTensors(material), FirstWrongTensor(material));
  if (!material.reduced) {
    out["full"] = smallest;
    return out;
  }
  out["reduced"] = smallest;
  ASSAY_ASSIGN(const auto shown, dossier::SightingShown(parts.store, material.row.id));
  if (!shown.has_value()) return out;
  const auto full = triage::UnpackCase(shown->model, shown->inputs, material.row.id);
  // A case that cannot be read any more is no reason to show nothing of the finding.
  if (!full.ok()) return out;
  const report::Material first = AtFirst(material, shown->message);
  out["full"] = GraphJson(full->model.graph, WrongTensors(first), FirstWrongTensor(first));
  return out;
}

}  // namespace assay::web::finding
