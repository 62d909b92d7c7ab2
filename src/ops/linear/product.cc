#include "ops/linear/product.h"

#include "bound/real_writer.h"
#include "ops/linear/contraction.h"

namespace assay::ops {
namespace {

// One sum by Arith::Dot; keeps its buffers.
class Dots {
 public:
  Dots(const Arith& arith, const Bounded& a, const Bounded& b, const ProductPlan& plan)
      : arith_(arith), a_(a), b_(b), plan_(plan) {
    x_.resize(static_cast<size_t>(plan.terms));
    y_.resize(x_.size());
    // A product 0 * 0 adds nothing but is counted as one more rounding.
    for (int64_t i = 0; i < plan.extra_roundings && !arith.adversarial(); ++i) {
      x_.push_back(Real::Point(0));
      y_.push_back(Real::Point(0));
    }
  }

  Real At(int64_t product, int64_t i, int64_t j) {
    const int64_t pa = plan_.a_offsets[static_cast<size_t>(product)] + i * plan_.a_row;
    const int64_t pb = plan_.b_offsets[static_cast<size_t>(product)] + j * plan_.b_col;
    for (int64_t k = 0; k < plan_.terms; ++k) {
      x_[static_cast<size_t>(k)] = a_.real(pa + k * plan_.a_col);
      y_[static_cast<size_t>(k)] = b_.real(pb + k * plan_.b_row);
    }
    if (plan_.start == nullptr) return arith_.Dot(x_, y_);
    const Real start = plan_.start->real(i * plan_.start_row + j * plan_.start_col);
    return arith_.Dot(x_, y_, &start);
  }

 private:
  const Arith& arith_;
  const Bounded &a_, &b_;
  const ProductPlan& plan_;
  std::vector<Real> x_, y_;
};

// The largest mark of each line of `operand`: line i, element k at offset + i*line + k*term.
std::vector<Mark> MarkedLines(const ContractionOperand& operand, int64_t offset, int64_t lines,
                              int64_t line, int64_t terms, int64_t term) {
  std::vector<Mark> marks(static_cast<size_t>(lines), Mark::kNone);
  for (int64_t i = 0; i < lines && !operand.marks.empty(); ++i)
    for (int64_t k = 0; k < terms; ++k)
      marks[static_cast<size_t>(i)] =
          std::max(marks[static_cast<size_t>(i)],
                   operand.marks[static_cast<size_t>(offset + i * line + k * term)]);
  return marks;
}

Bounded FastProducts(const Arith& arith, const Bounded& a, const Bounded& b,
                     const ProductPlan& plan, const Shape& shape) {
  const Contraction kernel(
      arith, a, b,
      {.terms = plan.terms, .start = plan.start, .extra_roundings = plan.extra_roundings});
  Dots dots(arith, a, b, plan);
  const int64_t each = plan.rows * plan.cols;
  ContractionResult out(ElementCount(shape));
  std::vector<float> error(static_cast<size_t>(each));
  for (size_t p = 0; p < plan.a_offsets.size(); ++p) {
    const int64_t base = static_cast<int64_t>(p) * each;
    kernel.Multiply(Contraction::MatrixOf(kernel.a(), plan.a_offsets[p], plan.a_row, plan.a_col),
                    Contraction::MatrixOf(kernel.b(), plan.b_offsets[p], plan.b_row, plan.b_col),
                    plan.rows, plan.terms, plan.cols, out.v.data() + base, plan.cols, error.data());
    const auto rows =
        MarkedLines(kernel.a(), plan.a_offsets[p], plan.rows, plan.a_row, plan.terms, plan.a_col);
    const auto cols =
        MarkedLines(kernel.b(), plan.b_offsets[p], plan.cols, plan.b_col, plan.terms, plan.b_row);
    const bool unmarked = kernel.a().marks.empty() && kernel.b().marks.empty();
    if (unmarked && plan.start == nullptr &&
        kernel.FinishRun(nullptr, nullptr, 0, nullptr, nullptr, nullptr)) {
      out.NeedIntervals();
      kernel.FinishRun(out.v.data() + base, error.data(), each, nullptr, out.lo.data() + base,
                       out.hi.data() + base);
      continue;
    }
    for (int64_t i = 0; i < plan.rows; ++i)
      for (int64_t j = 0; j < plan.cols; ++j) {
        const int64_t at = i * plan.cols + j;
        Real start;
        if (plan.start != nullptr)
          start = plan.start->real(i * plan.start_row + j * plan.start_col);
        const Mark mark = std::max(rows[static_cast<size_t>(i)], cols[static_cast<size_t>(j)]);
        const auto y =
            kernel.Finish(out.v[static_cast<size_t>(base + at)], error[static_cast<size_t>(at)],
                          mark, plan.start == nullptr ? nullptr : &start);
        out.Set(base + at, y.has_value() ? *y : dots.At(static_cast<int64_t>(p), i, j));
      }
  }
  return std::move(out).Take(a.dtype(), shape);
}

Bounded IntProducts(const IntArith& arith, const Bounded& a, const Bounded& b,
                    const ProductPlan& plan, const Shape& shape) {
  Bounded out(a.dtype(), shape);
  int64_t at = 0;
  for (size_t p = 0; p < plan.a_offsets.size(); ++p)
    for (int64_t i = 0; i < plan.rows; ++i)
      for (int64_t j = 0; j < plan.cols; ++j) {
        Int sum = plan.start == nullptr
                      ? Int::Point(0)
                      : plan.start->integer(i * plan.start_row + j * plan.start_col);
        for (int64_t k = 0; k < plan.terms; ++k)
          sum = arith.Add(
              sum, arith.Mul(a.integer(plan.a_offsets[p] + i * plan.a_row + k * plan.a_col),
                             b.integer(plan.b_offsets[p] + k * plan.b_row + j * plan.b_col)));
        out.set(at++, sum);
      }
  return out;
}

}  // namespace

Result<Bounded> MatrixProducts(const EvalCall& call, const Bounded& a, const Bounded& b,
                               const ProductPlan& plan, const Shape& shape) {
  if (!a.is_real()) return IntProducts(call.int_arith(a.dtype()), a, b, plan, shape);
  const Arith arith = call.arith(a.dtype());
  if (Contraction::Worthwhile(arith, ElementCount(shape), plan.terms))
    return FastProducts(arith, a, b, plan, shape);
  Dots dots(arith, a, b, plan);
  RealWriter writer(a.dtype(), shape);
  int64_t at = 0;
  for (size_t p = 0; p < plan.a_offsets.size(); ++p)
    for (int64_t i = 0; i < plan.rows; ++i)
      for (int64_t j = 0; j < plan.cols; ++j)
        writer.set(at++, dots.At(static_cast<int64_t>(p), i, j));
  return std::move(writer).Finish();
}

}  // namespace assay::ops
