#include "triage/case_bytes.h"

#include "base/strings.h"
#include "onnx/model_io.h"
#include "ops/infer.h"

namespace assay::triage {

std::string PackInputs(const ModelCase& model_case) {
  std::string out;
  const Graph& graph = model_case.model.graph;
  for (size_t i = 0; i < model_case.inputs.size(); ++i) {
    const auto bytes = onnxio::SerializeDatum(model_case.inputs[i], graph.name_of(graph.inputs[i]));
    const auto size = static_cast<uint32_t>(bytes.ok() ? bytes->size() : 0);
    for (int k = 0; k < 4; ++k) out += static_cast<char>(size >> (8 * k));
    if (bytes.ok()) out += *bytes;
  }
  return out;
}

Result<std::vector<std::string>> SplitInputs(std::string_view packed) {
  std::vector<std::string> out;
  for (size_t at = 0; at < packed.size();) {
    if (packed.size() - at < 4) return Invalid("the inputs in the store are damaged");
    uint32_t size = 0;
    for (size_t k = 0; k < 4; ++k)
      size |= static_cast<uint32_t>(static_cast<unsigned char>(packed[at + k])) << (8 * k);
    at += 4;
    if (size > packed.size() - at) return Invalid("the inputs in the store are damaged");
    out.emplace_back(packed.substr(at, size));
    at += size;
  }
  return out;
}

Result<ModelCase> UnpackCase(std::string_view model, std::string_view inputs,
                             const std::string& what) {
  const auto named = [&](const Error& error) {
    return Error{error.kind, StrCat(what, ": ", error.message)};
  };
  ModelCase out;
  auto parsed = onnxio::ParseModel(model, {.official_check = false});
  if (!parsed.ok()) return named(parsed.error());
  out.model = std::move(parsed).value();
  const Status inferred = ops::InferTypes(out.model, {});
  if (!inferred.ok()) return named(inferred.error());
  const Graph& graph = out.model.graph;
  const auto parts = SplitInputs(inputs);
  if (!parts.ok()) return named(parts.error());
  if (parts->size() != graph.inputs.size())
    return Invalid(StrCat(what, ": the store has ", parts->size(), " inputs for a model with ",
                          graph.inputs.size()));
  for (size_t i = 0; i < parts->size(); ++i) {
    auto datum = onnxio::ParseDatum((*parts)[i], graph.type(graph.inputs[i]));
    if (!datum.ok()) return named(datum.error());
    out.inputs.push_back(std::move(datum).value());
  }
  return out;
}

Result<oracle::Subject> MakeSubject(const ModelCase& model_case) {
  ASSAY_ASSIGN(std::string bytes, onnxio::SerializeModel(model_case.model));
  return oracle::Subject{model_case.model, std::move(bytes), model_case.inputs, 0};
}

}  // namespace assay::triage
