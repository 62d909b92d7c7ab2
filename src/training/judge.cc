#include "training/judge.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"

namespace assay::training {
namespace {

using oracle::Judgement;
using oracle::Verdict;

constexpr double kRadii = 16;
constexpr double kTensorUnits = 4096, kOverallUnits = 256;
constexpr double kSpreads = 16, kGrossShare = 0.05, kSteady = 1.0 / 16;

double ScaleOf(const Known& known) {
  double scale = 0;
  if (!known.is_tensor()) return kInf;
  for (int64_t i = 0; i < known.tensor.count(); ++i) {
    const Real element = known.tensor.real(i);
    if (element.nan != Nan::kMust && std::isfinite(element.v))
      scale = std::max(scale, std::fabs(element.v));
  }
  return scale;
}

const Known& TruthOf(const TrainingCase& lesson, int which) {
  return which < 0 ? lesson.loss : lesson.gradients[static_cast<size_t>(which)];
}

// How far element x may be from its value by the certified bounds alone; infinite: anything.
double CertifiedRadius(const Real& x) {
  if (x.nan != Nan::kNever) return kInf;
  return std::max(x.hi - x.v, x.v - x.lo);
}

class Judge {
 public:
  Judge(const TrainingCase& lesson, int which, const Allowed& allowed)
      : truth_(TruthOf(lesson, which)),
        which_(which),
        allowed_(allowed),
        unit_(lesson.unit),
        scale_(ScaleOf(truth_)) {}

  Judgement Run(const Tensor* got) {
    Judgement out;
    bool judged = false;
    for (int64_t i = 0; i < truth_.tensor.count(); ++i) {
      const Real truth = truth_.tensor.real(i);
      const double y = got == nullptr ? 0 : got->RealAt(i);
      const double distance = std::isfinite(y) ? std::fabs(y - truth.v) : kInf;
      const double bound = Bound(truth, distance);
      if (!(bound < kInf)) continue;
      judged = true;
      Note(out, i, y, truth.v, bound, distance);
    }
    if (!judged) out.verdict = Verdict::kUndetermined;
    return out;
  }

 private:
  // Executions are asked only where they could decide.
  double Bound(const Real& truth, double distance) {
    const double shared = which_ < 0 ? 0 : kOverallUnits * unit_ * allowed_.overall;
    const double certified =
        kRadii * CertifiedRadius(truth) + kTensorUnits * unit_ * scale_ + shared;
    if (!(distance > certified) && certified < kInf) return certified;
    if (certified < kGrossShare * scale_ || truth.nan == Nan::kMust) return certified;
    if (distance <= kGrossShare * scale_ + shared) return kInf;
    const double spread = allowed_.runs->SpreadOf(which_);
    if (!(spread <= kSteady * scale_)) return certified;
    return std::min(certified, kSpreads * spread + kGrossShare * scale_ + shared);
  }

  static void Note(Judgement& out, int64_t i, double got, double truth, double bound,
                   double distance) {
    const double excess = distance - bound;
    if (std::isfinite(distance)) out.max_error = std::max(out.max_error, distance);
    out.max_bound = std::max(out.max_bound, bound);
    if (out.has_worst && !(excess > out.excess)) return;
    out.has_worst = true;
    out.worst_index = i;
    out.got = got;
    out.truth = truth;
    out.bound = bound;
    out.excess = excess;
    if (excess > 0) out.verdict = Verdict::kWrong;
  }

  const Known& truth_;
  const int which_;
  const Allowed& allowed_;
  const double unit_, scale_;
};

}  // namespace

double OverallScale(const TrainingCase& lesson) {
  double scale = 0;
  for (const Known& gradient : lesson.gradients)
    if (const double s = ScaleOf(gradient); s < kInf) scale = std::max(scale, s);
  return scale;
}

Judgement JudgeAnswer(const TrainingCase& lesson, int which, const Tensor* got,
                      const Allowed& allowed) {
  const Known& truth = TruthOf(lesson, which);
  Judgement out;
  if (!truth.is_tensor()) {
    out.verdict = Verdict::kUndetermined;
    return out;
  }
  const Bounded& tensor = truth.tensor;
  if (got != nullptr && (!IsFloat(got->dtype()) || got->shape() != tensor.shape() ||
                         (which >= 0 && got->dtype() != tensor.dtype()))) {
    out.verdict = Verdict::kWrong;
    out.other_type = true;
    out.note = StrCat("is ", DTypeName(got->dtype()), ShapeText(got->shape()), ", should be ",
                      DTypeName(tensor.dtype()), ShapeText(tensor.shape()));
    return out;
  }
  return Judge(lesson, which, allowed).Run(got);
}

}  // namespace assay::training
