// The program of a bug report: which documented API it is about, and its own call of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/api/api_base.h"
#include "trial/call.h"

namespace assay::trial {

struct IssueCall {
  const knowledge::ApiDoc* doc = nullptr;  // of the base that was asked
  int line = 0;
  // The call with all statements before it; nothing when it stands in a function or a loop, where
  // its arguments mean nothing outside.
  std::optional<ApiCall> call;
};

// The text without comments: they may say what the program is there to show.
std::string WithoutComments(const std::string& text);

// Python out of a file as people keep reports: the first code block of Markdown, else all of it.
std::string ProgramOfReport(const std::string& text);

// All calls of documented APIs, in the order of the text.
std::vector<IssueCall> DocumentedCalls(const std::string& program, const knowledge::ApiBase& base);

// The one that the report is about: on `failing_line` (0: it does not fail) the last one there,
// otherwise the last of the program. Calls that only make or compare values (issue_tools.def) count
// where there is no other. Null when there is none at all.
const IssueCall* Suspect(const std::vector<IssueCall>& calls, int failing_line);

}  // namespace assay::trial
