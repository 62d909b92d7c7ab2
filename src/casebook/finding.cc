#include "casebook/finding.h"

#include <algorithm>

#include "base/strings.h"
#include "triage/message.h"
#include "triage/symptom.h"

namespace assay::casebook {
namespace {

using nlohmann::json;

// Signatures are split at bars, so their parts must hold none.
std::string WithoutBars(std::string text) {
  std::ranges::replace(text, '|', '/');
  return text;
}

using Field = std::pair<const char*, std::string ProgramFinding::*>;
constexpr Field kTexts[] = {{"pipeline", &ProgramFinding::pipeline},
                            {"framework", &ProgramFinding::framework},
                            {"version", &ProgramFinding::version},
                            {"environment", &ProgramFinding::environment},
                            {"api", &ProgramFinding::api},
                            {"oracle", &ProgramFinding::oracle},
                            {"parameter", &ProgramFinding::parameter},
                            {"kind", &ProgramFinding::kind},
                            {"title", &ProgramFinding::title},
                            {"evidence", &ProgramFinding::sentence},
                            {"message", &ProgramFinding::message},
                            {"text", &ProgramFinding::program},
                            {"target_api", &ProgramFinding::target_api},
                            {"helpers", &ProgramFinding::helpers}};

json SightJson(const FailureSignature& sight) {
  return ASSAY_FIELDS(sight, status, exception, message, signal, claimed);
}

}  // namespace

std::string SignatureOf(const ProgramFinding& finding) {
  const std::string cause = StrCat(finding.api, " ", finding.oracle,
                                   finding.parameter.empty() ? "" : " " + finding.parameter, ": ",
                                   triage::NormalizedMessage(finding.message));
  return StrCat(finding.framework, " | ", finding.kind, " | ", finding.pipeline, " | ",
                WithoutBars(cause));
}

std::string IdOf(const ProgramFinding& finding) { return triage::FindingId(SignatureOf(finding)); }

json FindingJson(const ProgramFinding& finding) {
  json out = {{"claim_line", finding.claim_line},
              {"seen", SightJson(finding.seen)},
              {"others", json::array()},
              {"facts", finding.facts}};
  for (const auto& [key, member] : kTexts) out[key] = finding.*member;
  for (const OtherProgram& other : finding.others)
    out["others"].push_back(ASSAY_FIELDS(other, environment, text, status));
  return out;
}

Result<ProgramFinding> ReadFinding(const json& json) {
  ProgramFinding out;
  try {
    for (const auto& [key, member] : kTexts) out.*member = json.at(key).get<std::string>();
    out.claim_line = json.at("claim_line");
    const auto& seen = json.at("seen");
    out.seen = {seen.at("status"), seen.at("exception"), seen.at("message"), seen.at("signal"),
                seen.at("claimed")};
    for (const auto& other : json.at("others"))
      out.others.push_back({other.at("environment"), other.at("text"), other.at("status")});
    out.facts = json.at("facts");
  } catch (const nlohmann::json::exception& error) {
    return Invalid(StrCat("a kept program finding cannot be read: ", error.what()));
  }
  return out;
}

std::string DumpJson(const json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace assay::casebook
