// Values that two programs wrote down, held against each other.
//
// Shapes, integers and truth values are equal or not. Floating-point numbers may differ by
// kRoundings rounding units of the coarser of the two element types, on the scale of the largest
// number beside them. Element types: 32 for 64 bits is noted, as frameworks choose their own widths
// (jax: 32 bits unless told otherwise); another kind (an integer for a number with a fraction) and
// narrow types (float16, int8) that became others are differences. An image with its channels last
// counts as the one with its channels second.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::mirror {

struct Difference {
  std::string where;  // the variable, or what was printed
  std::string what;   // value, special (NaN or infinity on one side), shape, type, form, missing
  std::string source, twin;
};

struct Comparison {
  size_t values = 0;   // that were compared
  size_t numbers = 0;  // finite ones in them
  std::vector<Difference> differences;
  std::vector<std::string> notes;
  bool Agrees() const { return numbers > 0 && differences.empty(); }
};

struct FactRules {
  // Both programs compute in double precision: what is written without a type has 64 bits.
  bool wide = false;
};

// Facts as data/mirror/check/record.py writes them.
void CompareFacts(const std::string& where, const nlohmann::json& source,
                  const nlohmann::json& twin, const FactRules& rules, Comparison& out);

// A fact in a few words: "float32[2, 3] 1, 2, 3 …".
std::string DescribeFact(const nlohmann::json& fact);

nlohmann::json ToJson(const Comparison& comparison);

}  // namespace assay::mirror
