// assay study issues: RQ1 of the study over reports of defects.
#pragma once

#include <functional>

#include "cli/app.h"

namespace assay::cli {

struct SubcommandRun {
  App* app;                  // was it chosen?
  std::function<int()> run;  // gives the exit code
};

SubcommandRun SetupStudyIssues(App& study);

}  // namespace assay::cli
