// Ranges: "must be non-negative", "greater than 0", "between 0 and 1", "in the range [0, 1)",
// "Positive integer, …".
//
// Normal form: an interval, "(0, inf)"; ends may be expressions of other parameters.
#include <re2/re2.h>

#include <array>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

struct RangePattern {
  const char* regex;  // its groups stand for \1, \2 in the normal form
  const char* normal;
  bool at_start = false;  // only as the first words of the description
};

#define NUMBER R"(`?(-?(?:\d+(?:\.\d+)?(?:e-?\d+)?|inf(?:inity)?|pi))\b`?)"
#define MUST \
  R"(\b(?:must|should|has to|have to|needs? to)(?: all| also)? be(?: an?| the)?(?: integers?| floats?| numbers?| values?| int| scalar)?(?: strictly)? )"

constexpr std::array kRangePatterns = {
    RangePattern{MUST R"((?:non-?negative|not negative))", "[0, inf)"},
    RangePattern{MUST R"((?:a )?(?:strictly )?positive\b)", "(0, inf)"},
    RangePattern{MUST R"((?:non-?zero|nonzero)\b)", "!= 0"},
    RangePattern{
        MUST
        R"((?:>=|greater than or equal to|greater or equal to|larger than or equal to|at least|no less than) ?)" NUMBER,
        R"([\1, inf))"},
    RangePattern{MUST R"((?:>|greater than|larger than|bigger than|more than) ?)" NUMBER,
                 R"((\1, inf))"},
    RangePattern{
        MUST
        R"((?:<=|less than or equal to|smaller than or equal to|at most|no more than) ?)" NUMBER,
        R"((-inf, \1])"},
    RangePattern{MUST R"((?:<|less than|smaller than) ?)" NUMBER, R"((-inf, \1))"},
    RangePattern{
        R"(\b(?:must|should) be (?:in the (?:closed )?(?:range|interval)|in|within)(?: of)? `?([\[(])\s*)" NUMBER
        R"(\s*,\s*)" NUMBER R"(\s*([\])])`?)",
        R"(\1\2, \3\4)"},
    RangePattern{
        R"(\bin (?:the )?(?:closed |open |half-open )?(?:range|interval)(?: of)? `?([\[(])\s*(-?[\w.]+(?:\(\w+\))?)\s*,\s*(-?[\w.]+(?:\(\w+\))?)\s*([\])])`?(?:[.,;:) ]|$))",
        R"(\1\2, \3\4)"},
    RangePattern{MUST R"(between )" NUMBER R"( and )" NUMBER, R"([\1, \2])"},
    RangePattern{
        R"((?:float|integer|int|number|value|scalar|floating point value|probability)s? (?:in|between) )" NUMBER
        R"( and )" NUMBER,
        R"([\1, \2])", true},
    RangePattern{
        R"((?:(?:python )?(?:float|integer|int|number|value|scalar)s?,? )?(?:in|in range|in the range) \[)" NUMBER
        R"(\s*,\s*)" NUMBER R"(\])",
        R"([\1, \2])", true},
    RangePattern{
        R"((?:float|integer|int|number|value|scalar)s?,? (?:>=|at least|greater than or equal to) ?)" NUMBER,
        R"([\1, inf))", true},
    RangePattern{R"((?:float|integer|int|number|value|scalar)s?,? (?:>|greater than) ?)" NUMBER,
                 R"((\1, inf))", true},
    RangePattern{R"(positive (?:integer|int|float|number|scalar|python integer|python int)\b)",
                 "(0, inf)", true},
    RangePattern{R"(non-?negative (?:integer|int|float|number|scalar)\b)", "[0, inf)", true},
};
#undef MUST
#undef NUMBER

// Fills \1 … \4 of the pattern's normal form.
std::string FillRange(const char* normal, const std::array<std::string, 4>& groups) {
  std::string out;
  for (const char* at = normal; *at != '\0'; ++at)
    if (*at == '\\')
      out += groups[static_cast<size_t>(*++at - '1')];
    else
      out += *at;
  return out;
}

const std::array<RE2, kRangePatterns.size()>& CompiledRanges() {
  static const auto* kCompiled = [] {
    const auto text = [](size_t i) {
      const RangePattern& p = kRangePatterns[i];
      // Group 0 is all of it; unused groups match nothing.
      return StrCat(p.at_start ? "(?i)^(?:an? |the |optional |python )*(" : "(?i)(", p.regex, ")");
    };
    return new auto([&]<size_t... kIndex>(std::index_sequence<kIndex...>) {
      return std::array<RE2, kRangePatterns.size()>{RE2(text(kIndex))...};
    }(std::make_index_sequence<kRangePatterns.size()>()));
  }();
  return *kCompiled;
}

// "Rank must be at least 1", "at least 2-dimensional", "positive definite": no value is meant.
bool SpeaksOfSize(const std::string& before, const std::string& behind) {
  static const RE2 kSize(
      R"((?i)\b(?:rank|length|ndim|dimensions?|size|shape|number of \w+|sum|product)`?\s*$)");
  static const RE2 kUnit(
      R"((?i)^(?:-?d\b|-? ?dim|x\b| times|-?definite| definite|[- ]semi| elements?\b| characters?\b))");
  return RE2::PartialMatch(before, kSize) || RE2::PartialMatch(behind, kUnit);
}

void Try(const RuleInput& input, const std::string& sentence, size_t index,
         std::vector<Constraint>& out) {
  const RE2& regex = CompiledRanges()[index];
  std::array<re2::StringPiece, 6> found;
  const int groups = regex.NumberOfCapturingGroups() + 1;
  if (!regex.Match(sentence, 0, sentence.size(), RE2::UNANCHORED, found.data(), groups)) return;
  const size_t at = static_cast<size_t>(found[1].data() - sentence.data());
  if (IsAside(sentence, at, input)) return;
  if (SpeaksOfSize(sentence.substr(0, at), std::string(found[1].data() + found[1].size(),
                                                       sentence.data() + sentence.size())))
    return;
  std::array<std::string, 4> values;
  for (int i = 2; i < groups; ++i)
    values[static_cast<size_t>(i) - 2] = std::string(found[static_cast<size_t>(i)]);
  AddConstraint(input, "range", found[1], FillRange(kRangePatterns[index].normal, values), sentence,
                out);
}

}  // namespace

void FindRange(const RuleInput& input, std::vector<Constraint>& out) {
  const auto read = [&](const std::string& sentence, bool first) {
    for (size_t i = 0; i < kRangePatterns.size(); ++i) {
      const size_t before = out.size();
      if (first || !kRangePatterns[i].at_start) Try(input, sentence, i, out);
      if (out.size() > before) return;
    }
  };
  for (size_t i = 0; i < input.sentences.size(); ++i) read(input.sentences[i], i == 0);
  for (const std::string& sentence : input.about) read(sentence, false);
}

}  // namespace assay::knowledge
