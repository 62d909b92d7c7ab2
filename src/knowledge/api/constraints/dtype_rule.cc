// Element types: "Must be one of the following types: `float32`, `int32`", "A `Tensor` of type
// `int64`".
//
// Normal form: names joined by "|".
#include <re2/re2.h>

#include <algorithm>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

#define DTYPE \
  R"((?:bfloat16|half|float(?:16|32|64)?|double|u?int(?:4|8|16|32|64)?|q?u?int(?:8|16|32)|complex(?:64|128)?|bool|string|resource|variant|quint(?:8|16)|qint(?:8|16|32)|float8_\w+|int|long|boolean|integer|integral|floating[- ]point|complex|numeric|real))"

// `float32`, `tf.int32`, torch.int64 as one plain word.
std::string PlainDtype(std::string word) {
  static const RE2 kPrefix(R"(`|\btf\.|\btorch\.|\bjnp\.|\bdtypes\.)");
  RE2::GlobalReplace(&word, kPrefix, "");
  return Lower(Squeeze(word));
}

std::string JoinDtypes(const std::string& list) {
  std::string plain = list;
  static const RE2 kOr(R"(\bor\b|\band\b|/)");
  RE2::GlobalReplace(&plain, kOr, ",");
  std::vector<std::string> out;
  for (const std::string& part : Split(plain, ',')) {
    const std::string word = PlainDtype(part);
    if (!word.empty() && std::ranges::find(out, word) == out.end()) out.push_back(word);
  }
  return Join(out, "|");
}

}  // namespace

void FindDtype(const RuleInput& input, std::vector<Constraint>& out) {
#define ITEM R"(`?(?:tf\.|torch\.|jnp\.)?)" DTYPE R"(`?)"
#define LIST "(" ITEM R"((?:(?:\s*,\s*(?:or |and )?| or | and |/))" ITEM ")*)"
  static const RE2 kPatterns[] = {
      RE2(R"((?i)\b(?:must|should) be one of the following types: )" LIST),
      RE2(R"((?i)^(?:an? |the )?(?:optional )?(?:\d-d |scalar |input )?`?(?:sparse)?tensors?`?(?: objects?)?(?: with elements?)? of (?:type|dtype|types) )" LIST
          R"((?:\.|,|;|$| and shape| with| containing| or\b))"),
      RE2(R"((?i)\b(?:must|should)(?: be a tensor)?(?: be| have)? of (?:type|dtype) )" LIST
          R"((?:\.|,|;|\)|$))"),
      RE2(R"((?i)\b(?:must|should) have (?:a )?(?:type|dtype) )" LIST R"((?:\.|,|;|\)|$))"),
      RE2(R"((?i)\bdtype (?:must|should) be (?:one of )?)" LIST R"((?:\.|,|;|\)|$))"),
  };
#undef LIST
#undef ITEM
  for (const std::string& sentence : input.sentences)
    for (const RE2& pattern : kPatterns) {
      re2::StringPiece found[2];
      if (!pattern.Match(sentence, 0, sentence.size(), RE2::UNANCHORED, found, 2)) continue;
      if (IsAside(sentence, static_cast<size_t>(found[1].data() - sentence.data()), input))
        continue;
      const std::string list(found[1]);
      AddConstraint(input, "dtype", list, JoinDtypes(list), sentence, out);
      break;
    }
}

}  // namespace assay::knowledge
