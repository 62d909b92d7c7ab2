#include "knowledge/api/constraints/constraints.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace assay::knowledge {

#define RULE(Name, kind) void Find##Name(const RuleInput& input, std::vector<Constraint>& out);
#include "knowledge/api/constraints/rules.def"
#undef RULE

std::span<const Rule> AllRules() {
  static constexpr std::array kRules = {
#define RULE(Name, kind) Rule{kind, Find##Name},
#include "knowledge/api/constraints/rules.def"
#undef RULE
  };
  return kRules;
}

void AddConstraint(const RuleInput& input, std::string_view kind, std::string_view value,
                   std::string_view normal, std::string_view sentence,
                   std::vector<Constraint>& out) {
  const bool known = std::ranges::any_of(
      out, [&](const Constraint& c) { return c.kind == kind && c.normal == normal; });
  if (known || Trim(value).empty()) return;
  out.push_back({std::string(kind), input.parameter.name, Squeeze(value), std::string(normal),
                 std::string(sentence)});
}

bool IsAside(std::string_view sentence, size_t at, const RuleInput& input) {
  static const RE2 kCase(
      R"((?i)\b(if|when|whenever|unless|whether|where|for example|e\.g|such as|otherwise|output|outputs|result|results|returns?|returned|for instance|gradients?|every|second|third|latter|former|corresponds?|currently|typically|usually|recommended|often)\b)");
  const std::string before(sentence.substr(0, at));
  if (before.starts_with("For ") || before.starts_with("In ") || RE2::PartialMatch(before, kCase))
    return true;
  // "`lu` is an array of shape …" in the description of a pair.
  static const RE2 kSubject(R"(^`(\w+)` (?:is|are|has|have|must|should|can)\b)");
  std::string subject;
  if (RE2::PartialMatch(re2::StringPiece(sentence.data(), sentence.size()), kSubject, &subject) &&
      subject != input.parameter.name)
    return true;
  // Another parameter was named since: it is the subject.
  static const RE2 kNamed(R"(`([A-Za-z_]\w*)`)");
  re2::StringPiece rest(before);
  std::string name;
  while (RE2::FindAndConsume(&rest, kNamed, &name))
    if (name != input.parameter.name && FindParameter(input.doc, name) != nullptr) return true;
  return false;
}

namespace {

// Sentences of the text in which the parameter is what something is said about.
std::vector<std::string> SentencesAbout(const std::vector<std::string>& sentences,
                                        const std::string& name) {
  const std::string quoted = "`" + name + "`";
  std::vector<std::string> out;
  for (const std::string& sentence : sentences) {
    const size_t at = sentence.find(quoted);
    if (at == std::string::npos) continue;
    const std::string_view behind = Trim(std::string_view(sentence).substr(at + quoted.size()));
    static const RE2 kVerb(
        R"(^(?:must|should|has to|have to|needs? to|cannot|can only|is ignored|will be ignored|is only|has no effect))");
    if (RE2::PartialMatch(re2::StringPiece(behind.data(), behind.size()), kVerb))
      out.push_back(sentence);
  }
  return out;
}

}  // namespace

void FindConstraints(ApiDoc& doc) {
  std::vector<std::string> all = Sentences(doc.text);
  for (const std::string& note : doc.notes)
    for (std::string& sentence : Sentences(note)) all.push_back(std::move(sentence));
  for (Parameter& parameter : doc.parameters) {
    parameter.constraints.clear();
    // What is said of **kwargs is said of something in it.
    if (parameter.kind.starts_with("var-")) continue;
    const RuleInput input{parameter, doc, Sentences(parameter.description),
                          SentencesAbout(all, parameter.name)};
    std::vector<Constraint> found;
    for (const Rule& rule : AllRules()) rule.find(input, found);
    parameter.constraints = std::move(found);
  }
}

}  // namespace assay::knowledge
