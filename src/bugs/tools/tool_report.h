// What a tool told of its run: what it found, and whether it really looked.
//
// A tool that was not able to work has missed nothing. Whatever kept it from looking (an exit code,
// a signal, no time left, an output that was cut) is kept apart from a search that found nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/tools/tool.h"
#include "bugs/tools/tool_finding.h"
#include "bugs/tools/workplace.h"

namespace assay::bugs {

struct ToolReport {
  std::vector<ToolFinding> findings;
  std::vector<std::string> unsupported;  // APIs and operators that it says it cannot look for
  std::string refused;  // why it looks for nothing, by a pattern of its manifest; "": it does
  std::string refuses;  // the API or operator that this is about; "": all of them
  std::string broken;   // why what it did not find was not looked for either; "": it was
  std::string effort;   // "312 models"; "" when it does not say
  // APIs that it got to before the time was over; nothing: all of them.
  std::optional<std::vector<std::string>> reached;
  std::map<std::string, std::string> uncallable;  // APIs of which no call works, and why
};

// `store`: the store of findings that the tool filled, where its report is of that kind.
ToolReport ReadToolReport(const Tool& tool, const Output& output, const std::string& store);

// The first line of a text that holds anything, cut to a length for tables.
std::string FirstLine(const std::string& text);
// The last one: where Python and shells say what was wrong.
std::string LastLine(const std::string& text);

}  // namespace assay::bugs
