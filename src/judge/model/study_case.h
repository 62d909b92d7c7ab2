// The subjects of the effectiveness study: programs of bug reports, with what is known of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/issues/issue.h"
#include "knowledge/pool/pool.h"

namespace assay::judge::model {

struct StudyCase {
  std::string id;
  std::string framework;  // environment to run it in; "": not known
  std::string api;        // that it is about; "": to be found in the program
  std::string program;    // cleaned
  std::string report;     // what people said went wrong
  // Whether it is a bug: of pool programs, whether it shows with the version that is installed; of
  // reports, whether the project took it for one. Nothing: nobody has said.
  std::optional<bool> is_bug;
  std::string bug_type;  // ATOC's, by the rules of casebook/bug_types.def
};

std::vector<StudyCase> CasesOfPool(const std::vector<knowledge::PoolProgram>& programs);

// Reports with a complete program that needs no platform that is missing here.
struct IssueCases {
  std::vector<StudyCase> cases;
  size_t without_program = 0, other_platform = 0;
};
IssueCases CasesOfIssues(const std::vector<knowledge::Issue>& issues);

// What the project says by closing and labelling; nothing when it says nothing.
std::optional<bool> TakenForBug(const knowledge::Issue& issue);

}  // namespace assay::judge::model
