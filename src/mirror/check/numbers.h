// The numbers of a fact, whatever it is: a tensor, a plain number, a list of numbers.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace assay::mirror {

struct Numbers {
  std::string dtype;  // "float32"; "int", "float", "bool", "complex" of Python's own
  std::vector<int64_t> shape;
  std::vector<double> values;  // of complex ones: real and imaginary part in turns
  int64_t every = 1;           // only every n-th element is there
  // Whole numbers that no double tells apart from their neighbours, in digits, by position.
  std::map<size_t, std::string> large;
  bool complex = false;

  bool exact() const;   // integers and truth values
  double unit() const;  // rounding unit; of Python's numbers that of float32, whence they may come
};

// Nothing when the fact holds no numbers, or nested lists that are no array.
std::optional<Numbers> NumbersOf(const nlohmann::json& fact);

// The elements of an array of `shape` with its second dimension made the last.
std::optional<Numbers> ChannelsLast(const Numbers& numbers);

}  // namespace assay::mirror
