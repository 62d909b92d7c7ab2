// How much a program does with the framework: what TitanFuzz ranks its programs by.
#pragma once

#include <string>

namespace assay::judge::model {

struct Fitness {
  size_t depth = 0;     // calls on the longest way that data takes
  size_t apis = 0;      // different APIs that are called
  size_t repeated = 0;  // calls with the same API and the same arguments as an earlier one
  // depth + apis - repeated: long ways through many APIs are good, the same again is not.
  double value() const { return static_cast<double>(depth + apis) - static_cast<double>(repeated); }
};

// By the text alone. Calls whose API is not known count for nothing.
Fitness FitnessOf(const std::string& program);

}  // namespace assay::judge::model
