// The twin oracle: an API of another framework that does the same must give the same numbers.
//
// For every call that works the values of its arguments are written down in double precision, the
// call is carried over to the twins (by name, every argument mapped), and each framework computes
// it in a process of its own, with several changes of the numbers; numpy or scipy is asked where
// jax repeats their names. likeness.h says when numbers agree, twin_verdict.h who is accused when
// they do not.
//
// What this cannot see: an API that all frameworks get wrong, and one that is wrong on most inputs
// (that one is taken for a false friend). data/judge/twins.toml lists false friends and conventions
// that agree on most inputs and differ on some.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "trial/twin/carry.h"
#include "trial/twin/twin_verdict.h"

namespace assay::judge {

// Shared by all threads of a run: each other framework has one lab, so only one asks at a time.
class TwinOracle {
 public:
  explicit TwinOracle(const JudgeOptions& options) : options_(options) {}

  // `calls` work; `most`: programs that may be run. Nothing is done where that is too few.
  Status Judge(const knowledge::ApiDoc& doc, const std::vector<ApiCall>& calls, Bench& own,
               size_t most, ApiReport& out);

 private:
  // A twin of the judged API.
  struct Twin {
    const trial::TwinSource* source;
    const knowledge::Pair* pair;
    const knowledge::ApiDoc* doc;
  };
  class Comparison;
  std::vector<Twin> TwinsOf(const knowledge::ApiDoc& doc) const;
  Status Open();
  Result<Bench*> BenchOf(const std::string& framework);

  const JudgeOptions& options_;
  std::mutex mutex_;
  std::map<std::string, Bench> benches_;
  std::optional<trial::TwinBook> book_;
  std::string functions_;  // data/judge/twin.py
};

}  // namespace assay::judge
