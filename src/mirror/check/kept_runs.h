// How programs of earlier runs behaved, so that the same program in the same environment is not run
// again: a source that is carried to a second framework, a twin that no new rule has changed.
//
// Only ends that a program reaches by itself are kept: with exit code 0, or by an exception.
// Crashes, hangs and limits are always run, and no finding ever rests on what was kept
// (mirror/run.cc).
#pragma once

#include <optional>
#include <string>

#include "program/lab/program_lab.h"

namespace assay::mirror {

class KeptRuns {
 public:
  // `folder` is made when something is kept; "": nothing is kept or found. The oldest are removed
  // when there are very many.
  explicit KeptRuns(std::string folder);

  // `identity` says all that the outcome depends on; it is compared as a whole.
  std::optional<program::ProgramOutcome> Find(const std::string& identity) const;
  // What cannot be written is run again next time.
  void Keep(const std::string& identity, const program::ProgramOutcome& outcome) const;

 private:
  std::string PathOf(const std::string& identity) const;
  std::string folder_;
};

// What the result of a program depends on besides its text.

// Of an environment's folder: which packages in which versions it has, when it last got or lost
// one, the processor, and the files that run programs in it. Equal as long as nothing of these
// changes; a file of a package that is edited in its place is not seen.
std::string FingerprintOf(const std::string& environment_folder);

}  // namespace assay::mirror
