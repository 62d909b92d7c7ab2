// /api/conformance: the official ONNX node tests, operator by target.
#include <map>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "conform/kept.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr const char* kElsewhere = "other";  // of tests that are in no list

// The operator of each test, as data/conformance/node-tests.json has it.
Result<std::map<std::string, std::string>> OperatorsOfTests(const std::string& home) {
  const std::string path = home + "/data/conformance/node-tests.json";
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  const json all = ParseJson(text);
  if (!all.is_object()) return Undetermined(StrCat(path, ": is not a JSON object"));
  std::map<std::string, std::string> out;
  for (const auto& [op, tests] : all.items())
    if (tests.is_array())
      for (const json& test : tests)
        if (test.is_string()) out[test.get<std::string>()] = op;
  return out;
}

class Matrix {
 public:
  explicit Matrix(std::map<std::string, std::string> operators)
      : operators_(std::move(operators)) {}

  // `kept`: a document of `assay conform --store`.
  void AddKept(const std::string& target, const std::string& when, const json& kept) {
    if (!kept.is_object() || !kept.contains("results") || !kept["results"].is_object()) return;
    Start(target, when, kept);
    for (const auto& [test, result] : kept["results"].items())
      if (result.is_string()) Count(target, test, result.get<std::string>());
  }

  // `machines`: an entry of data/conformance/targets.json, by kind of machine: this one's, or what
  // there is. They name only the tests that did not pass.
  void AddShipped(const std::string& target, const json& machines) {
    if (!machines.is_object() || machines.empty()) return;
    const auto here = machines.find(HostMachine());
    const auto found = here == machines.end() ? machines.begin() : here;
    const json& shipped = *found;
    if (!shipped.is_object()) return;
    Start(target, StrCat("as shipped, on ", found.key()), shipped);
    for (const auto& [test, op] : operators_) {
      const bool failed = Names(shipped, "failed", test);
      const bool unsupported = Names(shipped, "unsupported", test);
      Count(target, test, failed ? "failed" : unsupported ? "unsupported" : "passed");
    }
  }

  json Done() {
    json targets = json::array(), operators = json::array();
    for (const auto& [target, how] : measured_.items()) targets.push_back(target);
    for (auto& [op, results] : counts_) operators.push_back({{"op", op}, {"results", results}});
    return {{"targets", std::move(targets)},
            {"operators", std::move(operators)},
            {"measured", std::move(measured_)}};
  }

 private:
  static bool Names(const json& shipped, const char* key, const std::string& test) {
    const auto found = shipped.find(key);
    return found != shipped.end() && found->is_object() && found->contains(test);
  }

  void Start(const std::string& target, const std::string& when, const json& from) {
    measured_[target] = {
        {"when", when}, {"version", TextAt(from, "version")}, {"device", TextAt(from, "device")}};
  }

  void Count(const std::string& target, const std::string& test, const std::string& result) {
    const auto op = operators_.find(test);
    json& at = counts_[op == operators_.end() ? kElsewhere : op->second][target];
    if (at.is_null()) at = {{"passed", 0}, {"failed", 0}, {"unsupported", 0}};
    if (at.contains(result)) at[result] = at[result].get<int>() + 1;
  }

  const std::map<std::string, std::string> operators_;
  std::map<std::string, json> counts_;  // by operator, then by target
  json measured_ = json::object();
};

}  // namespace

Result<Answer> Conformance(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(auto operators, OperatorsOfTests(sources.home));
  Matrix matrix(std::move(operators));
  const auto shipped = ReadFile(sources.home + "/data/conformance/targets.json");
  const json all = shipped.ok() ? ParseJson(*shipped) : json();
  ASSAY_ASSIGN(const auto documents, store.Documents(conform::kDocumentKind));
  if (documents.empty() && all.is_object())
    for (const auto& [target, entry] : all.items()) matrix.AddShipped(target, entry);
  for (const store::DocumentRow& row : documents)
    matrix.AddKept(row.name, row.made, ParseJson(row.json));
  json out = matrix.Done();
  out["note"] = documents.empty()
                    ? "As shipped with assay; `assay conform --target T --store S` measures here."
                    : "";
  return Answer(std::move(out));
}

}  // namespace assay::web
