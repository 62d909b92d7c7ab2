// assay study issues: RQ1 of the study over reports of defects in a file.
#pragma once

#include <string>

namespace assay::cli {

struct StudyIssuesFlags {
  std::string file;
  std::string labels;  // file with types from elsewhere; "": none
  std::string out;     // folder for tables and plots; "": only printed
  bool json = false;
};

int RunStudyIssues(const StudyIssuesFlags& flags);

}  // namespace assay::cli
