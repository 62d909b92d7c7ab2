// StringNormalizer: removes stop words, then changes the case of what is left.
//
// Spec:  ONNX opset 10. Input [C] or [1, C]; when nothing is left the result is one empty string.
// Traps: stop words are compared before the change of case, and without regard to case unless
// is_case_sensitive.
#include <set>

#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kLocale = {
    "case of letters outside ASCII depends on the locale; only plain pairs of Latin-1 and Cyrillic "
    "are certain",
    "ONNX StringNormalizer: 'Environment dependent string that denotes the locale'"};

enum class Case { kLower, kUpper };

// Letters of two bytes in UTF-8 whose two cases differ by a fixed offset in every locale.
std::optional<uint32_t> PairedCase(uint32_t point, Case to) {
  struct Range {
    uint32_t first, last, offset;  // upper-case letters; lower case is `offset` above
  };
  static constexpr Range kRanges[] = {
      {0xC0, 0xD6, 32}, {0xD8, 0xDE, 32}, {0x410, 0x42F, 32}, {0x400, 0x40F, 80}};
  for (const Range& r : kRanges) {
    const bool upper = point >= r.first && point <= r.last;
    const bool lower = point >= r.first + r.offset && point <= r.last + r.offset;
    if (upper) return to == Case::kLower ? point + r.offset : point;
    if (lower) return to == Case::kUpper ? point - r.offset : point;
  }
  return std::nullopt;
}

// Nothing when a character's case is a matter of locale, or the text is not UTF-8.
std::optional<std::string> ChangeCase(const std::string& text, Case to) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      const bool upper = byte >= 'A' && byte <= 'Z', lower = byte >= 'a' && byte <= 'z';
      out += static_cast<char>(upper && to == Case::kLower   ? byte + 32
                               : lower && to == Case::kUpper ? byte - 32
                                                             : byte);
      continue;
    }
    if ((byte & 0xE0) != 0xC0 || i + 1 == text.size()) return std::nullopt;
    const uint32_t point = (byte & 0x1Fu) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3Fu);
    const auto changed = PairedCase(point, to);
    if (!changed) return std::nullopt;
    out += static_cast<char>(0xC0 | *changed >> 6);
    out += static_cast<char>(0x80 | (*changed & 0x3F));
  }
  return out;
}

Result<std::string> CaseOrError(const std::string& text, Case to) {
  auto changed = ChangeCase(text, to);
  if (!changed) return Undetermined(StrCat("the case of '", text, "' depends on the locale"));
  return *std::move(changed);
}

Status CheckAction(const Call& call) {
  const std::string action = call.AttrString("case_change_action", "NONE");
  if (action == "NONE" || action == "LOWER" || action == "UPPER") return {};
  return Invalid(StrCat("case_change_action '", action, "' is not LOWER, UPPER or NONE"));
}

Result<Types> InferStringNormalizer(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(CheckAction(call));
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(TensorType(DType::kString));
  if (x.rank() == 1) return OneType(TensorType(DType::kString, Dims{Dim::Unknown()}));
  if (x.rank() != 2 || (x.dims[0].known() && x.dims[0].size != 1))
    return Invalid(StrCat("input must be [C] or [1,C], is ", TypeText(x)));
  return OneType(TensorType(DType::kString, Dims{Dim::Known(1), Dim::Unknown()}));
}

Result<Outputs> EvaluateStringNormalizer(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const std::string action = call.AttrString("case_change_action", "NONE");
  const bool sensitive = call.AttrInt("is_case_sensitive", 0) != 0;
  std::set<std::string> stop;
  for (const std::string& word : call.AttrStrings("stopwords")) {
    if (sensitive) {
      stop.insert(word);
    } else {
      ASSAY_ASSIGN(std::string folded, CaseOrError(word, Case::kLower));
      stop.insert(std::move(folded));
    }
  }
  std::vector<std::string> kept;
  for (int64_t i = 0; i < x.count(); ++i) {
    std::string key = x.string(i);
    if (!sensitive && !stop.empty()) {
      ASSAY_ASSIGN(key, CaseOrError(key, Case::kLower));
    }
    if (stop.contains(key)) continue;
    kept.push_back(x.string(i));
    if (action == "NONE") continue;
    ASSAY_ASSIGN(kept.back(),
                 CaseOrError(kept.back(), action == "LOWER" ? Case::kLower : Case::kUpper));
  }
  if (kept.empty()) kept.emplace_back();
  const auto n = static_cast<int64_t>(kept.size());
  Bounded y(DType::kString, x.rank() == 1 ? Shape{n} : Shape{1, n});
  for (int64_t i = 0; i < n; ++i) y.set(i, kept[static_cast<size_t>(i)]);
  return One(std::move(y));
}

std::optional<Proposal> ProposeStringNormalizer(const ProposeCall& call) {
  if (call.dtype(0) != DType::kString) return std::nullopt;
  if (call.rank(0) != 1 && !(call.rank(0) == 2 && call.shape(0)[0] == 1)) return std::nullopt;
  static constexpr const char* kActions[] = {"NONE", "LOWER", "UPPER"};
  Proposal out;
  out.attrs = {{"case_change_action", std::string(kActions[call.rng.Int(0, 2)])},
               {"is_case_sensitive", call.rng.Int(0, 1)}};
  if (call.rng.Chance(0.5))
    out.attrs.Set("stopwords", std::vector<std::string>{StrCat("s", call.rng.Int(0, 99)), "the"});
  return out;
}

}  // namespace

OpDef StringNormalizerDef() {
  return {.name = "StringNormalizer",
          .meaning = "removes stop words and changes case",
          .rounding = Rounding::kExact,
          .infer = InferStringNormalizer,
          .evaluate = EvaluateStringNormalizer,
          .propose = ProposeStringNormalizer,
          .open = {kLocale}};
}

}  // namespace assay::ops
