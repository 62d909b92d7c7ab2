// The program that shows it, beside what the documentation says and what a model was asked.
#include <algorithm>

#include "casebook/records.h"
#include "llm/ledger.h"
#include "report/wording.h"
#include "web/documentation.h"
#include "web/finding/parts.h"

namespace assay::web::finding {
namespace {

using casebook::ProgramFinding;
using nlohmann::json;

constexpr int kMostPrompts = 20;
constexpr size_t kLongestDocument = 20000;

json DocumentationJson(const ProgramFinding& finding) {
  json out = {{"api", finding.api}, {"sentence", finding.sentence}, {"text", ""}, {"source", ""}};
  const auto doc = FindDocumentation(finding.framework, finding.version, finding.api);
  if (!doc.has_value()) {
    out["note"] = StrCat("No documentation of ", finding.framework, " ", finding.version,
                         " is kept here: `assay docs build ", finding.framework, "`");
    return out;
  }
  std::string text = doc->signature;
  text += StrCat(text.empty() ? "" : "\n\n", doc->text);
  for (const knowledge::Parameter& parameter : doc->parameters)
    if (!parameter.description.empty())
      text += StrCat("\n", parameter.name, ": ", parameter.description);
  if (!doc->returns.empty()) text += StrCat("\n\nReturns: ", doc->returns);
  for (const std::string& note : doc->notes) text += StrCat("\n\n", note);
  out["text"] = text.size() <= kLongestDocument ? text : text.substr(0, kLongestDocument) + " …";
  out["source"] = StrCat(doc->framework, " ", doc->version, ", ", doc->source);
  return out;
}

json PromptsJson(const std::vector<llm::Exchange>& exchanges) {
  json out = json::array();
  for (const llm::Exchange& one : exchanges)
    out.push_back(With(ASSAY_FIELDS(one, name, time, provider, model, request, answer, finish,
                                    prompt_tokens, completion_tokens, cost),
                       {{"tokens", one.prompt_tokens + one.completion_tokens}}));
  return out;
}

// What should have come out, in one line.
std::string Expected(const ProgramFinding& finding) {
  if (const std::string predicted = TextAt(finding.facts, "predicted"); !predicted.empty())
    return predicted;
  return finding.sentence;
}

// The end of what Python printed, from where it speaks of the error on; "" when it does not.
std::string TracebackIn(const std::string& printed) {
  size_t at = std::string::npos;
  for (const char* head : {"Traceback (most recent call last)", "Fatal Python error"})
    at = std::min(at, printed.find(head));
  return at == std::string::npos ? "" : printed.substr(at);
}

// Of the program itself where it was kept, otherwise of the stand-alone file.
void AddTraceback(const Parts& parts, const ProgramFinding& smallest, json& out) {
  const json& repro = parts.material.fact("repro");
  const std::string printed = TracebackIn(TextAt(repro, "output"));
  std::string own = TracebackIn(TextAt(smallest.facts, "traceback"));
  if (own.empty()) own = TracebackIn(smallest.message);
  const bool fails = smallest.seen.status == "exception" || smallest.seen.status == "crash";
  out["traceback"] = own.empty() ? printed : own;
  out["traceback_of"] = !own.empty() ? "program" : !printed.empty() ? "repro" : "";
  out["traceback_note"] = own.empty() && repro.empty() && fails
                              ? StrCat("Where in the framework it fails: `assay findings repro ",
                                       parts.material.row.id, "` runs it and keeps the traceback.")
                              : "";
}

}  // namespace

Result<json> ProgramJson(const Parts& parts) {
  const std::string& id = parts.material.row.id;
  ASSAY_ASSIGN(const auto original, casebook::Load(parts.store, id));
  if (!original.has_value()) return json();
  ASSAY_ASSIGN(const auto smallest, casebook::LoadSmallest(parts.store, id));
  const json& reduced = parts.material.fact(casebook::kReducedFact);
  // A ledger that cannot be read is no reason to show nothing of the finding.
  const auto exchanges = llm::ExchangesAbout(parts.sources.ledger, original->pipeline,
                                             original->program, kMostPrompts);
  const bool asked = exchanges.ok() && !exchanges->empty();
  json out =
      With(ASSAY_FIELDS(*original, pipeline, api, oracle, parameter, environment, facts),
           {{"text", original->program},
            {"reduced", reduced.empty() ? json() : json(smallest->program)},
            {"claim_line", smallest->claim_line},
            {"original_claim_line", original->claim_line},
            {"status", original->seen.status},
            {"seen", original->seen.Text()},
            {"expected", Expected(*original)},
            {"message", smallest->message},
            {"others", json::array()},
            {"documentation", DocumentationJson(*original)},
            {"prompts", asked ? PromptsJson(*exchanges) : json::array()},
            {"prompts_note", asked ? ""
                             : !exchanges.ok()
                                 ? exchanges.error().message
                                 : "No language model was asked about this program, or its ledger "
                                   "is not available."}});
  AddTraceback(parts, *smallest, out);
  for (const casebook::OtherProgram& other : original->others)
    out["others"].push_back(ASSAY_FIELDS(other, environment, status, text));
  return out;
}

}  // namespace assay::web::finding
