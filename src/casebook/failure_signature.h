// FailureSignature: what one run of a program shows, as far as it tells one failure from another.
//
// Replaying and reducing hold on to it: the same status, the same exception with the same message
// (numbers, names and shapes do not count), on the same side of the line from which on things are
// about the claim; of a crash the same signal.
#pragma once

#include <string>
#include <string_view>

#include "program/lab/program_lab.h"

namespace assay::casebook {

struct FailureSignature {
  std::string status;     // as ProgramStatusName
  std::string exception;  // type
  std::string message;    // normalised
  int signal = 0;
  bool claimed = false;  // an exception from the claim's line on

  bool operator==(const FailureSignature&) const = default;
  // "RuntimeError: mat# and mat# shapes cannot be multiplied", "signal 11", "hangs".
  std::string Text() const;
};

// What a program prints before the part that the claim is about, where errors of that part may come
// from lines before it: from functions and classes that are defined above.
inline constexpr std::string_view kReachedMark = "-- optimise --";

// A memory error of the program or a limit on memory or output is no failure of a framework: such a
// run is never equal to one that counts.
FailureSignature SignatureOf(const program::ProgramOutcome& outcome, int claim_line);

// Whether `now` is the failure `before`.
bool SameFailure(const FailureSignature& before, const FailureSignature& now);

}  // namespace assay::casebook
