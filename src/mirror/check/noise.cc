#include "mirror/check/noise.h"

#include <cmath>

namespace assay::mirror {
namespace {

using nlohmann::json;

// Between rounding in 32 and in 64 bits lie nine orders of magnitude, in 16 and 64 twelve.
// What is not small in double precision is a number that the narrow types lost.
constexpr double kFallsBy = 1e-5, kSmall = 1e-6;

// Both have the same form, as far as they were told by the same program.
void Clear(json& wide, const json& narrow) {
  if (wide.is_array() && narrow.is_array() && wide.size() == narrow.size()) {
    for (size_t i = 0; i < wide.size(); ++i) Clear(wide[i], narrow[i]);
  } else if (wide.is_object() && narrow.is_object()) {
    for (auto& [key, value] : wide.items())
      if (narrow.contains(key)) Clear(value, narrow[key]);
  } else if (wide.is_number_float() && narrow.is_number_float() &&
             IsNoise(wide.get<double>(), narrow.get<double>())) {
    wide = 0.0;
  }
}

}  // namespace

bool IsNoise(double wide, double narrow) {
  return std::abs(wide) < kSmall && std::abs(wide) <= kFallsBy * std::abs(narrow) && narrow != 0;
}

Recording WithoutNoise(const Recording& wide, const Recording& narrow) {
  Recording out = wide;
  if (!wide.done || !narrow.done) return out;
  Clear(out.variables, narrow.variables);
  Clear(out.events, narrow.events);
  return out;
}

}  // namespace assay::mirror
