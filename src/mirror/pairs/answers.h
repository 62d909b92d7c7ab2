// What everybody says to the trials of a subject: one program per framework, many trials each.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mirror/pairs/change.h"
#include "mirror/pairs/subject.h"
#include "trial/bench.h"
#include "trial/call.h"
#include "trial/twin/carry.h"
#include "trial/twin/likeness.h"

namespace assay::mirror::pairs {

// PairTrial: one call with one set of inputs, in the words of everybody who is asked.
inline constexpr const char* kNumpy = "numpy";  // is believed, never accused
inline constexpr const char* kJax = "jax";

// Benign inputs of a call with one parameter more than it needs have this kind: a difference says
// that the parameter means something else there.
inline constexpr std::string_view kOption = "option";

struct PairTrial {
  size_t number = 0, base = 0;  // its place among the trials, and its call's among the calls
  Change change;
  std::string source;  // of the call: rules, example
  // By framework, and numpy where jax repeats its names.
  std::map<std::string, trial::CarriedCall> words;
};

// A call that works, its arguments as facts, and what about it is not as plain as it could be.
struct BaseCall {
  trial::ApiCall call;
  nlohmann::json arguments;
  std::string option;  // the parameter that is passed though it need not be; "": none
  size_t plain = 0;    // number of the call without the option
};

// The words of both sides, of the third framework and of numpy. Without those of a side that has
// none: then the call cannot be carried over.
std::map<std::string, trial::CarriedCall> WordsFor(const Subject& subject,
                                                   const trial::ApiCall& call,
                                                   const nlohmann::json& arguments);

// The call (number 0) with one more parameter that both sides have: flags turned, axes from either
// end, numbers.
std::vector<BaseCall> WithOptions(const Subject& subject, const trial::ApiCall& call);

// `number` and `base` are set by the caller. Changes that cannot be carried to both sides are left
// out.
std::vector<PairTrial> TrialsOf(const Subject& subject, const BaseCall& base,
                                const std::vector<Change>& changes);

// What one framework says to one trial. Results are facts, {"error"}, or null: nothing that can be
// compared.
struct TwinAnswer {
  trial::TwinResult wide;              // in double precision, and with inputs moved a little
  std::vector<nlohmann::json> nudged;  // wide, with inputs moved by a rounding unit of their type
  nlohmann::json narrow;  // in the trial's own types; null when those are the wide ones
};

// Trials at which the process died or did not come to an end.
struct Fatal {
  std::string who;
  size_t trial;
  program::ProgramStatus status;
};

struct PairAnswers {
  std::map<size_t, std::map<std::string, TwinAnswer>> answers;  // by trial and framework
  std::vector<Fatal> fatal;
  size_t programs = 0;
  std::map<std::string, size_t> statuses;  // of the programs
  std::string problem;                     // what went wrong with a program itself; "": nothing
};

// The program that tells of `trials`, those of `who` and, in jax's, numpy's.
std::string AnswerProgram(const std::string& who, const std::vector<const PairTrial*>& trials,
                          const trial::Dialect& dialect, const std::string& functions);

// Asks `who` (not numpy) by running such programs in its bench; a trial that ends a program is put
// aside and the others go on. `functions`: Python that the programs need.
Status Ask(const std::string& who, const knowledge::ApiDoc& doc,
           const std::vector<PairTrial>& trials, trial::Bench& bench, const std::string& functions,
           PairAnswers& out);

// Reads what a program printed. Returns the number of the trial that was begun last and not told
// of; `none` when there is no such.
size_t ReadAnswers(const std::string& printed, const std::vector<PairTrial>& trials, size_t none,
                   PairAnswers& out);

}  // namespace assay::mirror::pairs
