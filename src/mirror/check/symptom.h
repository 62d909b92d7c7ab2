// How a program misbehaves, in the words of paper 003: runtime errors and failed assertions are the
// oracle.
#pragma once

#include <string>

#include "program/lab/program_lab.h"

namespace assay::mirror {

// crash, hangs, assertion, exception; "": it comes to its end. What limits of the sandbox or the
// machine cause is "limit".
std::string SymptomOf(const program::ProgramOutcome& outcome);

// One line: what the program said at its end.
std::string MessageOf(const program::ProgramOutcome& outcome);

// Whether the code could never have worked: the paper's three exceptions, and an attribute that a
// module of the framework does not have.
bool IsInvalid(const program::ProgramRun& run);

// Whether Python itself stopped the program: unpacking, an index of a list, an operator or
// attribute that plain objects do not have. No framework was asked anything.
bool IsOwnMistake(const program::ProgramRun& run);

// Whether numpy was asked for an array that it cannot hold.
bool IsNumpysLimit(const program::ProgramRun& run);

// Whether a framework says by this that it is broken itself: an internal assertion, a failed check
// of its own.
bool IsInternalError(const std::string& exception, const std::string& message);

// Whether a framework says by this that it has no kernel for an element type, or does not support
// what is asked: a stated limit, and no fault.
bool IsStatedLimit(const std::string& exception, const std::string& message);

// A library below both frameworks that the message names (oneDNN, Eigen, XLA …); "": none.
std::string UpstreamOf(const std::string& text);

}  // namespace assay::mirror
