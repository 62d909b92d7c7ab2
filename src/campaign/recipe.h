// How a case came about: a root and the mutations applied to it, in order.
//
//   zoo:lenet5-mnist > LA@1234 > transpose-pair@99        file:net.onnx > GF@7        generated:55
//
// Roots from the zoo or a file and all mutations can be repeated from this text; a generated root
// also depends on what the campaign had covered by then, so findings keep their model, too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::campaign {

struct Step {
  std::string mutator;
  uint64_t seed = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

struct Recipe {
  std::string root;
  std::vector<Step> steps;

  std::string Text() const;
  static Result<Recipe> Parse(std::string_view text);
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

}  // namespace assay::campaign
