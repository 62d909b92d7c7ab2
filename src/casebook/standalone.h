// The stand-alone reproduction of a program finding: a file that a maintainer reads and runs with
// nothing but the framework.
//
// What the search needs and a reader does not is taken out: our comparing functions where a check
// of the framework itself (torch.testing.assert_close) or a plain assert shows the same, checks
// that are never reached, what nobody uses. Every form is run; the plainest that shows the failure
// is kept.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casebook/finding.h"

namespace assay::casebook {

struct StandaloneForm {
  std::string text;
  int claim_line = 0;
  bool own_words = true;  // the message is the finding's; false: another check words it
};

// The plainest first; the last is the finding's whole program. Each opens with what is claimed, by
// whom, and what was seen.
std::vector<StandaloneForm> StandaloneForms(const ProgramFinding& finding);

// The fact "repro", as of model findings: {"language", "lines", "text", "checked", "shows", "exit",
// "output", "why_not"}. Exit code 1 shows the finding (128 and the signal of a process that dies).
Result<nlohmann::json> MakeStandalone(const ProgramFinding& finding);
// Runs a kept text once more, cold.
Result<nlohmann::json> RunStandalone(const ProgramFinding& finding, const std::string& text);

}  // namespace assay::casebook
