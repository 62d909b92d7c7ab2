#include "conform/node_tests.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/environments.h"
#include "lab/home.h"
#include "onnx/model_io.h"

namespace assay::conform {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBelowSitePackages = "onnx/backend/test/data/node";

// <environment>/lib/python3.*/site-packages/onnx/backend/test/data/node
std::string TestsInEnvironment(const fs::path& environment) {
  std::error_code error;
  for (const fs::path& python : EntriesOf(environment / "lib")) {
    const fs::path tests = python / "site-packages" / kBelowSitePackages;
    if (fs::is_directory(tests, error)) return tests.string();
  }
  return "";
}

Result<std::vector<Datum>> LoadData(const fs::path& folder, const std::string& kind,
                                    const Graph& graph, const std::vector<ValueId>& ids) {
  std::vector<Datum> data;
  for (size_t i = 0; i < ids.size(); ++i) {
    const fs::path file = folder / StrCat(kind, "_", i, ".pb");
    std::error_code error;
    if (!fs::exists(file, error)) break;
    ASSAY_ASSIGN(const std::string bytes, ReadFile(file.string()));
    ASSAY_ASSIGN(data.emplace_back(), onnxio::ParseDatum(bytes, graph.type(ids[i])));
  }
  return data;
}

}  // namespace

Result<std::string> FindNodeTests(const std::string& explicit_dir) {
  std::error_code error;
  if (!explicit_dir.empty()) {
    if (fs::is_directory(explicit_dir, error)) return explicit_dir;
    return Invalid(StrCat("there is no folder ", explicit_dir,
                          "; --tests takes the folder that holds one folder per test"));
  }
  if (const char* from_env = std::getenv("ASSAY_NODE_TESTS")) return std::string(from_env);
  const std::string found =
      TestsInEnvironment(lab::EnvironmentFolder(lab::HomeFolder(), "onnx-conformance"));
  if (!found.empty()) return found;
  return Invalid(
      "the ONNX node tests are not installed; run assay targets add onnx-conformance, or name "
      "their folder with --tests DIR");
}

Result<std::vector<std::string>> ListNodeTests(const std::string& dir, const std::string& filter) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::path& path : EntriesOf(dir)) {
    const std::string name = path.filename().string();
    if (!fs::exists(path / "model.onnx", error)) continue;
    if (filter.empty() || GlobMatch(filter, name)) names.push_back(name);
  }
  if (names.empty())
    return Invalid(
        StrCat("no test in ", dir, filter.empty() ? "" : StrCat(" matches '", filter, "'")));
  return names;
}

Result<std::vector<Datum>> LoadInputs(const std::string& folder, const Graph& graph) {
  ASSAY_ASSIGN(std::vector<Datum> inputs, LoadData(folder, "input", graph, graph.inputs));
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (i >= inputs.size() && graph.initializer(graph.inputs[i]) == nullptr)
      return Invalid(StrCat(folder, " has no input_", i, ".pb for input '",
                            graph.name_of(graph.inputs[i]), "'"));
  return inputs;
}

Result<NodeTest> LoadNodeTest(const std::string& dir, const std::string& name) {
  const fs::path folder = fs::path(dir) / name;
  NodeTest test;
  test.name = name;
  ASSAY_ASSIGN(test.model,
               onnxio::LoadModel((folder / "model.onnx").string(), {.official_check = false}));
  for (int k = 0;; ++k) {
    const fs::path data = folder / StrCat("test_data_set_", k);
    std::error_code error;
    if (!fs::is_directory(data, error)) break;
    NodeTest::DataSet set;
    ASSAY_ASSIGN(set.inputs, LoadData(data, "input", test.model.graph, test.model.graph.inputs));
    ASSAY_ASSIGN(set.outputs, LoadData(data, "output", test.model.graph, test.model.graph.outputs));
    test.data_sets.push_back(std::move(set));
  }
  return test;
}

}  // namespace assay::conform
