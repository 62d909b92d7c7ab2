// How much of a report an explanation tells.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay::judge::model {

// The words that carry a text: identifiers, numbers and words of four letters or more that are not
// in everybody's mouth, lower case, each once, in order; plural endings do not count.
std::vector<std::string> KeyWords(const std::string& text);

// The share of the report's key words that the explanation has too, 0 to 1. Nothing when the report
// has none. It measures words, not sense: an explanation that names the right parameter and says
// the wrong thing of it scores as well.
std::optional<double> ExplanationScore(const std::string& explanation, const std::string& report);

}  // namespace assay::judge::model
