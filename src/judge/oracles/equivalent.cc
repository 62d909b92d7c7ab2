// "Alias for `torch.abs`", "See `torch.abs`" (of a method), "`x.float()` is equivalent to
// `self.to(torch.float32)`", "Equivalent to calling `input.expand(shape)`": both must give the
// same.
//
// An expression is taken when every name in it is a parameter of the call, `self` or the framework,
// and the sentence has no condition. Aliases are called with the same arguments.
#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

using knowledge::LastPart;

struct Other {
  std::string expression;  // Python
  std::string text;        // as the documentation writes it
};

std::string Arguments(const WrittenCall& written) {
  const size_t open = written.expression.find('(');
  return written.expression.substr(open + 1, written.expression.size() - open - 2);
}

// Another name for the same function. Names without a module are taken from the API's own.
std::optional<Other> Alias(const OracleInput& input, const std::string& sentence) {
  static const RE2 kAlias(
      R"((?i)^(?:this is |it is )?(?:an? )?(?:alias (?:of|for)|shorthand for|see) `([A-Za-z_][\w.]*)(?:\(\))?`\.?$)");
  std::string name;
  if (!RE2::FullMatch(sentence, kAlias, &name)) return std::nullopt;
  const bool method = input.doc.kind == "method";
  if (name.starts_with("keras.")) name = "tf." + name;
  if (name.starts_with("Tensor.")) name = "torch." + name;
  const std::string owner = input.doc.name.substr(0, input.doc.name.rfind('.'));
  if (name.find('.') == std::string::npos) name = StrCat(owner, ".", name);
  if (name == input.doc.name) return std::nullopt;
  const WrittenCall written = Write(input.call, input.doc);
  if (input.call.is_called) return std::nullopt;
  const std::string arguments = Arguments(written);
  if (!method) return Other{StrCat(name, "(", arguments, ")"), name};
  // A method as a function takes its tensor first; names of other methods stay methods.
  if (name.starts_with(owner + "."))
    return Other{StrCat("receiver.", LastPart(name), "(", arguments, ")"), name};
  return Other{StrCat(name, "(receiver", arguments.empty() ? "" : ", ", arguments, ")"), name};
}

// Every name that begins a word outside quotes must be known.
bool AllKnown(const std::string& expression, const std::vector<std::string>& known) {
  static const RE2 kName(R"re((^|[^\w.'"])([A-Za-z_]\w*)(\s*=[^=])?)re");
  re2::StringPiece rest(expression);
  std::string before, name, keyword;
  while (RE2::FindAndConsume(&rest, kName, &before, &name, &keyword)) {
    if (!keyword.empty()) continue;
    if (name == "True" || name == "False" || name == "None") continue;
    if (std::ranges::find(known, name) == known.end()) return false;
  }
  return true;
}

// "… is equivalent to `EXPRESSION`." with nothing before that makes it a case.
std::optional<Other> Expression(const std::string& sentence) {
  static const RE2 kEquivalent(
      R"((?i)\b(?:equivalent to|same as)(?: calling)? `([^`]*\([^`]*\)[^`]*)`\.?$)");
  static const RE2 kCase(
      R"((?i)\b(?:if|when|for|unless|except|with|semantically|roughly|almost|not|similar|only|numpy|scipy)\b)");
  std::string expression;
  if (!RE2::PartialMatch(sentence, kEquivalent, &expression)) return std::nullopt;
  if (RE2::PartialMatch(sentence.substr(0, sentence.find(expression)), kCase)) return std::nullopt;
  return Other{expression, expression};
}

// The parameters as variables: what the call passes, otherwise the defaults.
std::vector<std::string> Bindings(const OracleInput& input, std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const knowledge::Parameter& parameter : input.doc.parameters) {
    const CallArgument* argument = input.call.Find(parameter.name);
    const std::string value =
        argument != nullptr ? argument->expression : parameter.default_value.value_or("");
    if (value.empty() || value[0] == '<') continue;
    out.push_back(StrCat(parameter.name, " = ", value));
    names.push_back(parameter.name);
  }
  if (!input.call.receiver.empty()) {
    out.push_back("self = " + input.call.receiver);
    names.push_back("self");
  }
  return out;
}

void Add(const OracleInput& input, const std::string& sentence, const Other& other,
         const std::vector<std::string>& bindings, std::vector<Trial>& out) {
  Trial trial = NewTrial("equivalent", "", sentence, StrCat("it is equivalent to ", other.text));
  // torch.polygamma(n, input): a function may take the tensor of the method in another place.
  if (sentence.starts_with("See ")) trial.blame = Blame::kChecks;
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(input.call, input.doc, "expected");
  writer.Comment(Cited(input, sentence));
  if (bindings.empty()) {
    writer.Arguments(Write(input.call, input.doc));
  } else {
    for (const std::string& setup : input.call.setup) writer.Line(setup);
    for (const std::string& binding : bindings) writer.Line(binding);
    const std::string seed = SeedFor(input.dialect, input.doc.name);
    if (!seed.empty()) writer.Line(seed);
  }
  writer.Claim().Line(StrCat("actual = ", other.expression));
  writer.Check("same(expected, actual)", trial.claim,
               "describe(expected) + ' here and there ' + describe(actual)");
  writer.Finish(std::move(trial), out);
}

}  // namespace

void MakeEquivalentTrials(const OracleInput& input, std::vector<Trial>& out) {
  if (IsArbitrary(input.doc)) return;
  std::vector<std::string> names = {"torch", "tf", "jax", "jnp", "np"};
  const std::vector<std::string> bindings = Bindings(input, names);
  for (const std::string& sentence : AllSentences(input.doc)) {
    if (const auto alias = Alias(input, sentence)) {
      // "See X" may point to more than the same function: only methods mean just that.
      if (!sentence.starts_with("See ") ||
          (input.doc.kind == "method" && LastPart(alias->text) == LastPart(input.doc.name)))
        Add(input, sentence, *alias, {}, out);
    } else if (const auto expression = Expression(sentence)) {
      if (AllKnown(expression->expression, names) && expression->expression.find(',') != 0)
        Add(input, sentence, *expression, bindings, out);
    }
  }
}

}  // namespace assay::judge
