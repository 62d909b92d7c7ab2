#include "judge/model/bandit.h"

#include <cmath>

namespace assay::judge::model {
namespace {

// Gamma of a whole shape: a sum of exponentials.
double Gamma(size_t shape, Rng& rng) {
  double out = 0;
  for (size_t i = 0; i < shape; ++i) out -= std::log(1 - rng.Unit());
  return out;
}

double Beta(size_t a, size_t b, Rng& rng) {
  const double x = Gamma(a, rng), y = Gamma(b, rng);
  return x + y > 0 ? x / (x + y) : 0;
}

}  // namespace

std::string_view Bandit::Pick(std::span<const std::string_view> names, Rng& rng) const {
  std::string_view best;
  double most = -1;
  for (const std::string_view name : names) {
    const auto found = arms_.find(name);
    const Arm arm = found == arms_.end() ? Arm() : found->second;
    const double draw = Beta(1 + arm.successes, 1 + arm.failures, rng);
    if (draw > most) {
      most = draw;
      best = name;
    }
  }
  return best;
}

void Bandit::Tell(std::string_view name, bool success) {
  Arm& arm = arms_[std::string(name)];
  ++(success ? arm.successes : arm.failures);
}

}  // namespace assay::judge::model
