// What a run of a program says of the optimiser.
//
// Only what happens after the original model has run, and run twice to the same, counts, and of
// exceptions only those of the optimisation and of the optimised model. Messages
// that say "this is not supported", where the documentation says so too, are no bugs:
// data/optbug/unsupported.toml lists them with reasons.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "program/lab/program_lab.h"

namespace assay::optbug {

enum class CheckVerdict {
  kHolds,
  kNotApplicable,  // never got as far as the optimisation
  kUnsupported,    // refused, as documented
  kCrash,          // the process died
  kHangs,
  kException,  // an error where none is due
  kWrongValue,
  kChangedForm,      // other types, shapes or nesting
  kOriginalChanged,  // although the optimisation works on a copy
  kCostsMore,        // more time or space than the original; asked for by --cost only
};
std::string_view VerdictName(CheckVerdict verdict);
bool IsBug(CheckVerdict verdict);

struct Limitation {
  std::string pattern, optimisers, reason;  // regular expressions; "" of optimisers: all
  std::string but = "";                     // what is judged all the same; "": nothing
};
Result<std::vector<Limitation>> LoadLimitations();

struct CheckedRun {
  CheckVerdict verdict = CheckVerdict::kNotApplicable;
  std::string message;  // what was seen, in one line
  std::string reason;   // of kUnsupported
};
// `optimiser`: its name.
CheckedRun JudgeOutcome(const program::ProgramOutcome& outcome, const std::string& optimiser,
                        const std::vector<Limitation>& limitations);

// Of an exception alone, wherever the program raised it.
CheckedRun JudgeException(const program::ProgramRun& run, const std::string& optimiser,
                          const std::vector<Limitation>& limitations);

// The measures of the paper, of one program.
struct Measures {
  bool valid = false;     // no SyntaxError, NameError or ModuleNotFoundError
  bool relevant = false;  // an optimiser was reached with a model, and there is data for it
  std::string missing;    // of what is valid and not relevant: one line
};

// Relevant is what ran: an optimiser was called with a model, and a model was given data, in
// whatever containers and by whatever functions. Where the program ended before its model was fed,
// or where a run cannot see it, data that its text makes count.
Measures MeasureOf(const std::string& program, const program::ProgramOutcome& outcome);

// The optimisers that a run gave a model to, in the order of their first calls; where it could not
// see what they were given, all that it called.
std::vector<std::string> OptimisersOf(const program::ProgramRun& run);

}  // namespace assay::optbug
