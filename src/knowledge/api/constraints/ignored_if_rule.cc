// Parameters without effect: "Ignored if `dim` is None", "Only used when `mode` is 'bilinear'", "If
// `beta` is 0, `input` will be ignored".
//
// Normal form: "ignored if C" or "ignored unless C", C in the words of the text.
#include <re2/re2.h>

#include <memory>

#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {
namespace {

struct IgnoredPattern {
  const char* regex;  // group 1: all of it; group 2: the condition
  const char* normal;
};

// Who has no effect must be the parameter: "this", "it", its name, or nobody named ("Ignored if
// …").
#define SELF \
  R"((?:^|\(|; )(?:then |note that )?(?:this(?: argument| parameter| option| value| flag| setting)?|it|the (?:argument|parameter|value)|@)? ?)"
#define UP_TO_END R"(((?:[^.;()]|\.\.\.|\.\w){3,160}))"
constexpr IgnoredPattern kPatterns[] = {
    {"(" SELF R"((?:is |are |will be )?ignored for )" UP_TO_END ")", "ignored for "},
    {"(" SELF R"((?:is |are |will be )?ignored (?:if|when) )" UP_TO_END ")", "ignored if "},
    {"(" SELF R"((?:is |are |will be )?ignored unless )" UP_TO_END ")", "ignored unless "},
    {"(" SELF R"((?:has|have) no effect (?:if|when) )" UP_TO_END ")", "ignored if "},
    {"(" SELF R"((?:has|have) no effect unless )" UP_TO_END ")", "ignored unless "},
    {"(" SELF
     R"((?:is |are )?(?:only (?:be )?(?:used|relevant|applicable|effective|valid|applies|has (?:an )?effect|considered)|(?:used|relevant|applicable|effective) only) (?:if|when) )" UP_TO_END
     ")",
     "ignored unless "},
    {R"(^(?:If|When) ([^,;]{3,120}), (?:then )?(?:the (?:content|value) of )?(?:this (?:argument|parameter|option|value)|this|it|@) (?:is|will be) ignored)",
     "ignored if "},
};
#undef SELF
#undef UP_TO_END

// The sentence with @ for the parameter, as the patterns have it.
std::string WithPlaceholder(const std::string& sentence, const std::string& name) {
  std::string out = sentence;
  const std::string quoted = "`" + name + "`";
  for (size_t at; (at = out.find(quoted)) != std::string::npos;)
    out.replace(at, quoted.size(), "@");
  if (out.starts_with(name + " ")) out.replace(0, name.size(), "@");
  return out;
}

std::string WithName(std::string text, const std::string& name) {
  for (size_t at; (at = text.find('@')) != std::string::npos;)
    text.replace(at, 1, "`" + name + "`");
  return text;
}

const std::vector<std::unique_ptr<RE2>>& Compiled() {
  static const auto* kCompiled = [] {
    auto* out = new std::vector<std::unique_ptr<RE2>>;
    for (const IgnoredPattern& pattern : kPatterns)
      out->push_back(std::make_unique<RE2>("(?i)" + std::string(pattern.regex)));
    return out;
  }();
  return *kCompiled;
}

void Read(const RuleInput& input, const std::string& sentence, std::vector<Constraint>& out) {
  const std::string& name = input.parameter.name;
  const std::string text = WithPlaceholder(sentence, name);
  for (size_t i = 0; i < Compiled().size(); ++i) {
    const RE2& regex = *Compiled()[i];
    re2::StringPiece found[3];
    const int groups = regex.NumberOfCapturingGroups() + 1;
    if (!regex.Match(text, 0, text.size(), RE2::UNANCHORED, found, groups)) continue;
    const std::string condition = WithName(Squeeze(std::string(found[groups - 1])), name);
    AddConstraint(input, "ignored-if", WithName(std::string(found[0]), name),
                  kPatterns[i].normal + condition, sentence, out);
    return;
  }
}

bool Speaks(const std::string& sentence) {
  const std::string lower = Lower(sentence);
  return lower.find("ignored") != std::string::npos || lower.find("effect") != std::string::npos ||
         lower.find("only") != std::string::npos;
}

}  // namespace

void FindIgnoredIf(const RuleInput& input, std::vector<Constraint>& out) {
  for (const std::string& sentence : input.sentences)
    if (Speaks(sentence)) Read(input, sentence, out);
  // In the text of the API only "If C, `p` will be ignored" and "`p` is ignored if C" name the
  // parameter.
  const std::string quoted = "`" + input.parameter.name + "`";
  for (const std::string& sentence : input.about)
    if (Speaks(sentence) && sentence.find(quoted) != std::string::npos) Read(input, sentence, out);
}

}  // namespace assay::knowledge
