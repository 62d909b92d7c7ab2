// assay study issues: RQ1 of the study over reports of defects in a file.
#pragma once

#include <string>

#include "cli/llm_options.h"

namespace assay::cli {

struct StudyIssuesFlags {
  std::string file;
  std::string labels;  // file with types from elsewhere; "": none
  std::string out;     // folder for tables and plots; "": only printed
  LlmFlags llm;        // who labels, besides the rules; none: nobody
  size_t limit = 0;    // reports to ask about; 0: all
  bool json = false;
};

int RunStudyIssues(const StudyIssuesFlags& flags);

}  // namespace assay::cli
