#include "study/numbers.h"

#include <cmath>
#include <cstdio>

namespace assay::study {

nlohmann::json ToJson(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return "inf";
  return value;
}

nlohmann::json ToJson(const std::vector<double>& values) {
  nlohmann::json out = nlohmann::json::array();
  for (const double value : values) out.push_back(ToJson(value));
  return out;
}

double FromJson(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  return value.is_string() ? INFINITY : NAN;
}

std::string Fixed(double value, int decimals) {
  if (std::isnan(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string Short(double value) {
  if (std::isnan(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace assay::study
