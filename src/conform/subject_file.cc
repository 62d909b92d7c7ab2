#include "conform/subject_file.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "conform/node_tests.h"
#include "generate/inputs.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "tensor/npz.h"

namespace assay::conform {
namespace {

namespace fs = std::filesystem;

Result<std::map<std::string, int64_t>> ParseDims(const std::vector<std::string>& flags) {
  std::map<std::string, int64_t> dims;
  for (const std::string& flag : flags) {
    const size_t equals = flag.find('=');
    char* end = nullptr;
    const int64_t size =
        equals == std::string::npos ? -1 : std::strtoll(flag.c_str() + equals + 1, &end, 10);
    if (equals == 0 || size < 0 || end == flag.c_str() + equals + 1 || *end != '\0')
      return Invalid(StrCat("--dim ", flag, ": write it as NAME=SIZE, such as batch=2"));
    dims[flag.substr(0, equals)] = size;
  }
  return dims;
}

bool IsTextForm(const std::string& path) { return path.ends_with(".txt"); }

Result<Model> LoadAnyModel(const std::string& path) {
  if (IsTextForm(path)) {
    ASSAY_ASSIGN(const std::string text, ReadFile(path));
    auto model = ParseModelText(text);
    if (!model.ok()) return Error{model.error().kind, StrCat(path, ": ", model.error().message)};
    return model;
  }
  onnxio::LoadOptions options;
  options.base_dir = fs::path(path).parent_path().string();
  if (options.base_dir.empty()) options.base_dir = ".";
  return onnxio::LoadModel(path, options);
}

// A model in one file goes to the targets as it is; one with weights beside it, or in text form, is
// put together.
Result<std::string> BytesFor(const std::string& path, const Model& model) {
  if (IsTextForm(path)) return onnxio::SerializeModel(model);
  ASSAY_ASSIGN(std::string bytes, ReadFile(path));
  if (onnxio::ParseModel(bytes, {.official_check = false}).ok()) return bytes;
  return onnxio::SerializeModel(model);
}

Status CheckInput(const std::string& file, const std::string& name, const ValueType& type,
                  const Tensor& tensor) {
  const TensorType got(tensor.dtype(), tensor.shape());
  if (type.is_tensor() && Unify(type.tensor, got).has_value()) return {};
  return Invalid(StrCat(file, ": array '", name, "' is ", TypeText(got),
                        ", but the model's input is ", TypeText(type),
                        "; convert it, or choose sizes with --dim"));
}

Result<std::vector<Datum>> LoadNpz(const std::string& file, const Graph& graph) {
  ASSAY_ASSIGN(auto arrays, ReadNpz(file));
  std::vector<Datum> inputs;
  std::vector<std::string> names;
  for (const ValueId id : graph.inputs) {
    const std::string& name = graph.name_of(id);
    names.push_back(name);
    const auto found = arrays.find(name);
    if (found == arrays.end()) {
      if (graph.initializer(id) == nullptr)
        return Invalid(StrCat(file, ": there is no array '", name, "' for the model's input ", name,
                              ": ", TypeText(graph.type(id))));
      inputs.emplace_back(*graph.initializer(id));
      continue;
    }
    ASSAY_RETURN_IF_ERROR(CheckInput(file, name, graph.type(id), found->second));
    inputs.emplace_back(found->second);
  }
  for (const auto& [name, array] : arrays)
    if (std::ranges::find(names, name) == names.end())
      return Invalid(
          StrCat(file, ": the model has no input '", name, "'; its inputs: ", Join(names, ", ")));
  return inputs;
}

Result<std::vector<Datum>> GetInputs(const SubjectOptions& flags, const Graph& graph) {
  if (flags.inputs.empty()) {
    Rng rng(flags.seed);
    return generate::RandomInputs(graph, rng);
  }
  std::error_code error;
  if (fs::is_directory(flags.inputs, error)) return LoadInputs(flags.inputs, graph);
  return LoadNpz(flags.inputs, graph);
}

}  // namespace

Result<oracle::Subject> LoadSubject(const std::string& path, const SubjectOptions& flags) {
  ASSAY_ASSIGN(const auto dims, ParseDims(flags.dims));
  oracle::Subject out;
  out.seed = flags.seed;
  ASSAY_ASSIGN(out.model, LoadAnyModel(path));
  const Status inferred = ops::InferTypes(out.model, {.dims = dims});
  if (!inferred.ok())
    return Error{inferred.error().kind, StrCat(path, ": ", inferred.error().message)};
  auto inputs = GetInputs(flags, out.model.graph);
  if (!inputs.ok())
    return flags.inputs.empty()
               ? Error{inputs.error().kind, StrCat(path, ": ", inputs.error().message)}
               : inputs.error();
  out.inputs = std::move(inputs).value();
  ASSAY_ASSIGN(out.bytes, BytesFor(path, out.model));
  return out;
}

Result<std::vector<std::string>> ExpandModels(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      out.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
         it.increment(error))
      if (it->path().extension() == ".onnx") found.push_back(it->path().string());
    if (found.empty()) return Invalid(StrCat(path, ": the folder holds no .onnx file"));
    std::ranges::sort(found);
    out.insert(out.end(), found.begin(), found.end());
  }
  return out;
}

}  // namespace assay::conform
