#include "cli/duration.h"

#include "base/strings.h"

namespace assay::cli {

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
  return value * factor;
}

}  // namespace assay::cli
