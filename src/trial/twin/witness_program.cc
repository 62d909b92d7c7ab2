#include "trial/twin/witness_program.h"

#include <set>

#include "base/strings.h"

namespace assay::trial {
namespace {

using nlohmann::json;

// Numbers of all arguments of a call: programs should stay readable, and results be told in JSON.
constexpr size_t kMostNumbers = 400;

size_t CountNumbers(const json& fact) {
  if (fact.contains("values")) return fact["values"].size();
  size_t out = 0;
  if (fact.contains("list"))
    for (const json& part : fact["list"]) out += CountNumbers(part);
  return out;
}

bool CanBeCarried(const json& values) {
  size_t numbers = 0;
  for (const json& value : values) {
    if (!value.is_object()) return false;
    numbers += CountNumbers(value);
  }
  return numbers > 0 && numbers <= kMostNumbers;
}

// A JSON text within a Python program.
std::string Loads(const json& value) {
  return StrCat("json.loads(", json(value.dump(-1, ' ', true)).dump(-1, ' ', true), ")");
}

std::string Head(const Dialect& dialect, const std::string& functions) {
  return StrCat(dialect.imports, "\n", dialect.wide, "\n", functions, "\n\n");
}

void AddCall(const std::string& who, const AskedCall& asked, const char* make, std::string& out) {
  const std::string expression = Text(
      asked.call, [](const std::string& key) { return StrCat("values[", json(key).dump(), "]"); });
  out += StrCat("witness(", json(who).dump(), ", ", asked.number, ", lambda values: ", expression,
                ", ", Loads(asked.values), ", ", make, ")\n");
}

// scipy.special of scipy.special.erf
void AddImports(const std::vector<AskedCall>& numpy, std::string& out) {
  std::set<std::string> modules;
  for (const AskedCall& asked : numpy)
    if (asked.call.api.starts_with("scipy."))
      modules.insert(asked.call.api.substr(0, asked.call.api.rfind('.')));
  for (const std::string& module : modules) out += StrCat("import ", module, "\n");
}

Evaluation& EvaluationOf(std::vector<Evaluation>& all, size_t call, const std::string& variant) {
  for (Evaluation& one : all)
    if (one.call == call && one.variant == variant) return one;
  all.push_back({call, variant, json(), {}});
  return all.back();
}

// Lines of a program that are objects with `key`.
std::vector<json> Lines(const std::string& printed, const char* key) {
  std::vector<json> out;
  for (const std::string& line : Split(printed, '\n')) {
    json fact = json::parse(line, nullptr, false);
    if (fact.is_object() && fact.contains(key)) out.push_back(std::move(fact));
  }
  return out;
}

}  // namespace

std::string ValuesProgram(const knowledge::ApiDoc& doc, const std::vector<ApiCall>& calls,
                          const Dialect& dialect, const std::string& functions) {
  std::string out = Head(dialect, functions);
  for (size_t i = 0; i < calls.size(); ++i) {
    const WrittenCall written = Write(calls[i], doc);
    out += StrCat("def values_", i, "():\n");
    for (const std::string& statement : written.statements)
      for (const std::string& line : Split(statement, '\n')) out += "    " + line + "\n";
    std::vector<std::string> named;
    for (const auto& [name, value] : written.values)
      named.push_back(StrCat(json(name).dump(), ": ", value));
    out += StrCat("    return {", Join(named, ", "), "}\n\n\noffer(", i, ", values_", i, ")\n");
  }
  return out;
}

std::vector<json> ReadValues(const std::string& printed, size_t calls) {
  std::vector<json> out(calls);
  for (json& fact : Lines(printed, "arguments"))
    if (const size_t call = fact.value("call", calls);
        call < calls && CanBeCarried(fact["arguments"]))
      out[call] = std::move(fact["arguments"]);
  return out;
}

std::string WitnessProgram(const std::string& who, const std::vector<AskedCall>& asked,
                           const std::vector<AskedCall>& numpy, const Dialect& dialect,
                           const std::string& functions) {
  std::string out = Head(dialect, functions);
  for (const AskedCall& one : asked) AddCall(who, one, "of_numpy", out);
  AddImports(numpy, out);
  for (const AskedCall& one : numpy) AddCall("numpy", one, "np.copy", out);
  return out;
}

void ReadWitness(const std::string& printed, std::vector<Evaluation>& evaluations) {
  for (json& fact : Lines(printed, "who")) {
    Evaluation& evaluation = EvaluationOf(evaluations, fact.value("call", size_t{0}),
                                          fact.value("variant", std::string()));
    evaluation.values = std::move(fact["arguments"]);
    if (!IsResult(fact["result"])) continue;
    evaluation.results[fact.value("who", std::string())] = {std::move(fact["result"]),
                                                            fact["moved"].get<std::vector<json>>(),
                                                            LargestInput(evaluation.values)};
  }
}

}  // namespace assay::trial
