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
};
std::string_view VerdictName(CheckVerdict verdict);
bool IsBug(CheckVerdict verdict);

struct Limitation {
  std::string pattern, optimisers, reason;  // regular expressions; "" of optimisers: all
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

// The measures of the paper, of one program.
struct Measures {
  bool valid = false;     // no SyntaxError, NameError or ModuleNotFoundError
  bool relevant = false;  // a model, an input and an optimisation, in the text and in the run
};
Measures MeasureOf(const std::string& program, const program::ProgramOutcome& outcome);

}  // namespace assay::optbug
