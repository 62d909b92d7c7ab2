// slower-than-baseline: an optimising mode that is slower than the plain one which it improves on.
//
// Runs in turns with the baseline and with a second process of the same mode: how much two equal
// processes differ in these very minutes is the noise, and only what exceeds it by a margin counts.
#include <algorithm>

#include "resources/check.h"

namespace assay::resources {
namespace slower_than_baseline {
namespace {

constexpr double kMargin = 1.5;
constexpr double kScreen = 1.3;  // below this in a first look nothing is worth a second
constexpr double kLeastMs = 1;   // of difference: what it costs to enter compiled code is less
constexpr int kScreenRounds = 4, kRounds = 16;
constexpr double kMostMs = 4000;  // for one side; longer runs get fewer rounds
constexpr int kFewestRounds = 8;

std::optional<Said> LookAgainstBaseline(const Scene& scene) {
  if (scene.target.no_slower_than == nullptr || !scene.target.no_slower_than->ready)
    return std::nullopt;
  Bench& one = scene.desk.BenchOf(scene.target);
  Bench& plain = scene.desk.BenchOf(*scene.target.no_slower_than);
  const auto glance = Alternate(one, scene.subject, plain, scene.subject, kScreenRounds);
  if (!glance.has_value()) return std::nullopt;
  const double took = Median(glance->first), base = Median(glance->second);
  if (took < kScreen * base || took - base < kLeastMs) return std::nullopt;
  const int rounds =
      std::clamp(static_cast<int>(kMostMs / std::max(took, 1e-3)), kFewestRounds, kRounds);
  Bench& other = scene.desk.BenchOf(scene.target, 1);
  const auto against = Alternate(one, scene.subject, plain, scene.subject, rounds);
  const auto equal = Alternate(one, scene.subject, other, scene.subject, rounds);
  if (!against.has_value() || !equal.has_value()) return std::nullopt;
  const Interval ratio = RatioInterval(against->first, against->second);
  const Interval same = RatioInterval(equal->first, equal->second);
  const double noise = std::max(same.hi, 1 / same.lo);
  const double difference = Median(against->first) - Median(against->second);
  if (ratio.lo < kMargin * noise || difference < kLeastMs) return std::nullopt;
  return Said{StrCat("slower than ", scene.target.no_slower_than->name, ": ",
                     Milliseconds(Median(against->first)), " against ",
                     Milliseconds(Median(against->second)), ", at least ", ratio.lo,
                     " times; two equal processes differ by up to ", noise),
              {}};
}

}  // namespace
}  // namespace slower_than_baseline

CheckDef SlowerThanBaselineCheck() {
  return {"slower-than-baseline", "an optimising mode is slower than the plain one",
          oracle::CaseStatus::kSlow, slower_than_baseline::LookAgainstBaseline};
}

}  // namespace assay::resources
