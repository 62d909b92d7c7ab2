// Poisoned memory: tells a read of memory that nobody has written to from rounding.
//
// The worker is started with an allocator that fills what it gives out and what it gets back with a
// byte of our choice. A program that writes before it reads cannot tell; one that does not gives
// other results for another byte. glibc's own allocator does it (perturb); its cache per thread,
// which would hand blocks back unfilled, is switched off, in the runs to compare with as well.
//
// Not seen: memory that a framework keeps in an arena of its own and hands out again, and memory
// from mmap. docs/guide/from-finding-to-report.md holds what was measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/lab.h"

namespace assay::triage {

// The bytes that freed memory is filled with; fresh memory gets the complement. As floats of any
// width the first is huge and the second tiny and negative.
inline constexpr uint8_t kFills[] = {0x55, 0xAA};

struct PoisonReport {
  enum class Verdict {
    kClean,      // the fill changes nothing
    kGarbage,    // results follow the fill
    kUndecided,  // runs differ without it already, or the worker does not come up with it
  };
  Verdict verdict = Verdict::kUndecided;
  std::string proof;  // one line: what differs, or why it is undecided
};

// "no garbage seen", "reads memory that was never written", "undecided".
std::string PoisonText(PoisonReport::Verdict verdict);

// `target` with a worker whose memory is filled; 0: same allocator settings, no fill.
lab::Target WithFill(const lab::Target& target, uint8_t fill);

// Runs the request four times in clean processes: twice without fill, once with each. A difference
// counts only when it repeats. An error: the lab was closed.
Result<PoisonReport> TryPoison(const lab::Request& request, const lab::Target& target,
                               lab::Lab& lab);

}  // namespace assay::triage
