// RegexFullMatch: whether each string as a whole matches a regular expression in RE2's syntax.
//
// Spec:  ONNX opset 20.
#include <re2/re2.h>

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// A bounded compile: RE2 refuses patterns that would take more.
constexpr int64_t kMemory = 8 << 20;

RE2::Options PatternOptions() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemory);
  return options;
}

Result<Types> InferRegexFullMatch(const InferCall& call) {
  if (!call.HasAttr("pattern")) return Invalid("needs attribute 'pattern'");
  const RE2 pattern(call.AttrString("pattern", ""), PatternOptions());
  if (!pattern.ok()) return Invalid(StrCat("pattern '", pattern.pattern(), "': ", pattern.error()));
  TensorType out = call.input(0);
  out.dtype = DType::kBool;
  return OneType(out);
}

Result<Outputs> EvaluateRegexFullMatch(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const RE2 pattern(call.AttrString("pattern", ""), PatternOptions());
  if (!pattern.ok()) return Invalid(StrCat("pattern '", pattern.pattern(), "': ", pattern.error()));
  Bounded y(DType::kBool, x.shape());
  for (int64_t i = 0; i < x.count(); ++i)
    y.set(i, Int::Point(RE2::FullMatch(x.string(i), pattern)));
  return One(std::move(y));
}

std::optional<Proposal> ProposeRegexFullMatch(const ProposeCall& call) {
  if (call.dtype(0) != DType::kString) return std::nullopt;
  static constexpr const char* kPatterns[] = {"s[0-9]+", "s[1-4].*",      ".*7",
                                              "",        "(s1|s2)[0-9]?", "[^s]+"};
  return Proposal{.attrs = {{"pattern", std::string(kPatterns[call.rng.Int(0, 5)])}}};
}

}  // namespace

OpDef RegexFullMatchDef() {
  return {.name = "RegexFullMatch",
          .meaning = "whether a whole string matches a pattern",
          .rounding = Rounding::kExact,
          .infer = InferRegexFullMatch,
          .evaluate = EvaluateRegexFullMatch,
          .propose = ProposeRegexFullMatch};
}

}  // namespace assay::ops
