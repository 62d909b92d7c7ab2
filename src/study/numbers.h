// Numbers in JSON and in tables. JSON has no infinities: they are the text "inf", and NaN is null.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::study {

nlohmann::json ToJson(double value);
nlohmann::json ToJson(const std::vector<double>& values);
double FromJson(const nlohmann::json& value);

// With so many decimals; "-" for NaN.
std::string Fixed(double value, int decimals);
// Three digits, in powers of ten where it is very small or large.
std::string Short(double value);

}  // namespace assay::study
