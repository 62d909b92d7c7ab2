// Types: "(int or tuple, optional)", annotations, and descriptions that begin with one ("Integer,
// the number of …").
//
// Normal form: canonical names joined by "|" in the order of the text: int|tuple.
#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

struct Word {
  const char* spellings;  // lower case, separated by |
  const char* type;
};

constexpr Word kWords[] = {
    {"int|ints|integer|integers|int64", "int"},
    {"float|floats|double", "float"},
    {"bool|bools|boolean|booleans", "bool"},
    {"str|strs|string|strings", "str"},
    {"complex", "complex"},
    {"number|numbers|numeric|real number", "number"},
    {"scalar|scalars", "scalar"},
    {"none|nonetype", "None"},
    {"dict|dictionary|mapping", "dict"},
    {"tuple|tuples", "tuple"},
    {"list|lists", "list"},
    {"set", "set"},
    {"sequence|sequences", "sequence"},
    {"iterable", "iterable"},
    {"callable|function|callables", "callable"},
    {"tensor|tensors|torch.tensor|tf.tensor|longtensor|floattensor|booltensor|inttensor", "Tensor"},
    {"array|arrays|arraylike|array_like|array-like|ndarray|jax.array|jax.typing.arraylike",
     "array"},
    {"dtype|torch.dtype|tf.dtype|dtypelike|tf.dtypes.dtype|jax.typing.dtypelike", "dtype"},
    {"device|torch.device", "device"},
    {"module|torch.nn.module|nn.module", "Module"},
    {"variable|variables|tf.variable", "Variable"},
    {"type", "type"},
};

std::string TypeOfWord(const std::string& word) {
  static const std::map<std::string, std::string> kTypes = [] {
    std::map<std::string, std::string> out;
    for (const Word& known : kWords)
      for (const std::string& spelling : Split(known.spellings, '|')) out[spelling] = known.type;
    return out;
  }();
  const auto found = kTypes.find(Lower(word));
  return found == kTypes.end() ? "" : found->second;
}

// "Optional[Tuple[int, int]]" is "tuple|None": only the outermost matters.
std::string WithoutBrackets(std::string text) {
  static const RE2 kOptional(R"(^(?:typing\.)?Optional\[(.*)\]$)");
  static const RE2 kUnion(R"(^(?:typing\.)?Union\[(.*)\]$)");
  std::string inner;
  if (RE2::FullMatch(text, kOptional, &inner)) return WithoutBrackets(inner) + "|None";
  if (RE2::FullMatch(text, kUnion, &inner)) text = inner;
  static const RE2 kBrackets(R"((?:\[[^\[\]]*\]|\([^()]*\)))");
  while (RE2::GlobalReplace(&text, kBrackets, " ") > 0) {
  }
  return text;
}

// All words must be known: half a type is a wrong type.
std::string Normalise(const std::string& text) {
  if (text.find("Literal[") != std::string::npos || text.find('{') != std::string::npos) return "";
  std::string plain = WithoutBrackets(text);
  static const RE2 kQuotes(R"(`|~)");
  RE2::GlobalReplace(&plain, kQuotes, "");
  // "tuple of ints" is a tuple; "list of Tensor" a list.
  static const RE2 kMembers(
      R"((?i)\b(tuple|list|sequence|iterable|array|dict)s? of [\w.]+(?: [\w.]+)?)");
  RE2::GlobalReplace(&plain, kMembers, R"(\1)");
  static const RE2 kOr(R"((?i)\bor\b|/|,|;|\band\b)");
  RE2::GlobalReplace(&plain, kOr, "|");
  std::vector<std::string> types;
  for (const std::string& part : Split(plain, '|')) {
    std::string word = Squeeze(part);
    static const RE2 kArticle(R"((?i)^(?:an?|the|optional|python|single|scalar)\s+)");
    RE2::Replace(&word, kArticle, "");
    static const RE2 kModule(
        R"(^(?:collections\.abc\.|typing\.|_typing\.|jax\._src\.typing\.|builtins\.))");
    RE2::Replace(&word, kModule, "");
    if (word.empty()) continue;
    const std::string type = TypeOfWord(word);
    if (type.empty()) return "";
    if (std::ranges::find(types, type) == types.end()) types.push_back(type);
  }
  return Join(types, "|");
}

// A default is always allowed, whatever the words say.
std::string OrNone(const std::string& normal, const Parameter& parameter) {
  const bool needed = parameter.default_value == "None" && normal.find("None") == std::string::npos;
  return needed ? normal + "|None" : normal;
}

// "Integer, …", "A `Tensor` of …", "An optional `bool`. Defaults to …".
void FromDescription(const RuleInput& input, std::vector<Constraint>& out) {
  if (input.sentences.empty()) return;
  static const RE2 kHead(
      R"((?i)^(?:an? |the |optional |(?:strictly )?positive |non-negative |python |scalar |1-d |2-d |3-d |4-d |5-d )*(`?[\w.]+`?(?: (?:or|/) (?:an? |the )?`?[\w.]+`?|/`?[\w.]+`?)*)(?:\.|,|;|:| of\b| with\b| in\b| between\b| from\b| containing\b| specifying\b| representing\b| whose\b| that\b|$| \())");
  std::string head;
  const std::string& first = input.sentences[0];
  if (!RE2::PartialMatch(first, kHead, &head)) return;
  const std::string normal = Normalise(head);
  if (!normal.empty())
    AddConstraint(input, "type", head, OrNone(normal, input.parameter), first, out);
}

}  // namespace

void FindType(const RuleInput& input, std::vector<Constraint>& out) {
  const Parameter& parameter = input.parameter;
  const std::string normal = parameter.type.empty() ? "" : Normalise(parameter.type);
  if (normal.empty())
    FromDescription(input, out);
  else
    AddConstraint(input, "type", parameter.type, OrNone(normal, parameter),
                  StrCat(parameter.name, " (", parameter.type, ")"), out);
}

}  // namespace assay::knowledge
