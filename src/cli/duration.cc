#include "cli/duration.h"

#include "base/strings.h"

namespace assay::cli {
namespace {

constexpr double kLongest = 36500.0 * 86400;  // clocks that count nanoseconds hold three times that

}  // namespace

Result<double> ParseDuration(const std::string& text, const std::string& flag) {
  size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double factor = unit.empty() || unit == "s" ? 1
                        : unit == "m"               ? 60
                        : unit == "h"               ? 3600
                        : unit == "d"               ? 86400
                                                    : 0;
  if (used == 0 || factor == 0 || !(value > 0))
    return Invalid(StrCat(flag, " ", text, ": expected a duration such as 90s, 2m, 1h or 1d"));
  if (!(value * factor <= kLongest))
    return Invalid(StrCat(flag, " ", text, ": at most 36500d, a hundred years"));
  return value * factor;
}

}  // namespace assay::cli
