// The few figures that the tables need.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::study {

struct Quartiles {
  double low = 0, first = 0, median = 0, third = 0, high = 0;
};

// Of finite values; all zero without any. Between two values it is interpolated.
Quartiles QuartilesOf(std::vector<double> values);

// What is left without outliers: values that are not finite, and those further than 1.5 times the
// distance between the quartiles outside of them (Tukey's fences; the paper does not give its
// rule).
std::vector<double> WithoutOutliers(const std::vector<double>& values);

double MeanOf(const std::vector<double>& values);  // 0 without any

double Percent(double part, double whole);  // 0 of nothing

// Numbers in JSON and in tables. JSON has no infinities: they are the text "inf", and NaN is null.
nlohmann::json ToJson(double value);
nlohmann::json ToJson(const std::vector<double>& values);
double FromJson(const nlohmann::json& value);

// With so many decimals; "-" for NaN.
std::string Fixed(double value, int decimals);
// Three digits, in powers of ten where it is very small or large.
std::string Short(double value);

}  // namespace assay::study
