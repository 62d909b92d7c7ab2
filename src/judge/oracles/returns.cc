// "Returns: A `Tensor`. Has the same type as `x`." and its like: element type and shape of the
// result.
//
// Only statements about one result as a whole are read. A documented type that the result only has
// by default is not: "of type `int32`" counts unless the API lets the caller choose.
#include <re2/re2.h>

#include "base/strings.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

struct Promise {
  std::string claim, condition;  // in our words; Python over `actual` and the arguments
};

// The variable of a tensor that we made for that parameter; "" when there is none.
std::string Variable(const OracleInput& input, const WrittenCall& written,
                     const std::string& name) {
  if (const CallArgument* argument = input.call.Find(name);
      argument != nullptr && !argument->dtype.empty())
    for (const std::string& variable : TensorVariables(input.call, written))
      if (variable == name) return variable;
  return "";
}

// Types of results by the words of the documentation, as numpy calls them.
std::string NumpyName(const std::string& word) {
  static const RE2 kName(R"(^(?:u?int(?:8|16|32|64)|float(?:16|32|64)|bool|complex(?:64|128))$)");
  if (RE2::FullMatch(word, kName)) return word;
  if (word == "boolean") return "bool";
  if (word == "half") return "float16";
  if (word == "double") return "float64";
  return "";
}

// Whether a parameter decides the type of the result.
bool TypeIsChosen(const knowledge::ApiDoc& doc) {
  for (const knowledge::Parameter& parameter : doc.parameters)
    if (Lower(parameter.name).find("type") != std::string::npos || parameter.name == "T")
      return true;
  return false;
}

// "Must have complex dtype": a real argument may be taken all the same, but nothing is promised.
bool IsComplexWanted(const OracleInput& input, const std::string& name) {
  static const RE2 kComplex(R"((?i)\b(?:must|should) (?:be|have)(?: an?)? complex)");
  const CallArgument* argument = input.call.Find(name);
  if (argument == nullptr || argument->dtype.starts_with("complex")) return false;
  for (const knowledge::Parameter& parameter : input.doc.parameters)
    if (parameter.name == name) return RE2::PartialMatch(parameter.description, kComplex);
  return false;
}

// The first sentences say what is returned; later ones speak of cases.
std::vector<Promise> Read(const OracleInput& input, const WrittenCall& written,
                          const std::string& returns) {
  static const RE2 kTypeAs(
      R"((?i)\b(?:has|of|with|have) the same (?:d?type|data type|element type) as `(\w+)`)");
  static const RE2 kBothAs(
      R"((?i)\b(?:has|of|with|have)?\s?(?:the )?same (?:(?:shape|size) and (?:d?type|data type)|(?:d?type|data type) and (?:shape|size)) as `(\w+)`)");
  static const RE2 kShapeAs(
      R"((?i)\b(?:has|of|with|have)?\s?(?:the )?same (?:shape|size) as `(\w+)`)");
  static const RE2 kType(
      R"((?i)^(?:an?|the)? ?`?(?:tf\.)?(?:output )?(?:tensor|array)`? of type `(?:tf\.)?(\w+)`\.?$)");
  static const RE2 kBool(R"((?i)^(?:an?|output) (boolean|bool) (?:tensor|array)\b)");
  std::vector<Promise> out;
  const auto type_as = [&](const std::string& name) {
    if (const std::string v = Variable(input, written, name);
        !v.empty() && !IsComplexWanted(input, name))
      out.push_back({StrCat("the result has the type of `", name, "`"),
                     StrCat("not is_tensor(actual) or actual.dtype == ", v, ".dtype")});
  };
  const auto shape_as = [&](const std::string& name) {
    if (const std::string v = Variable(input, written, name); !v.empty())
      out.push_back(
          {StrCat("the result has the shape of `", name, "`"),
           StrCat("not is_tensor(actual) or tuple(actual.shape) == tuple(", v, ".shape)")});
  };
  std::string name;
  if (RE2::PartialMatch(returns, kBothAs, &name)) {
    type_as(name);
    shape_as(name);
  } else {
    if (RE2::PartialMatch(returns, kTypeAs, &name)) type_as(name);
    if (RE2::PartialMatch(returns, kShapeAs, &name)) shape_as(name);
  }
  if ((RE2::PartialMatch(returns, kType, &name) || RE2::PartialMatch(returns, kBool, &name)) &&
      !TypeIsChosen(input.doc))
    if (const std::string type = NumpyName(name); !type.empty())
      out.push_back({StrCat("the result is of type ", type),
                     StrCat("not is_tensor(actual) or dtype_name(actual) == '", type, "'")});
  return out;
}

}  // namespace

void MakeReturnsTrials(const OracleInput& input, std::vector<Trial>& out) {
  const WrittenCall written = Write(input.call, input.doc);
  for (const std::string& sentence : knowledge::Sentences(input.doc.returns)) {
    static const RE2 kCase(
        R"((?i)\b(?:if|when|unless|otherwise|except|for|tuple|list|each|where|or|along)\b|\(s\))");
    if (RE2::PartialMatch(sentence, kCase)) continue;
    for (const Promise& promise : Read(input, written, sentence)) {
      Trial trial = NewTrial("returns", "", sentence, promise.claim);
      TrialWriter writer(input.dialect, input.prelude);
      writer.Call(input.call, input.doc, "actual");
      writer.Comment(Cited(input, "Returns: " + sentence));
      writer.Claim().Check(promise.condition, trial.claim, "'it is ' + describe(actual)");
      writer.Finish(std::move(trial), out);
    }
  }
}

}  // namespace assay::judge
