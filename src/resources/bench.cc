#include "resources/bench.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "oracle/check.h"
#include "triage/case_bytes.h"

namespace assay::resources {
namespace {

constexpr double kSigmas = 1.96;  // of a normal distribution: 95 %
constexpr size_t kFewest = 6;     // values from which a 95 % interval is narrower than the range

double MiddleOf(const std::vector<double>& sorted) {
  const size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

constexpr int kWarmRuns = 2;  // beyond the first; compilers that trace need the second
constexpr int kRuns = 7;
constexpr int kFewestRuns = 3;
constexpr double kEnoughMs = 400;  // for the runs of one Time()
constexpr double kLeastMs = 1e-3;  // clocks are no finer; keeps ratios finite

}  // namespace

double Median(std::vector<double> values) {
  ASSAY_CHECK(!values.empty()) << "the median of nothing";
  std::ranges::sort(values);
  return MiddleOf(values);
}

Interval MedianInterval(std::vector<double> values) {
  ASSAY_CHECK(!values.empty()) << "the median of nothing";
  std::ranges::sort(values);
  const double middle = MiddleOf(values);
  if (values.size() < kFewest) return {values.front(), middle, values.back()};
  // How many values lie below the true median is binomial with p = 1/2.
  const auto n = static_cast<double>(values.size());
  const auto below =
      static_cast<size_t>(std::max(0.0, std::floor((n - kSigmas * std::sqrt(n)) / 2)));
  return {values[below], middle, values[values.size() - 1 - below]};
}

Interval RatioInterval(std::span<const double> first, std::span<const double> second) {
  ASSAY_CHECK(first.size() == second.size()) << "ratios need pairs";
  std::vector<double> ratios;
  for (size_t i = 0; i < first.size(); ++i) ratios.push_back(first[i] / second[i]);
  return MedianInterval(std::move(ratios));
}

Interval Slope(std::span<const double> values) {
  ASSAY_CHECK(values.size() >= 2) << "a slope needs two values";
  std::vector<double> slopes;
  for (size_t i = 0; i < values.size(); ++i)
    for (size_t j = i + 1; j < values.size(); ++j)
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
  std::ranges::sort(slopes);
  // The spread of Kendall's S tells how many slopes from the middle the bounds are (Sen 1968).
  const auto n = static_cast<double>(values.size());
  const auto count = static_cast<double>(slopes.size());
  const double away = kSigmas * std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
  const auto low = static_cast<size_t>(std::max(0.0, std::floor((count - away) / 2)));
  const auto high = static_cast<size_t>(std::min(count - 1, std::ceil((count + away) / 2)));
  return {slopes[low], MiddleOf(slopes), slopes[high]};
}

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
