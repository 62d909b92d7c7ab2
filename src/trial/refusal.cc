#include "trial/refusal.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::trial {

bool SaysUnsupported(const std::string& exception, const std::string& message) {
  if (exception.ends_with("NotImplementedError") || exception.ends_with("UnimplementedError"))
    return true;
  static const RE2 kWords(
      R"((?i)not (?:yet |currently )?(?:implemented|supported)|unsupported|unimplemented|could not (?:run|find device)|no (?:op)?kernel|only (?:supports?|supported|implemented)|not (?:compiled|built|available)|isn't supported|doesn't support|does not support|requires? (?:cuda|gpu|mkl|lapack)|no module named|install)");
  return RE2::PartialMatch(message, kWords);
}

bool RefusesValue(const std::string& message, const std::string& value) {
  // TensorFlow appends the whole node.
  const std::string text = Lower(message.substr(0, message.find("; NodeDef")));
  const std::string wanted = Lower(value);
  static const RE2 kUnknown(
      R"(\b(?:invalid|unknown|unrecogni[sz]ed|unexpected|not (?:a )?valid|not (?:a )?known|one of|not in|not understood|does not exist|must be either|should be either|got|received|only)\b)");
  static const RE2 kCase(
      R"(\b(?:when|if|for \d|for (?:the )?input|for a|with|combin\w+|unless|because|\d-?d|dimension\w*|rank|shape)\b)");
  // 'Only "zeros" padding mode is supported': not ours, whatever it was.
  static const RE2 kOnly(R"(\bonly ["'`]\w+["'`])");
  if (RE2::PartialMatch(text, kCase)) return false;
  return RE2::PartialMatch(text, kOnly) ||
         (text.find(wanted) != std::string::npos && RE2::PartialMatch(text, kUnknown));
}

bool RefusesKeyword(const std::string& message) {
  static const RE2 kKeyword(
      R"((?i)missing (?:\d+ required|a required)|(?:unexpected|unrecogni[sz]ed|invalid) keyword|keywords were incorrect|invalid combination of arguments|multiple values for)");
  return RE2::PartialMatch(message, kKeyword);
}

bool RefusesNumber(const std::string& message) {
  static const RE2 kRange(
      R"((?i)\b(?:out of (?:range|bounds)|must be (?:in|between|positive|non-?negative|greater|less|at least|at most|>|<)|should be (?:in|between|positive|non-?negative|greater|less|>|<)|invalid|has to be|expected .* (?:>|<|positive|between|greater|less))\b?)");
  return RE2::PartialMatch(message, kRange);
}

}  // namespace assay::trial
