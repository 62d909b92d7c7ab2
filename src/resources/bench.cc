#include "resources/bench.h"

#include <algorithm>

#include "oracle/check.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace {

constexpr int kWarmRuns = 2;  // beyond the first; compilers that trace need the second
constexpr int kRuns = 7;
constexpr int kFewestRuns = 3;
constexpr double kEnoughMs = 400;  // for the runs of one Time()
constexpr double kLeastMs = 1e-3;  // clocks are no finer; keeps ratios finite

}  // namespace

Bench::Bench(lab::Target target) : target_(std::move(target)) {}

void Bench::Restart() { lab_.reset(); }

std::optional<Sample> Bench::Run(const oracle::Subject& subject, bool peak) {
  if (lab_ == nullptr) lab_ = std::make_unique<lab::Lab>();
  lab::Request request = oracle::PlainRequest(subject);
  request.measure_time = true;
  request.measure_memory = peak;
  const lab::Observation seen = lab_->Run(target_, std::move(request));
  if (!seen.ok() || seen.cpu_ms < 0 || seen.queue_ms < 0 || seen.resident_mb < 0)
    return std::nullopt;
  Sample out;
  out.cpu_ms = seen.cpu_ms;
  // Several threads may use more CPU time than has passed.
  out.own_ms =
      std::max({kLeastMs, seen.run_ms - seen.queue_ms, std::min(seen.cpu_ms, seen.run_ms)});
  out.blocked_ms = std::max(0.0, seen.run_ms - seen.queue_ms - seen.cpu_ms);
  out.resident_mb = seen.resident_mb;
  out.peak_mb = seen.peak_mb;
  out.device_mb = seen.device_mb;
  out.device_peak_mb = seen.device_peak_mb;
  return out;
}

bool Bench::Warm(const oracle::Subject& subject) {
  for (int i = 0; i <= kWarmRuns; ++i)
    if (!Run(subject).has_value()) return false;
  return true;
}

std::optional<Interval> Bench::Time(const oracle::Subject& subject) {
  if (!Warm(subject)) return std::nullopt;
  std::vector<double> times;
  double sum = 0;
  while (times.size() < kRuns && (times.size() < kFewestRuns || sum < kEnoughMs)) {
    const auto sample = Run(subject);
    if (!sample.has_value()) return std::nullopt;
    times.push_back(sample->own_ms);
    sum += sample->own_ms;
  }
  return MedianInterval(std::move(times));
}

std::optional<Duel> Alternate(Bench& first, const oracle::Subject& on_first, Bench& second,
                              const oracle::Subject& on_second, int rounds) {
  if (!first.Warm(on_first) || !second.Warm(on_second)) return std::nullopt;
  Duel out;
  for (int i = 0; i < rounds; ++i) {
    // ABBA: whoever comes second has no lasting advantage.
    const bool swapped = i % 2 == 1;
    const auto a = swapped ? second.Run(on_second) : first.Run(on_first);
    const auto b = swapped ? first.Run(on_first) : second.Run(on_second);
    if (!a.has_value() || !b.has_value()) return std::nullopt;
    out.first.push_back((swapped ? *b : *a).own_ms);
    out.second.push_back((swapped ? *a : *b).own_ms);
  }
  return out;
}

std::optional<double> GlanceMs(Bench& bench, const ModelCase& model_case) {
  const auto subject = triage::MakeSubject(model_case);
  // The first run also loads it.
  if (!subject.ok() || !bench.Run(*subject).has_value()) return std::nullopt;
  const auto sample = bench.Run(*subject);
  if (!sample.has_value()) return std::nullopt;
  return sample->own_ms;
}

}  // namespace assay::resources
