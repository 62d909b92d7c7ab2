// judge by rules: the programs that are kept of an API, beside the words that they were made from.
#include "base/json.h"
#include "base/strings.h"
#include "judge/kept.h"
#include "judge/oracle.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

// "torch 2.13.0, introspection: parameter `beta`"
std::string SourceOf(const json& kept, const std::string& place) {
  std::vector<std::string> parts = {
      StrCat(kept.value("framework", ""), " ", kept.value("version", ""))};
  if (const std::string source = kept.value("source", ""); !source.empty()) parts.push_back(source);
  return StrCat(Join(parts, ", "), place.empty() ? "" : ": ", place);
}

// Words that do not stand in the documentation must not pass for its promise.
json DocumentationJson(const json& kept, const json& one) {
  const std::string sentence = one.value("sentence", ""), place = one.value("place", "");
  const bool is_own = !one.contains("api");  // of the API that is judged
  json out = {{"api", one.value("api", kept.value("api", ""))},
              {"sentence", place.empty() ? "" : sentence},
              {"place", place},
              {"source", is_own          ? SourceOf(kept, place)
                         : place.empty() ? ""
                                         : StrCat(one.value("framework", ""), ": ", place)},
              {"own", is_own}};
  if (place.empty() && !sentence.empty())
    out["note"] =
        StrCat("“", sentence, "” is the oracle's own rule, not the documentation's words.");
  return out;
}

std::string SeenText(const json& one) {
  const std::string status = one.value("status", ""), message = one.value("message", "");
  return StrCat(status, status.empty() || message.empty() ? "" : ": ", message);
}

json ShownProgram(const json& kept, const json& one, const json& texts) {
  const size_t text = one.value("text", texts.size());
  const std::string oracle = one.value("oracle", "");
  return {{"oracle", oracle},
          {"meaning", MeaningOf(oracle)},
          {"parameter", one.value("parameter", "")},
          {"verdict", one.value("verdict", "")},
          {"status", one.value("status", "")},
          {"seen", SeenText(one)},
          {"expected", one.value("claim", "")},
          {"finding", one.value("finding", "")},
          {"text", text < texts.size() ? texts[text].get<std::string>() : ""},
          {"claim_line", one.value("claim_line", 0)},
          {"documentation", DocumentationJson(kept, one)}};
}

}  // namespace

std::string MeaningOf(const std::string& oracle) {
  for (const judge::Oracle& known : judge::AllOracles())
    if (known.name == oracle) return std::string(known.help);
  if (oracle == judge::kCallsOracle) return "one of the calls that are proposed must work";
  return oracle == "crash" ? "a call must end with a result or an exception" : "";
}

Status AddKept(const store::Store& store, json& row) {
  const auto found = row.find("kept");
  if (found == row.end()) return {};
  const std::string kind = found->value("kind", "");
  row.erase(found);
  ASSAY_ASSIGN(const auto documents, store.Documents(kind));
  if (documents.empty()) return {};
  const json kept = ParseJson(documents.front().json);
  if (!kept.is_object()) return {};
  json programs = json::array();
  const json texts = kept.value("texts", json::array());
  for (const json& one : kept.value("programs", json::array()))
    programs.push_back(ShownProgram(kept, one, texts));
  row["kept"] = {{"programs", std::move(programs)},
                 {"documentation", kept.value("documentation", "")},
                 {"left_out", kept.value("left_out", 0)}};
  return {};
}

}  // namespace assay::web::programs
