// A tool at work in one environment: starting it, reading what it found, trying that on the fixed
// version.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/tools/ground_truth.h"
#include "bugs/tools/session.h"
#include "bugs/tools/tool.h"
#include "bugs/tools/tool_finding.h"
#include "bugs/tools/tool_report.h"
#include "bugs/tools/workplace.h"

namespace assay::bugs {

class ToolRun {
 public:
  // All of them outlive it.
  ToolRun(const Tool& tool, const SessionOptions& options, std::string library, std::string version,
          std::string environment)
      : tool_(tool),
        options_(options),
        library_(std::move(library)),
        version_(std::move(version)),
        environment_(std::move(environment)) {}

  // Runs the tool's command and what comes after it in `folder`, aimed at these bugs. Seconds are
  // those of the command alone. An error: it could not be started.
  struct Heard {
    ToolReport told;
    double seconds = 0;
  };
  Result<Heard> Start(const std::vector<const GroundTruth*>& aims, const std::string& folder) const;

  // Why a finding that matches is not the bug after all: it is there in the fixed version, too, or
  // nobody can tell. "": it is gone there, or no fixed version is known.
  std::string DoubtOf(const Bug& bug, const ToolFinding& finding, const std::string& folder) const;

  // The first of the tool's needs that is not there; "" when all are.
  std::string Missing() const;

 private:
  // Why the smallest model of a finding of `assay fuzz` shows another bug; "": nothing says so.
  std::string OtherBug(const Bug& bug, const ToolFinding& finding, const std::string& folder) const;
  // For tools whose findings cannot be replayed one by one: the whole run again.
  std::string FoundAgain(const Bug& bug, const std::string& environment,
                         const std::string& folder) const;
  Placeholders Values(const std::vector<const GroundTruth*>& aims, const std::string& folder) const;
  std::map<std::string, std::string> Variables(const std::string& environment) const;
  Result<Output> Command(const std::vector<std::string>& command,
                         const std::vector<const GroundTruth*>& aims, const std::string& folder,
                         const std::string& name) const;

  const Tool& tool_;
  const SessionOptions& options_;
  const std::string library_, version_, environment_;
};

}  // namespace assay::bugs
