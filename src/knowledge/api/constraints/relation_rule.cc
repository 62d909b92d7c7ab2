// Relations to other parameters: "Must have the same type as `x`", "divisible by `groups`",
// "broadcastable with `input`", "must be less than `high`".
//
// Normal form: an expression in which the parameter has its own name: "dtype(y) = dtype(x)",
// "in_channels % groups = 0".
#include <re2/re2.h>

#include <array>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

struct RelationPattern {
  RE2 regex;           // group 1: all of it; group 2: the other parameter
  const char* normal;  // @ is the parameter, # the other
};

const std::array<RelationPattern, 9>& Patterns() {
  static const std::array<RelationPattern, 9> kPatterns = {{
      {RE2(R"((?i)((?:must|should|has to) (?:have|be of|be) (?:the )?same (?:d?type|data type|element type)(?: and shape)? as `?(\w+)`?))"),
       "dtype(@) = dtype(#)"},
      {RE2(R"((?i)((?:must|should|has to|with|of) (?:have |be of |be )?(?:the )?same (?:shape|size|dimensions)(?: and d?type)? as `?(\w+)`?))"),
       "shape(@) = shape(#)"},
      {RE2(R"((?i)((?:must|should) (?:have|be) (?:the )?same (?:length|number of elements) as `?(\w+)`?))"),
       "len(@) = len(#)"},
      {RE2(R"((?i)((?:must|should)(?: both)? be divisible by `?(\w+)`?))"), "@ % # = 0"},
      {RE2(R"((?i)((?:must|should) be `?broadcastable`? (?:to|with)(?: the shape of)? `?(\w+)`?))"),
       "broadcastable(@, #)"},
      {RE2(R"((?i)((?:must|should) be (?:less|smaller) than or equal to `?([A-Za-z]\w*)`?))"),
       "@ <= #"},
      {RE2(R"((?i)((?:must|should) be (?:less|smaller) than `?([A-Za-z]\w*)`?))"), "@ < #"},
      {RE2(R"((?i)((?:must|should) be (?:greater|larger) than or equal to `?([A-Za-z]\w*)`?))"),
       "@ >= #"},
      {RE2(R"((?i)((?:must|should) be (?:greater|larger) than `?([A-Za-z]\w*)`?))"), "@ > #"},
  }};
  return kPatterns;
}

std::string FillRelation(const char* normal, const std::string& self, const std::string& other) {
  std::string out;
  for (const char* at = normal; *at != '\0'; ++at)
    out += *at == '@' ? self : *at == '#' ? other : std::string(1, *at);
  return out;
}

// "the same shape as module parameters", "as many as `mesh.ndim`": not the parameter itself is
// meant.
bool StandsAlone(re2::StringPiece match, const std::string& sentence) {
  const std::string behind(match.data() + match.size(), sentence.data() + sentence.size());
  if (match.ends_with("`")) return true;
  static const RE2 kEnds(R"(^(?:[,;)]|\.(?:\s|$)|$| (?:with|and|or|that|along|in|except|if)\b))");
  return match.find('`') == re2::StringPiece::npos && RE2::PartialMatch(behind, kEnds);
}

void ReadRelation(const RuleInput& input, const std::string& sentence,
                  std::vector<Constraint>& out) {
  for (const RelationPattern& pattern : Patterns()) {
    re2::StringPiece found[3];
    if (!pattern.regex.Match(sentence, 0, sentence.size(), RE2::UNANCHORED, found, 3)) continue;
    const std::string other(found[2]);
    // The other side must be a parameter: "the same shape as the input" may mean anything.
    if (other == input.parameter.name || FindParameter(input.doc, other) == nullptr) continue;
    if (!StandsAlone(found[1], sentence)) continue;
    if (IsAside(sentence, static_cast<size_t>(found[1].data() - sentence.data()), input)) continue;
    AddConstraint(input, "relation", found[1],
                  FillRelation(pattern.normal, input.parameter.name, other), sentence, out);
  }
}

}  // namespace

void FindRelation(const RuleInput& input, std::vector<Constraint>& out) {
  for (const std::string& sentence : input.sentences) ReadRelation(input, sentence, out);
  for (const std::string& sentence : input.about) ReadRelation(input, sentence, out);
}

}  // namespace assay::knowledge
