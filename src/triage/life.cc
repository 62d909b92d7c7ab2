#include "triage/life.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::triage {
namespace {

constexpr std::array<std::string_view, 6> kOrder = {"new",     "confirmed", "grouped",
                                                    "reduced", "located",   "reported"};

}  // namespace

std::string LaterState(const std::string& now, const std::string& reached) {
  const auto* from = std::find(kOrder.begin(), kOrder.end(), now);
  const auto* to = std::find(kOrder.begin(), kOrder.end(), reached);
  // States outside the order (flaky, fixed, regressed) are left by what tests again only.
  if (from == kOrder.end() || to == kOrder.end()) return now;
  return from < to ? reached : now;
}

}  // namespace assay::triage
