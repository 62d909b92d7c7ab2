// BitCast: reads the bits of each element as another type of the same width.
//
// Spec:  ONNX opset 26; every type but strings.
// Traps: the widths must agree; NaN payloads and the sign of zero are bits, too, and neither is
// tracked through arithmetic.
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/schema.h"

namespace assay::ops {
namespace {

constexpr Open kBooleans = {"integers other than 0 and 1 as booleans",
                            "ONNX BitCast: no text on invalid bit patterns"};

uint64_t BitsOf(DType type, const Bounded& x, int64_t i) {
  if (x.is_real()) return EncodeFloat(type, x.real(i).v);
  // A negative number is kept sign-extended.
  return static_cast<uint64_t>(x.integer(i).v) & (~uint64_t{0} >> (64 - BitWidth(type)));
}

// True when the bits of element i are certain.
bool CertainBits(const Bounded& x, int64_t i) {
  if (!x.is_real()) return x.integer(i).point();
  const Real e = x.real(i);
  // A value that was computed may be held in more bits than its type has.
  return e.point() && e.v != 0 && RoundTo(x.dtype(), e.v) == e.v;
}

void SetBits(const EvalCall& call, Bounded& out, int64_t i, uint64_t bits) {
  if (out.is_real()) {
    const Real value = Real::Point(DecodeFloat(out.dtype(), bits));
    // Rounding an exact value only adds that subnormals may be flushed.
    const bool wide = StorageBytes(out.dtype()) >= 2;
    out.set(i, wide ? call.arith(out.dtype()).Round(value) : value);
  } else {
    out.set(i, Int::Point(WrapInt(out.dtype(), static_cast<int64_t>(bits))));
  }
}

// A zero of unknown sign as an integer: 0 or the sign bit alone.
Int ZeroBits(DType to, const EvalCall& call) {
  const int64_t sign = WrapInt(to, static_cast<int64_t>(uint64_t{1} << (BitWidth(to) - 1)));
  if (to == DType::kUint64) return call.int_arith(to).Full();
  return {0, std::min<int64_t>(sign, 0), std::max<int64_t>(sign, 0)};
}

Result<Types> InferBitCast(const InferCall& call) {
  const auto to = call.AttrDType("to");
  if (!to.has_value() || *to == DType::kString)
    return Invalid(StrCat("to = ", call.AttrInt("to", 0), " is not a type of fixed width"));
  const DType from = call.dtype(0);
  if (from != DType::kUndefined && BitWidth(from) != BitWidth(*to))
    return Invalid(StrCat(DTypeName(from), " has ", BitWidth(from), " bits, ", DTypeName(*to),
                          " has ", BitWidth(*to)));
  TensorType type = call.input(0);
  type.dtype = *to;
  return OneType(type);
}

Result<Outputs> EvaluateBitCast(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const DType to = *call.AttrDType("to");
  if (to == x.dtype()) return One(x);
  if (IsComplex(to)) return Unsupported(StrCat("a bit cast to ", DTypeName(to)));
  Bounded out(to, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) {
    SetBits(call, out, i, BitsOf(x.dtype(), x, i));
    const bool zero = x.is_real() && x.real(i).point() && x.real(i).v == 0;
    if (zero && IsInt(to))
      out.set(i, ZeroBits(to, call));
    else if (!CertainBits(x, i) &&
             !(zero && StorageBytes(to) >= 2))  // a sign bit alone is NaN or 2 in some float8 kinds
      out.SetUndetermined(i);
    if (to == DType::kBool && BitsOf(x.dtype(), x, i) > 1) out.SetUndetermined(i);
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeBitCast(const ProposeCall& call) {
  const Schema* schema = FindSchema("", "BitCast", call.opset);
  if (schema == nullptr) return std::nullopt;
  std::vector<DType> fits;
  for (int k = 1; k < kDTypeCount; ++k) {
    const auto type = static_cast<DType>(k);
    const bool usable = type != DType::kBool && !IsComplex(type) &&
                        schema->outputs[0].type_set().AdmitsTensor(type);
    if (usable && type != DType::kString && BitWidth(type) == BitWidth(call.dtype(0)))
      fits.push_back(type);
  }
  if (fits.empty()) return std::nullopt;
  return Proposal{.attrs = {{"to", static_cast<int64_t>(call.rng.Pick<DType>(fits))}}};
}

}  // namespace

OpDef BitCastDef() {
  return {.name = "BitCast",
          .meaning = "reads the bits as another type",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferBitCast,
          .evaluate = EvaluateBitCast,
          .propose = ProposeBitCast,
          .open = {kBooleans}};
}

}  // namespace assay::ops
