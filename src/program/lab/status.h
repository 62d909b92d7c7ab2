// From what was seen of a program to its status.
#pragma once

#include <string>
#include <vector>

#include "program/lab/program_lab.h"

namespace assay::program {

// The status of one run; fills `limit`, `exception` and `message` where the run itself could not
// tell them.
ProgramStatus Judge(ProgramRun& run, const ProgramRequest& request);

// Whether the limit on time was reached by a program that wanted to work and got less than half of
// a processor: a busy machine, not the program, is slow then.
bool IsStarved(const ProgramRun& run);

// Several runs: the common status, or kFlaky when status, exception or (of failing ones) exit code
// differ. Not compared: what was printed and messages, which hold addresses and times, and the
// signal of a crash, which differs with what a broken memory happens to hold.
ProgramOutcome Combine(std::vector<ProgramRun> runs);

// What a program said, in one line.

// Line breaks and tabs become blanks; what is long is cut.
std::string OneLine(const std::string& text);

}  // namespace assay::program
