// Contraction: matrix products with certified error bounds, on raw arrays. MatMul, Gemm, Einsum and
// the convolutions end here.
//
// With centre v and radius r = max(hi - v, v - lo) of each element, the exact sum of products is
// within |A|rb + ra|B| + ra rb of the product of centres, and rounding adds c*S with S =
// (|A|+ra)(|B|+rb) and c the relative error of an n-term sum (Arith::DotError). The sum of all this
// is a matrix product of non-negative factors:
//
//   b exact:  (ra + c(|A|+ra)) |B|            a exact:  |A| (rb + c(|B|+rb))
//   neither:  (|A|+ra) (rb + c(|B|+rb)) + ra |B|
//
// so that a product with bounds costs one double and one or two float32 matrix products. The bound
// product runs in float32: factors are scaled to at most about 1 by powers of two, so nothing
// overflows, and with n terms the computed sum is below the exact one by at most a factor 1 -
// (n+3)2^-24 (two conversions, one product, n-1 additions, the radius itself) and an absolute part
// of 3n underflows; both are added back.
//
// Elements that do not fit this scheme are marked. Outputs that depend on an element with an
// unbounded interval are undetermined; those that depend on a certain infinity or on NaN are
// computed by the caller, by Arith::Dot, as well as those whose S comes near the largest number of
// the type (Finish says so).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

// How the sums that an element takes part in are computed; the largest of a sum's marks counts.
enum class Mark : uint8_t {
  kNone = 0,
  kUnbounded = 1,  // an infinite end that is not certain: undetermined
  kSpecial = 2,    // an infinity or NaN: by Arith::Dot
};

// One operand's arrays; the kernels read them directly or gathered into patches of the same layout.
struct ContractionOperand {
  const double* v = nullptr;
  std::vector<double> own_v;  // where special elements had to be replaced by zero
  std::vector<float> wide,
      slim;                 // factors of the bound; slim is empty when one bound product is enough
  std::vector<Mark> marks;  // empty: no element is marked
};

// A matrix: element (i, j) at index i * row + j * col of each array, where one of the strides is 1.
struct ContractionMatrix {
  const double* v = nullptr;
  const float* wide = nullptr;
  const float* slim = nullptr;
  int64_t row = 0, col = 1;
};

struct ContractionOptions {
  int64_t terms = 0;               // products per sum
  const Bounded* start = nullptr;  // what the sums start with (a bias), if anything
  int64_t extra_roundings = 0;     // beyond one per product and one for the start
  // Magnitudes to use for the rounding part in place of |b| + rb (transformed convolutions); empty:
  // none.
  std::span<const double> b_magnitude = {};
};

class Contraction {
 public:
  // Small products and adversary mode go by Arith::Dot instead.
  static bool Worthwhile(const Arith& arith, int64_t outputs, int64_t terms);

  Contraction(const Arith& arith, const Bounded& a, const Bounded& b,
              const ContractionOptions& options);

  const ContractionOperand& a() const { return a_; }
  const ContractionOperand& b() const { return b_; }
  static ContractionMatrix MatrixOf(const ContractionOperand& operand, int64_t offset, int64_t row,
                                    int64_t col);

  // value (leading dimension `ld`) and error (dense) of a[rows, terms] * b[terms, cols], both
  // row-major. Marked elements count as exact.
  void Multiply(const ContractionMatrix& a, const ContractionMatrix& b, int64_t rows, int64_t terms,
                int64_t cols, double* value, int64_t ld, float* error) const;
  // The element with this value, error and largest mark of its operands, or nothing when it has to
  // be computed by Arith::Dot.
  std::optional<Real> Finish(double value, double error, Mark mark, const Real* start) const;
  // The same for a run of elements without marks, in place: value becomes v, and lo and hi are
  // filled. False, with nothing done, where single elements may need another treatment.
  bool FinishRun(double* value, const float* error, int64_t count, const Real* start, double* lo,
                 double* hi) const;

 private:
  const Arith& arith_;
  ContractionOperand a_, b_;
  Arith::SumError own_;
  double scale_ = 1;        // of the float32 bound product
  double underflow_ = 0;    // absolute part of its own error
  double inflation_ = 1;    // relative part
  bool all_exact_ = false;  // integers so small that every sum is exact: no bound product at all
  bool integers_ = false;   // all operands are integers: exact where S stays below the limit
  bool check_overflow_ = false;
  double centres_ = 0;  // no sum of |a| |b| over the centres exceeds this
};

// Collects the elements of a result.
struct ContractionResult {
  explicit ContractionResult(int64_t count) : v(static_cast<size_t>(count)) {}
  void Set(int64_t i, const Real& x);
  // Makes room for intervals; all elements must be set afterwards.
  void NeedIntervals() {
    lo.resize(v.size());
    hi.resize(v.size());
  }
  Bounded Take(DType dtype, Shape shape) &&;

  std::vector<double> v, lo, hi;
  std::vector<Nan> nan;
};

}  // namespace assay::ops
