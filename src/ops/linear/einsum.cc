// Einsum: sums of products of operands over labelled axes.
//
//   y[output labels] = sum over all other labels of  x1[labels of term 1] * x2[labels of term 2] *
//   ..
//
// Spec:  ONNX opsets 12, 28 (more element types). Without "->" the output holds the labels used
// once, sorted by ASCII, behind the
//        ellipsis axes.
// Traps: a label repeated in one term takes the diagonal; an ellipsis broadcasts, also over
// different ranks; three or more
//        operands are contracted pairwise in any order, so intermediate results may overflow.
#include <cmath>
#include <numeric>

#include "ops/elementwise.h"
#include "ops/linear/cut_factors.h"
#include "ops/linear/einsum_equation.h"
#include "ops/linear/product.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

// Products beyond this number would take minutes.
constexpr double kMaxWork = 0x1p33;

Result<Types> InferEinsum(const InferCall& call) {
  std::vector<int> ranks;
  for (size_t i = 0; i < call.input_count(); ++i) {
    if (!call.input(i).has_rank) return OneType(TensorType(call.dtype(0)));
    ranks.push_back(call.input(i).rank());
  }
  ASSAY_ASSIGN(const EinsumEquation equation, ParseEinsum(call.AttrString("equation", ""), ranks));
  std::vector<TensorType> dims(static_cast<size_t>(equation.labels),
                               TensorType(call.dtype(0), Dims{Dim::Known(1)}));
  for (size_t i = 0; i < ranks.size(); ++i)
    for (size_t axis = 0; axis < equation.inputs[i].size(); ++axis) {
      TensorType& have = dims[static_cast<size_t>(equation.inputs[i][axis])];
      const auto joined =
          BroadcastTypes(have, TensorType(call.dtype(0), Dims{call.input(i).dims[axis]}));
      if (!joined.ok())
        return Invalid(StrCat("einsum '", call.AttrString("equation", ""), "': axis ", axis,
                              " of operand ", i, ": ", joined.error().message));
      have = *joined;
    }
  Dims out;
  for (const int label : equation.output) out.push_back(dims[static_cast<size_t>(label)].dims[0]);
  return OneType(TensorType(call.dtype(0), out));
}

// The equation with sizes, and the stride of every label in every operand (0 where it repeats).
struct Resolved {
  EinsumEquation equation;
  std::vector<int64_t> sizes;                 // per label
  std::vector<std::vector<int64_t>> strides;  // per operand and label; diagonals add up
  std::vector<int> summed;                    // labels that are not in the output

  Shape SizesOf(std::span<const int> labels) const {
    Shape shape;
    for (const int label : labels) shape.push_back(sizes[static_cast<size_t>(label)]);
    return shape;
  }
  Shape StridesOf(size_t operand, std::span<const int> labels) const {
    Shape out;
    for (const int label : labels) out.push_back(strides[operand][static_cast<size_t>(label)]);
    return out;
  }
};

// Axes of one letter have one size: broadcasting is described of ellipses only.
Status CheckDescribed(const EvalCall& call, const EinsumEquation& equation) {
  if (!equation.open.empty())
    return Unsupported(StrCat("Einsum: ", equation.open, ": not described"));
  std::vector<int64_t> sizes(static_cast<size_t>(equation.letters), -1);
  for (size_t i = 0; i < equation.inputs.size(); ++i)
    for (size_t axis = 0; axis < equation.inputs[i].size(); ++axis) {
      const int label = equation.inputs[i][axis];
      if (label >= equation.letters) continue;
      int64_t& size = sizes[static_cast<size_t>(label)];
      const int64_t own = call.tensor(i).shape()[axis];
      if (size >= 0 && size != own)
        return Unsupported("Einsum: one letter for axes of different sizes: not described");
      size = own;
    }
  return {};
}

Result<Resolved> Resolve(const EvalCall& call) {
  std::vector<int> ranks;
  for (size_t i = 0; i < call.input_count(); ++i) ranks.push_back(call.tensor(i).rank());
  Resolved r;
  ASSAY_ASSIGN(r.equation, ParseEinsum(call.AttrString("equation", ""), ranks));
  ASSAY_RETURN_IF_ERROR(CheckDescribed(call, r.equation));
  const auto labels = static_cast<size_t>(r.equation.labels);
  r.sizes.assign(labels, 1);
  for (size_t i = 0; i < ranks.size(); ++i)
    for (size_t axis = 0; axis < r.equation.inputs[i].size(); ++axis) {
      int64_t& size = r.sizes[static_cast<size_t>(r.equation.inputs[i][axis])];
      if (call.tensor(i).shape()[axis] != 1) size = call.tensor(i).shape()[axis];
    }
  for (size_t i = 0; i < ranks.size(); ++i) {
    const Shape own = Strides(call.tensor(i).shape());
    std::vector<int64_t> strides(labels, 0);
    for (size_t axis = 0; axis < own.size(); ++axis)
      if (call.tensor(i).shape()[axis] != 1)
        strides[static_cast<size_t>(r.equation.inputs[i][axis])] += own[axis];
    r.strides.push_back(std::move(strides));
  }
  for (int label = 0; label < r.equation.labels; ++label)
    if (std::find(r.equation.output.begin(), r.equation.output.end(), label) ==
        r.equation.output.end())
      r.summed.push_back(label);
  return r;
}

std::vector<int64_t> Offsets(const Shape& shape, const Shape& strides) {
  std::vector<int64_t> out;
  for (Odometer it(shape, strides); !it.done(); it.Next()) out.push_back(it.offset());
  return out;
}

// Copies an operand so that its axes are exactly `labels`, in that order (diagonals taken,
// repetitions written out).
Bounded Arranged(const Resolved& r, const Bounded& x, size_t operand, std::span<const int> labels) {
  const Shape shape = r.SizesOf(labels);
  return x.Take(shape, Offsets(shape, r.StridesOf(operand, labels)));
}

bool Uses(const Resolved& r, size_t operand, int label) {
  const auto& list = r.equation.inputs[operand];
  return std::find(list.begin(), list.end(), label) != list.end();
}

// Two operands, every summed label in both.
bool IsMatrixProducts(const Resolved& r) {
  return r.strides.size() == 2 && std::all_of(r.summed.begin(), r.summed.end(), [&](int label) {
           return Uses(r, 0, label) && Uses(r, 1, label);
         });
}

// Batched matrix products, then a transposition.
Result<Bounded> AsMatrixProducts(const EvalCall& call, const Resolved& r) {
  std::vector<int> batch, rows, cols;
  for (const int label : r.equation.output)
    (Uses(r, 0, label) ? (Uses(r, 1, label) ? batch : rows) : cols).push_back(label);
  const auto join = [](std::vector<int> a, const std::vector<int>& b, const std::vector<int>& c) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    return a;
  };
  const std::vector<int> left = join(batch, rows, r.summed), right = join(batch, r.summed, cols),
                         result = join(batch, rows, cols);
  const Shape shape = r.SizesOf(result);
  for (const auto* labels : {&left, &right, &result})
    ASSAY_RETURN_IF_ERROR(CheckSize(r.SizesOf(*labels)));
  const int64_t m = ElementCount(r.SizesOf(rows)), k = ElementCount(r.SizesOf(r.summed)),
                n = ElementCount(r.SizesOf(cols));
  ProductPlan plan{
      .rows = m, .terms = k, .cols = n, .a_row = k, .a_col = 1, .b_row = n, .b_col = 1};
  for (int64_t p = 0; p < ElementCount(r.SizesOf(batch)); ++p) {
    plan.a_offsets.push_back(p * m * k);
    plan.b_offsets.push_back(p * k * n);
  }
  ASSAY_ASSIGN(const Bounded product,
               MatrixProducts(call, Arranged(r, call.tensor(0), 0, left),
                              Arranged(r, call.tensor(1), 1, right), plan, shape));
  Shape strides;  // of the output's labels in the product
  const Shape own = Strides(shape);
  for (const int label : r.equation.output)
    strides.push_back(
        own[static_cast<size_t>(std::find(result.begin(), result.end(), label) - result.begin())]);
  const Shape out = r.SizesOf(r.equation.output);
  return product.Take(out, Offsets(out, strides));
}

// Largest magnitude any contraction order can meet; above the type's range anything may come out.
double LargestIntermediate(const EvalCall& call, double terms) {
  double largest = terms;
  for (size_t i = 0; i < call.input_count(); ++i) {
    double m = 1;
    for (int64_t j = 0; j < call.tensor(i).count(); ++j) {
      const Real e = call.tensor(i).real(j);
      if (e.nan != Nan::kMust) m = std::max({m, std::fabs(e.lo), std::fabs(e.hi)});
    }
    largest *= m;
  }
  return largest;
}

// One element: the sum of all products. `at` holds each operand's offset.
Real SumOfProducts(const Arith& arith, const EvalCall& call, std::span<const int64_t> at,
                   std::span<const std::vector<int64_t>> steps) {
  std::vector<Real> terms, factors(at.size());
  double magnitude = 0;
  for (size_t k = 0; k < steps[0].size(); ++k) {
    for (size_t i = 0; i < at.size(); ++i) factors[i] = call.tensor(i).real(at[i] + steps[i][k]);
    terms.push_back(arith.Product(factors));
    const Real& t = terms.back();
    if (t.nan != Nan::kMust) magnitude += std::max(std::fabs(t.lo), std::fabs(t.hi));
  }
  const Real sum = arith.Sum(terms);
  if (arith.adversarial() || at.size() < 2 || sum.nan == Nan::kMust || sum.undetermined() ||
      (sum.point() && magnitude <= arith.factor_limit()))
    return sum;
  // Pairwise contraction rounds intermediate sums, too: one more rounding per operand covers every
  // order. Each contraction may cut its factors.
  const auto operands = static_cast<double>(at.size());
  const double cut = std::pow(1 + arith.FactorError(), operands - 1) - 1;
  return arith.Inexact(sum, (operands * arith.unit() + cut) * magnitude);
}

Int SumOfProducts(const IntArith& arith, const EvalCall& call, std::span<const int64_t> at,
                  std::span<const std::vector<int64_t>> steps) {
  Int sum = Int::Point(0);
  for (size_t k = 0; k < steps[0].size(); ++k) {
    Int product = call.tensor(0).integer(at[0] + steps[0][k]);
    for (size_t i = 1; i < at.size(); ++i)
      product = arith.Mul(product, call.tensor(i).integer(at[i] + steps[i][k]));
    sum = arith.Add(sum, product);
  }
  return sum;
}

Result<Outputs> UncutEinsum(const EvalCall& call) {
  ASSAY_ASSIGN(const Resolved r, Resolve(call));
  return One(AsMatrixProducts(call, r));
}

Result<Outputs> EvaluateEinsum(const EvalCall& call) {
  ASSAY_ASSIGN(const Resolved r, Resolve(call));
  if (IsMatrixProducts(r)) return WithCutFactors(call, UncutEinsum);
  const Shape shape = r.SizesOf(r.equation.output), inner = r.SizesOf(r.summed);
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  ASSAY_RETURN_IF_ERROR(CheckSize(inner));
  if (static_cast<double>(ElementCount(shape)) * static_cast<double>(ElementCount(inner)) >
      kMaxWork)
    return Unsupported(StrCat("einsum over ", ElementCount(shape), " sums of ", ElementCount(inner),
                              " terms is too large to evaluate"));
  const DType dtype = call.tensor(0).dtype();
  Bounded out(dtype, shape);
  std::vector<std::vector<int64_t>> steps;
  std::vector<Odometer> position;
  for (size_t i = 0; i < call.input_count(); ++i) {
    steps.push_back(Offsets(inner, r.StridesOf(i, r.summed)));
    position.emplace_back(shape, r.StridesOf(i, r.equation.output));
  }
  const bool real = out.is_real();
  const bool overflow =
      real && call.input_count() > 2 && !call.adversarial() &&
      !(LargestIntermediate(call, static_cast<double>(ElementCount(inner))) < FormatOf(dtype).max);
  std::vector<int64_t> at(call.input_count());
  for (int64_t o = 0; o < out.count(); ++o) {
    for (size_t i = 0; i < at.size(); ++i) at[i] = position[i].offset();
    if (real)
      out.set(o, SumOfProducts(call.arith(dtype), call, at, steps));
    else
      out.set(o, SumOfProducts(call.int_arith(dtype), call, at, steps));
    if (overflow) out.SetUndetermined(o);
    for (Odometer& p : position) p.Next();
  }
  return One(std::move(out));
}

// Gives the axes of all operands letters such that equal sizes may share one, then picks output
// letters.
std::optional<Proposal> ProposeEinsum(const ProposeCall& call) {
  Rng& rng = call.rng;
  std::vector<std::pair<char, int64_t>> letters;
  std::string equation;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.dtype(i) != call.dtype(0)) return std::nullopt;
    if (i > 0) equation += ",";
    for (const int64_t size : call.shape(i)) {
      std::vector<char> fits;
      for (const auto& [letter, known] : letters)
        if (known == size && (rng.Chance(0.7) || letters.size() > 20)) fits.push_back(letter);
      if (fits.empty() || (letters.size() < 8 && rng.Chance(0.3))) {
        letters.emplace_back(static_cast<char>('a' + letters.size()), size);
        fits.assign(1, letters.back().first);
      }
      equation += rng.Pick<char>(fits);
    }
  }
  if (letters.size() > 8) return std::nullopt;
  if (rng.Chance(0.2)) return Proposal{.attrs = {{"equation", equation}}};
  std::string output;
  for (const auto& [letter, size] : letters)
    if (rng.Chance(0.6))
      output.insert(output.begin() + rng.Int(0, static_cast<int64_t>(output.size())), letter);
  return Proposal{.attrs = {{"equation", equation + "->" + output}}};
}

}  // namespace

OpDef EinsumDef() {
  return {.name = "Einsum",
          .meaning = "sums of products over labelled axes",
          .rounding = Rounding::kSum,
          .data_inputs = {1, 2},
          .infer = InferEinsum,
          .evaluate = EvaluateEinsum,
          .propose = ProposeEinsum,
          .open = {{"a labelled axis of size 1 against a larger one",
                    "ONNX Einsum: broadcasting is described for the ellipsis only"}}};
}

}  // namespace assay::ops
