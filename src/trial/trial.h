// Trial: one program that tries one claim of the documentation, and what its run says of it.
//
// The program first does what must work anyway, then what the claim is about. Only what goes wrong
// from `claim_line` on speaks against the claim; what goes wrong before says that the program is no
// use.
#pragma once

#include <string>

#include "program/lab/program_lab.h"
#include "trial/call.h"

namespace assay::trial {

enum class Verdict {
  kHolds,
  kBroken,         // something else than claimed
  kNotApplicable,  // never got as far as the claim
  kCrash,          // the process died
  kHangs,
  // Worth a note and no accusation:
  kUnchecked,    // what "must" not be passed is accepted in silence
  kUnsupported,  // documented, yet "not implemented" here, maybe on this device only
  kOtherError,   // an error is documented and raised, but another one
  kImprecise,    // float32 is further from float64 than its inputs explain
  kSuspicious,   // two frameworks differ, and no third one says which is right
};
std::string_view VerdictName(Verdict verdict);
// Whether it goes into the report at all, and whether as a note only.
bool IsDisagreement(Verdict verdict);
bool IsNote(Verdict verdict);

// Which errors of the claimed part speak against the claim. Checks that fail always do.
enum class Blame {
  kAnyError,
  kRefusal,     // those that call `value` unknown; others may be about how it goes with the rest
  kKeyword,     // those that do not know a keyword
  kRangeError,  // those that say that a number is out of its range
  kChecks,      // none
};

struct Trial {
  std::string oracle;     // a name of oracles.def
  std::string parameter;  // whom the claim is about; "": the whole API
  std::string sentence;   // the documentation's words, or the signature
  std::string claim;      // what should hold, in our words: "`input` does not matter when beta=0"
  std::string program;
  int claim_line = 0;
  Blame blame = Blame::kAnyError;
  std::string value;                     // of kRefusal: what is passed, without quotes
  Verdict if_broken = Verdict::kBroken;  // what a failed check comes to
  bool must_be_supported = false;        // "not implemented" counts: kUnsupported
};

struct Judged {
  Verdict verdict = Verdict::kNotApplicable;
  std::string message;  // what was seen, in one line
};
Judged JudgeTrial(const Trial& trial, const program::ProgramOutcome& outcome);

// What a program prints when it gets to the claim.
constexpr std::string_view kClaimMark = "-- the claim --";

// A check whose message goes on with this is no more than kOtherError.
constexpr std::string_view kOtherErrorMark = "another error, ";

// Builds the text of a trial.
class TrialWriter {
 public:
  // Of the prelude only what the program uses is written.
  TrialWriter(const Dialect& dialect, const std::string& prelude);
  TrialWriter& Line(const std::string& line);
  TrialWriter& Comment(const std::string& text);
  // The statements that bind the arguments, and the seed.
  TrialWriter& Arguments(const WrittenCall& written);
  // The call: seeded, its result in `variable`.
  TrialWriter& Call(const ApiCall& call, const knowledge::ApiDoc& doc, const std::string& variable);
  // The same, and from the call itself on (its arguments come before) all is about the claim.
  TrialWriter& ClaimedCall(const ApiCall& call, const knowledge::ApiDoc& doc,
                           const std::string& variable);
  // What follows is about the claim.
  TrialWriter& Claim();
  // `condition` must hold, or the claim is broken. `detail`: a Python expression with what was
  // seen.
  TrialWriter& Check(const std::string& condition, const std::string& claim,
                     const std::string& detail);
  void Finish(Trial& trial) const;
  void Finish(Trial trial, std::vector<Trial>& out) const {
    Finish(trial);
    out.push_back(std::move(trial));
  }

 private:
  const Dialect& dialect_;
  const std::string& prelude_;
  std::string text_;
  int lines_ = 0;
  int claim_line_ = 0;
};

// What an error message says about the value that was passed.

// "not here" and not "not so": NotImplementedError, missing kernels.
bool SaysUnsupported(const std::string& exception, const std::string& message);

// Whether the message calls `value` unknown ("Expected mode to be one of …, got 'xy'"). Messages
// that speak of a case ("'linear' is only for 3-D input") are not about the value alone.
bool RefusesValue(const std::string& message, const std::string& value);

// Whether the message says that there is no parameter of that name.
bool RefusesKeyword(const std::string& message);

// Whether the message says that a number is out of its range.
bool RefusesNumber(const std::string& message);

}  // namespace assay::trial
