#include "ops/linear/einsum_equation.h"

#include <algorithm>
#include <map>
#include <optional>

namespace assay::ops {
namespace {

constexpr char kEllipsis = '.';

// "a b...c" as single characters, the ellipsis as one '.'.
Result<std::string> ReadTerm(std::string_view text) {
  std::string term;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (c == '.') {
      if (text.substr(i, 3) != "..." || term.find(kEllipsis) != std::string::npos)
        return Invalid(StrCat("einsum term '", text, "': misplaced '.'"));
      i += 2;
    } else if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
      return Invalid(StrCat("einsum term '", text, "': character '", c, "'"));
    }
    term.push_back(c);
  }
  return term;
}

struct Terms {
  std::vector<std::string> inputs;
  std::string output;
  bool explicit_output = false;
};

Result<Terms> SplitEquation(const std::string& equation) {
  Terms terms;
  const size_t arrow = equation.find("->");
  terms.explicit_output = arrow != std::string::npos;
  for (const std::string& part : Split(equation.substr(0, arrow), ',')) {
    ASSAY_ASSIGN(std::string term, ReadTerm(part));
    terms.inputs.push_back(std::move(term));
  }
  if (terms.explicit_output) {
    ASSAY_ASSIGN(terms.output, ReadTerm(std::string_view(equation).substr(arrow + 2)));
    return terms;
  }
  std::map<char, int> uses;  // upper case sorts before lower case
  bool ellipsis = false;
  for (const std::string& term : terms.inputs)
    for (const char c : term) (c == kEllipsis ? ellipsis = true : ++uses[c] > 0);
  if (ellipsis) terms.output.push_back(kEllipsis);
  for (const auto& [letter, count] : uses)
    if (count == 1) terms.output.push_back(letter);
  return terms;
}

// Axes behind the ellipsis of each term: the longest decides, shorter ones align to the right.
Result<int> EllipsisRank(const Terms& terms, std::span<const int> ranks) {
  int longest = 0;
  for (size_t i = 0; i < terms.inputs.size(); ++i) {
    const std::string& term = terms.inputs[i];
    const bool ellipsis = term.find(kEllipsis) != std::string::npos;
    const int letters = static_cast<int>(term.size()) - (ellipsis ? 1 : 0);
    if (ranks[i] < letters || (!ellipsis && ranks[i] != letters))
      return Invalid(
          StrCat("einsum term ", i, " names ", letters, " axes of an operand of rank ", ranks[i]));
    longest = std::max(longest, ranks[i] - letters);
  }
  return longest;
}

// The standard speaks of lower case letters, and of ellipses that all stand for as many axes.
std::string OpenIn(const Terms& terms, std::span<const int> ranks) {
  std::optional<int> behind;
  for (size_t i = 0; i < terms.inputs.size(); ++i) {
    const std::string& term = terms.inputs[i];
    if (std::ranges::any_of(term, [](char c) { return c >= 'A' && c <= 'Z'; }))
      return "upper case letters";
    if (term.find(kEllipsis) == std::string::npos) continue;
    const int axes = ranks[i] - static_cast<int>(term.size()) + 1;
    if (behind.value_or(axes) != axes) return "ellipses of different ranks";
    behind = axes;
  }
  return "";
}

}  // namespace

Result<EinsumEquation> ParseEinsum(const std::string& equation, std::span<const int> ranks) {
  ASSAY_ASSIGN(const Terms terms, SplitEquation(equation));
  if (terms.inputs.size() != ranks.size())
    return Invalid(StrCat("einsum '", equation, "' has ", terms.inputs.size(), " terms for ",
                          ranks.size(), " operands"));
  ASSAY_ASSIGN(const int ellipsis, EllipsisRank(terms, ranks));
  std::map<char, int> numbers;
  for (const std::string& term : terms.inputs)
    for (const char c : term)
      if (c != kEllipsis) numbers.emplace(c, static_cast<int>(numbers.size()));
  const int letters = static_cast<int>(numbers.size());
  EinsumEquation out;
  out.labels = letters + ellipsis;
  out.letters = letters;
  out.open = OpenIn(terms, ranks);
  for (size_t i = 0; i < terms.inputs.size(); ++i) {
    std::vector<int> labels;
    const int own =
        ranks[i] - static_cast<int>(terms.inputs[i].size()) + 1;  // axes its ellipsis stands for
    for (const char c : terms.inputs[i]) {
      if (c != kEllipsis) labels.push_back(numbers[c]);
      for (int e = ellipsis - own; c == kEllipsis && e < ellipsis; ++e)
        labels.push_back(letters + e);
    }
    out.inputs.push_back(std::move(labels));
  }
  for (const char c : terms.output) {
    if (c == kEllipsis) {
      for (int e = 0; e < ellipsis; ++e) out.output.push_back(letters + e);
      continue;
    }
    const auto it = numbers.find(c);
    if (it == numbers.end())
      return Invalid(StrCat("einsum '", equation, "': output label '", c, "' is in no operand"));
    if (std::find(out.output.begin(), out.output.end(), it->second) != out.output.end())
      return Invalid(StrCat("einsum '", equation, "': output label '", c, "' appears twice"));
    out.output.push_back(it->second);
  }
  return out;
}

}  // namespace assay::ops
