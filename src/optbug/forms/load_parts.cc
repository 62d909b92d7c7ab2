#include "base/strings.h"
#include "optbug/forms/parts.h"
#include "optbug/toml_reader.h"

namespace assay::optbug {
namespace {

Layer ReadLayer(const Toml& entry) {
  Layer out;
  out.name = Text(entry, "name");
  out.from = Text(entry, "from");
  out.to = Text(entry, "to");
  out.top = Text(entry, "top");
  out.init = Text(entry, "init");
  out.setup = Text(entry, "setup");
  out.call = Text(entry, "call", "x = {m}(x)");
  out.kind = Text(entry, "kind", "api");
  out.exception = Text(entry, "exception");
  out.category = Text(entry, "category");
  out.tags = WordSet(entry, "tags");
  return out;
}

Value ReadValue(const Toml& entry) {
  Value out;
  out.name = Text(entry, "name");
  out.make = Text(entry, "make");
  out.cast = Text(entry, "cast");
  out.category = Text(entry, "category");
  out.kinds = WordSet(entry, "kinds");
  out.batch = entry["batch"].Or(2);
  out.tags = WordSet(entry, "tags");
  return out;
}

Status ReadInputs(const std::string& framework, Parts& out) {
  ASSAY_ASSIGN(const Toml table, ReadTable(framework, "inputs.toml"));
  out.evaluation = Text(table, "evaluation");
  for (const Toml& entry : table["shape"].items())
    out.shapes[Text(entry, "kind")] = Text(entry, "shape");
  for (const Toml& entry : table["input"].items()) out.values.push_back(ReadValue(entry));
  for (const Toml& entry : table["passing"].items())
    out.passings.push_back({Text(entry, "name"), Text(entry, "sign"), Text(entry, "first"),
                            Text(entry, "pass"), Text(entry, "keywords", "{}"),
                            Text(entry, "category"), WordSet(entry, "tags")});
  for (const Toml& entry : table["giving"].items())
    out.givings.push_back({Text(entry, "name"), Text(entry, "give"), WordSet(entry, "tags")});
  for (const Toml& entry : table["twist"].items())
    out.twists.push_back({Text(entry, "name"), Text(entry, "before"), Text(entry, "after"),
                          WordSet(entry, "refuses"), WordSet(entry, "only")});
  return {};
}

Status CheckLayers(const Parts& parts) {
  std::set<std::string> names;
  for (const Layer& layer : parts.layers) {
    if (!names.insert(layer.name).second)
      return Invalid(StrCat("layers.toml: ", layer.name, " stands there twice"));
    if (!parts.shapes.contains(layer.from) || !parts.shapes.contains(layer.to))
      return Invalid(StrCat("layers.toml: ", layer.name, ": no such kind of value"));
  }
  for (const Optimiser& optimiser : parts.optimisers)
    for (const auto* list : {&optimiser.only, &optimiser.one_of})
      for (const std::string& name : *list)
        if (!names.contains(name))
          return Invalid(StrCat("optimisers.toml: ", optimiser.name, ": no layer ", name));
  return {};
}

}  // namespace

const std::vector<std::string>& KnownFrameworks() {
  static const std::vector<std::string> kKnown = {"torch", "tensorflow", "onnxruntime"};
  return kKnown;
}

Result<Parts> LoadParts(const std::string& framework) {
  // ONNX Runtime optimises models that PyTorch exports.
  const std::string models = framework == "onnxruntime" ? "torch" : framework;
  Parts out{.framework = framework, .environment = models};
  ASSAY_ASSIGN(out.layout, ReadData(models, "layout.txt"));
  ASSAY_ASSIGN(out.outer, ReadData(models, "outer.txt"));
  ASSAY_ASSIGN(out.check, ReadData(models, "check.py"));
  ASSAY_ASSIGN(const Toml layers, ReadTable(models, "layers.toml"));
  for (const Toml& entry : layers["layer"].items()) out.layers.push_back(ReadLayer(entry));
  ASSAY_RETURN_IF_ERROR(ReadInputs(models, out));
  ASSAY_ASSIGN(out.optimisers, LoadOptimisers(framework));
  ASSAY_RETURN_IF_ERROR(CheckLayers(out));
  return out;
}

bool Feeds(const Value& value, const std::string& kind) {
  return value.kinds.empty() ? kind != kTokens : value.kinds.contains(kind);
}

}  // namespace assay::optbug
