#include "judge/model/error_kind.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "judge/model/arguments.h"

namespace assay::judge::model {
namespace {

bool Names(const std::string& text, const std::string& name) {
  return !name.empty() &&
         RE2::PartialMatch(text, StrCat(R"((?:^|[^\w]))", RE2::QuoteMeta(name), R"((?:$|[^\w]))"));
}

// Parameters of the API that `text` speaks of.
size_t NamedParameters(const std::string& text, const knowledge::ApiDoc& doc) {
  size_t out = 0;
  for (const knowledge::Parameter& parameter : doc.parameters)
    out += Names(text, parameter.name) ? 1 : 0;
  return out;
}

bool IsAboutTypes(const std::string& text) {
  static const RE2 kTypes(
      R"((?i)dtype|TypeError|scalar type|data type|float|int32|int64|\bbool|complex|integer)");
  return RE2::PartialMatch(text, kTypes);
}

// The program meets something of its surroundings that it should have cared about.
bool IsAboutContext(const std::string& message) {
  static const RE2 kContext(
      R"((?i)cuda|device|not compiled|no module|numpy\(\)|requires_grad|detach|No such file)");
  return RE2::PartialMatch(message, kContext);
}

// The API is reached from inside a function, or its arguments are spread: which value the parameter
// has cannot be read off.
bool IsImplicit(const ModelCase& one, const knowledge::ApiDoc& doc) {
  const program::Program program = program::ReadProgram(one.program);
  for (const program::Call* call : CallsOf(program, doc.name)) {
    if (!call->inside.empty()) return true;
    for (const program::Argument& argument : call->arguments)
      if (argument.keyword.starts_with('*')) return true;
  }
  return false;
}

std::string OfChange(const ModelCase& one, const knowledge::ApiDoc& doc, const Ending& said) {
  const Ending& seen = one.observed.ending;
  // As the program was before, so it is now: only the change was thought of.
  if (one.before == seen.status && said.status != seen.status && one.before != "valid")
    return "think-only-about-change";
  if (IsImplicit(one, doc)) return "dismatch-implicit-calls";
  if (!Names(one.consensus.sentence, one.parameter)) return "misunderstand-documentation";
  return "";
}

}  // namespace

std::string ErrorKindOf(const ModelCase& one, const knowledge::ApiDoc& doc) {
  if (one.compared.agreement != Agreement::kDisagree || !one.consensus.answer) return "";
  const Ending& said = one.consensus.answer->result;
  const Ending& seen = one.observed.ending;
  if (!one.parameter.empty())
    if (const std::string kind = OfChange(one, doc, said); !kind.empty()) return kind;
  if (seen.status == "exception" && IsAboutContext(one.observed.outcome.run.message))
    return "not-care-about-context";
  const std::string words = StrCat(one.consensus.answer->explanation, " ", one.consensus.sentence);
  if (said.status == "exception" && seen.status != "exception") {
    if (IsAboutTypes(said.exception) || IsAboutTypes(words)) return "type-misunderstand";
    return NamedParameters(words, doc) > 1 ? "relative-parameters" : "added-limitations";
  }
  if (said.status == seen.status && said.dtype != seen.dtype && !said.dtype.empty() &&
      !seen.dtype.empty())
    return "type-misunderstand";
  if (said.status == seen.status) return "value-misunderstand";
  return "reason-dismatched";
}

}  // namespace assay::judge::model
