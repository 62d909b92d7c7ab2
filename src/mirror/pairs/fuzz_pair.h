// Pairs one after the other, in labs that stay warm.
#pragma once

#include <map>
#include <string>

#include "mirror/pairs/session.h"

namespace assay::mirror::pairs {

// One pair at a time: several at once take one fuzzer per thread.
class PairFuzzer {
 public:
  // `options` are borrowed.
  static Result<PairFuzzer> Open(const FuzzOptions& options);

  // An error: a lab itself failed. Whatever an API does is in the report.
  Result<SubjectReport> Fuzz(const Subject& subject);

 private:
  explicit PairFuzzer(const FuzzOptions& options) : options_(&options) {}
  // Opened when it is first asked for.
  Result<Room*> RoomOf(const std::string& framework);

  const FuzzOptions* options_;
  Conventions conventions_;
  std::string probe_, twin_, ask_, check_;  // Python
  std::map<std::string, Room> rooms_;       // by framework
};

}  // namespace assay::mirror::pairs
