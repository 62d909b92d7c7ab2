// StringSplit: cuts each string at a delimiter and pads the parts to a rectangle; the second output
// counts them.
//
// Spec:  ONNX opset 20. Without a delimiter, runs of white space separate and are dropped at both
// ends. Traps: consecutive delimiters give empty parts; after `maxsplit` cuts the rest stays whole;
// the padding is not counted.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kRest = {
    "whether white space at the end of the rest is kept once maxsplit is reached",
    "ONNX StringSplit: 'leading or trailing whitespace is removed in the output', and 'the "
    "trailing suffix'"};
constexpr Open kEmpty = {
    "whether an empty string is one empty part or none",
    "ONNX StringSplit: 'the number of substrings generated', no text on empty strings"};
constexpr std::string_view kSpace = " \t\n\v\f\r";

Result<Types> InferStringSplit(const InferCall& call) {
  const TensorType& x = call.input(0);
  TensorType parts(DType::kString), counts(DType::kInt64);
  if (x.has_rank) {
    counts = TensorType(DType::kInt64, x.dims);
    Dims dims = x.dims;
    dims.push_back(Dim::Unknown());
    parts = TensorType(DType::kString, dims);
  }
  return Types{parts, counts};
}

std::vector<std::string> SplitAt(std::string_view text, std::string_view delimiter, int64_t limit) {
  std::vector<std::string> out;
  for (size_t start = 0;;) {
    const size_t at = static_cast<int64_t>(out.size()) < limit ? text.find(delimiter, start)
                                                               : std::string_view::npos;
    if (at == std::string_view::npos) {
      out.emplace_back(text.substr(start));
      return out;
    }
    out.emplace_back(text.substr(start, at - start));
    start = at + delimiter.size();
  }
}

Result<std::vector<std::string>> SplitAtSpace(std::string_view text, int64_t limit) {
  std::vector<std::string> out;
  for (size_t start = text.find_first_not_of(kSpace); start != std::string_view::npos;) {
    if (static_cast<int64_t>(out.size()) == limit) {
      out.emplace_back(text.substr(start));
      if (kSpace.find(text.back()) != std::string_view::npos)
        return Undetermined(
            StrCat("the rest '", out.back(), "' of a split may keep or lose its last white space"));
      break;
    }
    const size_t end = text.find_first_of(kSpace, start);
    out.emplace_back(text.substr(start, end - start));
    start = end == std::string_view::npos ? end : text.find_first_not_of(kSpace, end);
  }
  return out;
}

Result<Outputs> EvaluateStringSplit(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const std::string delimiter = call.AttrString("delimiter", "");
  const int64_t asked = call.AttrInt("maxsplit", -1), limit = asked < 0 ? INT64_MAX : asked;
  std::vector<std::vector<std::string>> parts(static_cast<size_t>(x.count()));
  Bounded counts(DType::kInt64, x.shape());
  int64_t widest = 0;
  bool some_empty = false;
  for (int64_t i = 0; i < x.count(); ++i) {
    std::vector<std::string>& p = parts[static_cast<size_t>(i)];
    if (delimiter.empty()) {
      ASSAY_ASSIGN(p, SplitAtSpace(x.string(i), limit));
    } else if (x.string(i).empty()) {
      some_empty = true;
      counts.set(i, Int{1, 0, 1});
      continue;
    } else {
      p = SplitAt(x.string(i), delimiter, limit);
    }
    counts.set(i, Int::Point(static_cast<int64_t>(p.size())));
    widest = std::max(widest, static_cast<int64_t>(p.size()));
  }
  if (some_empty && widest == 0)
    return Undetermined("all strings are empty, which makes one part or none");
  Shape shape = x.shape();
  shape.push_back(widest);
  ASSAY_ASSIGN(Bounded y, NewTensor(DType::kString, shape));
  for (size_t i = 0; i < parts.size(); ++i)
    for (size_t j = 0; j < parts[i].size(); ++j)
      y.set(static_cast<int64_t>(i) * widest + static_cast<int64_t>(j), parts[i][j]);
  Outputs out;
  out.emplace_back(std::move(y));
  out.emplace_back(std::move(counts));
  return out;
}

std::optional<Proposal> ProposeStringSplit(const ProposeCall& call) {
  if (call.dtype(0) != DType::kString) return std::nullopt;
  Proposal out;
  out.outputs = 2;
  if (call.rng.Chance(0.6))
    out.attrs.Set("delimiter", std::string(call.rng.Chance(0.5) ? "s" : "1"));
  if (call.rng.Chance(0.4)) out.attrs.Set("maxsplit", call.rng.Int(0, 2));
  return out;
}

}  // namespace

OpDef StringSplitDef() {
  return {.name = "StringSplit",
          .meaning = "cuts strings at a delimiter",
          .rounding = Rounding::kExact,
          .infer = InferStringSplit,
          .evaluate = EvaluateStringSplit,
          .propose = ProposeStringSplit,
          .open = {kRest, kEmpty}};
}

}  // namespace assay::ops
