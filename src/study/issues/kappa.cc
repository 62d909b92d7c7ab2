#include "study/issues/kappa.h"

#include <map>

namespace assay::study {

Agreement CohensKappa(const std::vector<std::pair<std::string, std::string>>& labels) {
  Agreement out;
  out.items = labels.size();
  if (labels.empty()) return out;
  std::map<std::string, std::pair<double, double>> shares;
  const double each = 1 / static_cast<double>(labels.size());
  for (const auto& [first, second] : labels) {
    out.equal += first == second ? 1 : 0;
    shares[first].first += each;
    shares[second].second += each;
  }
  for (const auto& [label, share] : shares) out.expected += share.first * share.second;
  const double observed = static_cast<double>(out.equal) * each;
  out.kappa = out.equal == out.items ? 1 : (observed - out.expected) / (1 - out.expected);
  return out;
}

}  // namespace assay::study
