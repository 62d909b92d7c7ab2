// What everybody says to the trials of a subject: one program per framework, many trials each.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "judge/bench.h"
#include "judge/twin/likeness.h"
#include "mirror/pairs/trial.h"

namespace assay::mirror::pairs {

// What one framework says to one trial. Results are facts, {"error"}, or null: nothing that can be
// compared.
struct Answer {
  judge::Told wide;                    // in double precision, and with inputs moved a little
  std::vector<nlohmann::json> nudged;  // wide, with inputs moved by a rounding unit of their type
  nlohmann::json narrow;  // in the trial's own types; null when those are the wide ones
};

// Trials at which the process died or did not come to an end.
struct Fatal {
  std::string who;
  size_t trial;
  program::ProgramStatus status;
};

struct TrialAnswers {
  std::map<size_t, std::map<std::string, Answer>> answers;  // by trial and framework
  std::vector<Fatal> fatal;
  size_t programs = 0;
  std::map<std::string, size_t> statuses;  // of the programs
  std::string problem;                     // what went wrong with a program itself; "": nothing
};

// The program that tells of `trials`, those of `who` and, in jax's, numpy's.
std::string TrialsProgram(const std::string& who, const std::vector<const Trial*>& trials,
                          const judge::Dialect& dialect, const std::string& functions);

// Asks `who` (not numpy) by running such programs in its bench; a trial that ends a program is put
// aside and the others go on. `functions`: Python that the programs need.
Status Ask(const std::string& who, const knowledge::ApiDoc& doc, const std::vector<Trial>& trials,
           judge::Bench& bench, const std::string& functions, TrialAnswers& out);

// Reads what a program printed. Returns the number of the trial that was begun last and not told
// of; `none` when there is no such.
size_t ReadAnswers(const std::string& printed, const std::vector<Trial>& trials, size_t none,
                   TrialAnswers& out);

}  // namespace assay::mirror::pairs
