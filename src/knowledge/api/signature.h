// A Python signature as text, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::knowledge {

struct Signature {
  std::string name;  // "" when the text begins with the parenthesis
  std::vector<Parameter> parameters;
  std::string returns;
};

// Reads "addmm(input, mat1, *, beta=1) -> Tensor"; also "add(x1, x2[, out])". What is no parameter
// ("...", "(a1, a2)") is left out. An error: it is no signature.
Result<Signature> ParseSignature(std::string_view text);

// "name(a, b: int = 3, *, c) -> R".
std::string SignatureText(std::string_view name, const std::vector<Parameter>& parameters,
                          std::string_view returns);

// `text` split at commas (or `separator`) outside brackets and quotes, stripped.
std::vector<std::string> SplitOutside(std::string_view text, char separator);

}  // namespace assay::knowledge
