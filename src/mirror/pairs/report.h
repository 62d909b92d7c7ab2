// What fuzzing one pair gave.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casebook/finding.h"

namespace assay::mirror::pairs {

struct SubjectReport {
  std::string from, to;
  std::string by;  // how the pair was found: name or model
  // compared, not a twin, false twin, no call (none works), no call in common (none can be carried
  // over, or works in both)
  std::string state;
  std::string problem;  // one line: why it is not compared
  bool done = true;     // false: there was no time left
  size_t programs = 0, trials = 0;
  std::map<std::string, size_t> statuses;     // of programs
  std::map<std::string, size_t> rulings;      // of trials, by RulingName
  std::map<std::string, size_t> conventions;  // by name
  std::vector<nlohmann::json> notes;          // NoteOf: each difference once, nobody accused
  std::vector<std::string> findings;          // ids
  double seconds = 0;                         // since the report before
  std::vector<casebook::ProgramFinding> found;
};
// As the store keeps it: read by runs that go on and by pages.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(SubjectReport, from, to, by, state, problem,
                                                programs, trials, statuses, rulings, conventions,
                                                notes, findings, seconds)

}  // namespace assay::mirror::pairs
