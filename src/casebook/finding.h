// ProgramFinding: misbehaviour that a Python program shows, by itself or beside other programs.
//
// Pipelines that write programs (judge, optbug, mirror) make these; the common store keeps them as
// a row of the findings table and the fact "program". What belongs to one finding in every run,
// version and store is decided by SignatureOf: pipeline, framework, API, oracle, parameter, kind
// and the message without what differs from case to case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "casebook/failure_signature.h"

namespace assay::casebook {

// Another program that belongs to the evidence: the twin in another framework, the plain form.
struct OtherProgram {
  std::string environment, text;
  std::string status;  // how it must behave for the finding to show: "valid"
};

// The kind and the state of what a language model's program shows: nobody has said what it must do.
// A label "true" makes the state "confirmed".
inline constexpr std::string_view kSuspected = "suspected";
// A fact of such a finding: lines in front of its program that leave the optimisation out; with
// them it must run to its end, also when it is reduced.
inline constexpr const char* kPlainLines = "plain_lines";

struct ProgramFinding {
  std::string pipeline;                // judge, optbug, mirror
  std::string framework, version;      // whose misbehaviour
  std::string environment;             // of the program lab
  std::string api, oracle, parameter;  // parameter: "" when the whole API is meant
  std::string kind;                    // disagreement, crash, hangs, exception, wrong
  std::string title;                   // one line for people
  std::string sentence;                // evidence: the documentation's own words
  std::string message;                 // what was seen
  std::string program;                 // Python
  int claim_line = 0;                  // what fails before it does not count; 0: all counts
  std::string target_api;              // must be called; "": none is watched for
  std::string helpers;                 // part of `program` that is ours and stays as it is
  FailureSignature seen;               // the failure to look for
  std::vector<OtherProgram> others;
  nlohmann::json facts = nlohmann::json::object();  // of the pipeline: how it was made, scores
};

// "torch | disagreement | judge | torch.addmm ignored-if input: …": equal for the same finding.
std::string SignatureOf(const ProgramFinding& finding);
std::string IdOf(const ProgramFinding& finding);

nlohmann::json FindingJson(const ProgramFinding& finding);
// An error names the key that is missing or of another type.
Result<ProgramFinding> ReadFinding(const nlohmann::json& json);

// As text that any JSON reader takes: bytes that are no UTF-8 are replaced.
std::string DumpJson(const nlohmann::json& json);

}  // namespace assay::casebook
