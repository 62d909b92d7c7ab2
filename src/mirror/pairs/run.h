// Many pairs, several at once.
#pragma once

#include "mirror/pairs/fuzz_pair.h"

namespace assay::mirror::pairs {

struct RunOptions {
  FuzzOptions fuzz;
  int jobs = 1;
};

// How many of `subjects` a budget of programs is enough for; all when it is 0. What is run must not
// depend on who is faster, so the number is known beforehand.
size_t SubjectsFor(size_t budget, size_t subjects);

// Called with every report as soon as it is there, never by two threads at once. An error ends the
// run.
using OnReport = std::function<Status(const SubjectReport& report)>;

// An error: no lab can be opened, or of `on_report`. A pair that a lab fails on is reported as
// such, and the others go on.
Status RunPairs(const std::vector<Subject>& subjects, const RunOptions& options,
                const OnReport& on_report);

}  // namespace assay::mirror::pairs
