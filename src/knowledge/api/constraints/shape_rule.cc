// Shapes: "A 4-D `Tensor`", "tensor of shape (N, C, H, W)", "must be a scalar", "at least 2-D".
//
// Normal form: "rank = 4", "rank >= 2" or "shape = (N, C, H, W)".
#include <re2/re2.h>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

struct Found {
  std::string value, normal;
  size_t at = 0;
};

bool Match(const RE2& regex, const std::string& sentence, Found& out) {
  re2::StringPiece groups[3];
  const int count = regex.NumberOfCapturingGroups() + 1;
  if (!regex.Match(sentence, 0, sentence.size(), RE2::UNANCHORED, groups, count)) return false;
  out.value = std::string(groups[1]);
  out.normal = count > 2 ? std::string(groups[2]) : "";
  out.at = static_cast<size_t>(groups[1].data() - sentence.data());
  return true;
}

// "tensor of shape (N, C)" in one of its spellings. "shape [n]" with further prose in it is no
// shape.
bool WithShape(const std::string& sentence, Found& out) {
  static const RE2 kShape(
      R"((?i)(?:\b(?:of|with|has|have|must be)(?: the| a)?|,|\() ?(shapes?:? `?([(\[][-\w\s,.*+/{}\\^'|]*[)\]])`?))");
  if (!Match(kShape, sentence, out)) return false;
  // Two shapes: which of them counts depends on something.
  static const RE2 kSecond(R"(\bshape|\bor\s*`?[(\[])");
  if (RE2::PartialMatch(sentence.substr(out.at + out.value.size()), kSecond)) return false;
  std::string inner = Squeeze(out.normal.substr(1, out.normal.size() - 2));
  static const RE2 kBraces(R"([{}\\])");
  RE2::GlobalReplace(&inner, kBraces, "");
  out.normal = StrCat("shape = (", inner, ")");
  return true;
}

bool WithRank(const std::string& sentence, Found& out) {
  static const RE2 kLeast(
      R"((?i)(?:^|\b(?:must|should) (?:be|have) (?:an? )?)((?:at least|>=) ?(\d)[- ]?(?:-?d\b|dim\w*)))");
  static const RE2 kMustRank(
      R"((?i)\b(?:must|should) (?:be|have)(?: of)?(?: an?)? (rank (\d))(?:\.|,|$))");
  static const RE2 kRank(
      R"((?i)(?:^(?:an? |the )?(?:optional |input |sparse )?|\b(?:must|should) be (?:an? )?)((\d)[- ]?D(?:imensional)?)(?:[.,;:]|$| (?:\w+ )?(?:`?\w*tensor`?|array|vector|matrix|list)\b| with\b| of\b))");
  static const RE2 kOr(R"((?i)(\d[- ]?D\w*) (?:or|and|to) (?:an? )?(\d)[- ]?D)");
  static const RE2 kScalar(
      R"((?i)(?:^(?:an? |the )?(?:optional )?|\b(?:must|should) be (?:an? )?)(scalar `?tensor`?|0-D `?tensor`?))");
  static const RE2 kOffer(R"((?i)\b(?:supported|allowed|accepted)\b)");
  if (RE2::PartialMatch(sentence, kOffer)) return false;  // what may be is no demand
  static const RE2 kElse(
      R"((?i)\bor (?:an? )?(?:`?scalar|\d-?D|function|vector|`?none|higher|python|list|tuple|sequence))");
  if (RE2::PartialMatch(sentence, kElse)) return false;
  Found ignored;
  if (Match(kOr, sentence, ignored)) return false;
  if (Match(kLeast, sentence, out)) {
    out.normal = "rank >= " + out.normal;
  } else if (Match(kScalar, sentence, out)) {
    out.normal = "rank = 0";
  } else if (Match(kMustRank, sentence, out) || Match(kRank, sentence, out)) {
    out.normal = "rank = " + out.normal;
  } else {
    return false;
  }
  return true;
}

}  // namespace

void FindShape(const RuleInput& input, std::vector<Constraint>& out) {
  for (const std::string& sentence : input.sentences) {
    for (const auto find : {WithRank, WithShape}) {
      Found found;
      if (!find(sentence, found) || IsAside(sentence, found.at, input)) continue;
      // "(*, N) or (N)": one of several is no demand.
      const std::string behind = sentence.substr(found.at + found.value.size());
      static const RE2 kOther(R"(^`?,?\s*(?:or|and|if|when|to)\b)");
      if (RE2::PartialMatch(behind, kOther)) continue;
      AddConstraint(input, "shape", found.value, found.normal, sentence, out);
    }
  }
}

}  // namespace assay::knowledge
