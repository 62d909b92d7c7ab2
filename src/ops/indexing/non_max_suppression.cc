// NonMaxSuppression: for each batch entry and class, boxes in falling order of score, without those
// that overlap a chosen one.
//
//   box j is dropped when  area(i and j) / area(i or j) > iou_threshold  for a box i chosen before
//   it
//
// Spec:  ONNX opsets 10, 11. Boxes with a score below score_threshold are removed; at most
// max_output_boxes_per_class (default 0)
//        are chosen; rows of the result are [batch, class, box].
// Traps: nothing is said on equal scores: all orders are tried and the indices hulled; a comparison
// that rounding could turn,
//        or a score equal to its threshold (libraries differ), leaves the result undetermined.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr int kMaxOrders = 1000;  // orders of equal scores that are tried

struct Box {
  Real x_low, x_high, y_low, y_high, area;
};

struct Candidate {
  int64_t box = 0;
  Real score;
  int kind = 0;  // candidates of equal kind are equal boxes with scores that cannot be told apart
  Int index;     // the boxes it may stand for
};

struct BoxProblem {
  const EvalCall& call;
  Arith arith;
  std::vector<Box> boxes;  // of one batch entry
  Real iou_threshold;
  int64_t most = 0;
};

Box BoxOf(const EvalCall& call, const Arith& arith, const Bounded& t, int64_t at) {
  Box out;
  const Real a = t.real(at), b = t.real(at + 1), c = t.real(at + 2), d = t.real(at + 3);
  if (call.AttrInt("center_point_box", 0) != 0) {
    const Real half = Real::Point(0.5), w = arith.Mul(c, half), h = arith.Mul(d, half);
    out = {arith.Sub(a, w), arith.Add(a, w), arith.Sub(b, h), arith.Add(b, h), {}};
  } else {
    out = {arith.Min(b, d), arith.Max(b, d), arith.Min(a, c), arith.Max(a, c), {}};
  }
  out.area = arith.Mul(arith.Sub(out.x_high, out.x_low), arith.Sub(out.y_high, out.y_low));
  return out;
}

Real Clipped(Real x) {
  return {std::max(x.v, 0.0), std::max(x.lo, 0.0), std::max(x.hi, 0.0), x.nan};
}

// Quotient with the rounding of one scalar division.
Real Ratio(const Arith& arith, const Real& a, const Real& b) {
  const Real exact{a.v / b.v, DivDown(a.lo, b.hi), DivUp(a.hi, b.lo), Nan::kNever};
  return arith.Round(exact);
}

// Whether the overlap of two boxes exceeds the threshold: {0 or 1, possibly both}.
Int Overlaps(const BoxProblem& p, const Box& a, const Box& b) {
  const Arith& arith = p.arith;
  const Real w = Clipped(arith.Sub(arith.Min(a.x_high, b.x_high), arith.Max(a.x_low, b.x_low)));
  const Real h = Clipped(arith.Sub(arith.Min(a.y_high, b.y_high), arith.Max(a.y_low, b.y_low)));
  const Real both = arith.Mul(w, h);
  if (both.nan != Nan::kNever || a.area.nan != Nan::kNever || b.area.nan != Nan::kNever)
    return {0, 0, 1};
  if (both.hi <= 0) return Int::Point(0);
  const Real either = arith.Sub(arith.Add(a.area, b.area), both);
  if (!(either.lo > 0) || !(either.hi < kInf)) return {0, 0, 1};
  const Real iou = Ratio(arith, both, either);
  return {iou.v > p.iou_threshold.v, iou.lo > p.iou_threshold.hi, iou.hi > p.iou_threshold.lo};
}

// The greedy choice for one order.
Result<std::vector<Int>> Choose(const BoxProblem& p, const std::vector<Candidate>& order) {
  std::vector<Int> out;
  std::vector<int64_t> chosen;
  for (const Candidate& candidate : order) {
    if (static_cast<int64_t>(chosen.size()) >= p.most) break;
    bool keep = true;
    for (size_t i = 0; i < chosen.size() && keep; ++i) {
      const Int drop = Overlaps(p, p.boxes[static_cast<size_t>(chosen[i])],
                                p.boxes[static_cast<size_t>(candidate.box)]);
      if (!drop.point())
        return Undetermined(
            "NonMaxSuppression: whether two boxes overlap too much depends on rounding");
      keep = drop.v == 0;
    }
    if (!keep) continue;
    chosen.push_back(candidate.box);
    out.push_back(candidate.index);
  }
  return out;
}

bool SameBox(const Box& a, const Box& b) {
  const auto same = [](const Real& x, const Real& y) {
    return x.point() && y.point() && x.v == y.v;
  };
  return same(a.x_low, b.x_low) && same(a.x_high, b.x_high) && same(a.y_low, b.y_low) &&
         same(a.y_high, b.y_high);
}

// Boxes above the score threshold in falling order of the value of their scores.
Result<std::vector<Candidate>> CandidatesOf(const EvalCall& call, int64_t row, int64_t count) {
  std::vector<Candidate> out;
  const bool limited = call.has_input(4);
  if (limited && call.tensor(4).count() != 1)
    return Invalid("score_threshold must hold one number");
  const Real threshold = limited ? call.tensor(4).real(0) : Real::Point(-kInf);
  for (int64_t i = 0; i < count; ++i) {
    const Real score = call.tensor(1).real(row * count + i);
    if (score.nan != Nan::kNever || threshold.nan != Nan::kNever)
      return Undetermined("NonMaxSuppression: a score may be NaN");
    if (limited && score.hi < threshold.lo) continue;
    if (limited && score.lo <= threshold.hi)
      return Undetermined("NonMaxSuppression: a score is not certain to exceed its threshold");
    out.push_back({i, score, 0, Int::Point(i)});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score.v > b.score.v; });
  return out;
}

// Ends of the runs of candidates whose order is not certain.
std::vector<size_t> RunEnds(const std::vector<Candidate>& order) {
  std::vector<double> highest(order.size() + 1, -kInf);
  for (size_t i = order.size(); i-- > 0;) highest[i] = std::max(highest[i + 1], order[i].score.hi);
  std::vector<size_t> ends;
  double lowest = kInf;
  for (size_t i = 0; i < order.size(); ++i) {
    lowest = std::min(lowest, order[i].score.lo);
    if (i + 1 < order.size() && lowest <= highest[i + 1]) continue;
    ends.push_back(i + 1);
    lowest = kInf;
  }
  return ends;
}

// Within each run, equal boxes become one kind whose index is any of them.
void MarkKinds(const BoxProblem& p, std::vector<Candidate>& order,
               const std::vector<size_t>& ends) {
  size_t start = 0;
  for (const size_t end : ends) {
    for (size_t i = start; i < end; ++i) {
      order[i].kind = static_cast<int>(i);
      for (size_t j = start; j < i; ++j)
        if (order[j].kind == static_cast<int>(j) &&
            SameBox(p.boxes[static_cast<size_t>(order[i].box)],
                    p.boxes[static_cast<size_t>(order[j].box)])) {
          order[i].kind = static_cast<int>(j);
          break;
        }
    }
    std::vector<Int> hulls;
    for (size_t i = start; i < end; ++i) {
      Int hull = Int::Point(order[i].box);
      for (size_t j = start; j < end; ++j)
        if (order[j].kind == order[i].kind) hull = Hull(hull, Int::Point(order[j].box));
      hulls.push_back(hull);
    }
    for (size_t i = start; i < end; ++i) order[i].index = hulls[i - start];
    start = end;
  }
}

// The next order within the runs, like an odometer of permutations; false after the last.
bool NextOrder(std::vector<Candidate>& order, const std::vector<size_t>& ends) {
  const auto by_kind = [](const Candidate& a, const Candidate& b) { return a.kind < b.kind; };
  size_t start = 0;
  for (const size_t end : ends) {
    if (std::next_permutation(order.begin() + static_cast<std::ptrdiff_t>(start),
                              order.begin() + static_cast<std::ptrdiff_t>(end), by_kind))
      return true;
    start = end;
  }
  return false;
}

Result<std::vector<Int>> ChooseInAnyOrder(const BoxProblem& p, std::vector<Candidate> order) {
  const std::vector<size_t> ends = RunEnds(order);
  if (p.call.adversarial()) {
    size_t start = 0;
    for (const size_t end : ends) {
      for (size_t i = end; i > start + 1; --i)
        std::swap(order[i - 1], order[static_cast<size_t>(p.call.adversary()->Int(
                                    static_cast<int64_t>(start), static_cast<int64_t>(i) - 1))]);
      start = end;
    }
    return Choose(p, order);
  }
  if (ends.size() == order.size()) return Choose(p, order);
  MarkKinds(p, order, ends);
  ASSAY_ASSIGN(std::vector<Int> out, Choose(p, order));
  // Permutations are met in rising order of kind, which starts from the sorted run.
  size_t start = 0;
  for (const size_t end : ends) {
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(start),
                     order.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Candidate& a, const Candidate& b) { return a.kind < b.kind; });
    start = end;
  }
  int tried = 0;
  do {
    if (++tried > kMaxOrders)
      return Undetermined("NonMaxSuppression: too many boxes have equal scores");
    ASSAY_ASSIGN(const std::vector<Int> other, Choose(p, order));
    if (other.size() != out.size())
      return Undetermined(
          "NonMaxSuppression: the number of boxes depends on the order of equal scores");
    for (size_t i = 0; i < out.size(); ++i) out[i] = Hull(out[i], other[i]);
  } while (NextOrder(order, ends));
  return out;
}

Result<Types> InferNonMaxSuppression(const InferCall& call) {
  const TensorType &boxes = call.input(0), &scores = call.input(1);
  if ((boxes.has_rank && boxes.rank() != 3) || (scores.has_rank && scores.rank() != 3))
    return Invalid(
        StrCat("boxes ", TypeText(boxes), " and scores ", TypeText(scores), " must have rank 3"));
  const auto differ = [](Dim a, Dim b) { return a.known() && b.known() && a.size != b.size; };
  if (boxes.has_rank && differ(boxes.dims[2], Dim::Known(4)))
    return Invalid(StrCat("boxes have 4 coordinates, not ", TypeText(boxes)));
  if (boxes.has_rank && scores.has_rank &&
      (differ(boxes.dims[0], scores.dims[0]) || differ(boxes.dims[1], scores.dims[2])))
    return Invalid(StrCat("boxes ", TypeText(boxes), " and scores ", TypeText(scores),
                          " do not belong together"));
  return OneType(TensorType(DType::kInt64, Dims{Dim::Unknown(), Dim::Known(3)}));
}

Result<Real> IouThreshold(const EvalCall& call) {
  if (!call.has_input(3)) return Real::Point(0);
  if (call.tensor(3).count() != 1) return Invalid("iou_threshold must hold one number");
  const Real out = call.tensor(3).real(0);
  if (out.nan != Nan::kNever || out.lo < 0 || out.hi > 1)
    return Invalid(StrCat("iou_threshold ", out.v, " is not in [0, 1]"));
  return out;
}

Result<Outputs> EvaluateNonMaxSuppression(const EvalCall& call) {
  const Bounded &boxes = call.tensor(0), &scores = call.tensor(1);
  const int64_t count = boxes.shape()[1], classes = scores.shape()[1];
  ASSAY_ASSIGN(const Real threshold, IouThreshold(call));
  int64_t most = 0;
  if (call.has_input(2)) {
    ASSAY_ASSIGN(const std::vector<int64_t> limit, call.Ints(2));
    if (limit.size() != 1) return Invalid("max_output_boxes_per_class must hold one number");
    most = limit[0];
  }
  std::vector<Int> rows;
  for (int64_t batch = 0; batch < boxes.shape()[0]; ++batch) {
    BoxProblem p{call, call.arith(boxes.dtype()), {}, threshold, most};
    for (int64_t i = 0; i < count; ++i)
      p.boxes.push_back(BoxOf(call, p.arith, boxes, (batch * count + i) * 4));
    for (int64_t c = 0; c < classes && most > 0; ++c) {
      ASSAY_ASSIGN(std::vector<Candidate> order, CandidatesOf(call, batch * classes + c, count));
      ASSAY_ASSIGN(const std::vector<Int> chosen, ChooseInAnyOrder(p, std::move(order)));
      for (const Int& index : chosen)
        rows.insert(rows.end(), {Int::Point(batch), Int::Point(c), index});
    }
  }
  Bounded out(DType::kInt64, {static_cast<int64_t>(rows.size()) / 3, 3});
  for (size_t i = 0; i < rows.size(); ++i) out.set(static_cast<int64_t>(i), rows[i]);
  return One(std::move(out));
}

std::optional<Proposal> ProposeNonMaxSuppression(const ProposeCall& call) {
  if (call.rank(0) != 3 || call.dtype(0) != DType::kFloat32 || call.shape(0)[2] != 4)
    return std::nullopt;
  const Shape boxes = call.shape(0);
  const auto scalar = [](double value) {
    return MakeTensor(DType::kFloat32, {1}, std::span(&value, 1));
  };
  const int64_t most = call.rng.Int(1, 3);
  return Proposal{.attrs = {{"center_point_box", call.rng.Int(0, 1)}},
                  .constants = {RandomTensor(call.rng, DType::kFloat32,
                                             {boxes[0], call.rng.Int(1, 2), boxes[1]}, 0, 1),
                                Int64Vector(std::span(&most, 1)), scalar(call.rng.Real(0.2, 0.8)),
                                scalar(call.rng.Real(0, 0.5))}};
}

}  // namespace

OpDef NonMaxSuppressionDef() {
  return {.name = "NonMaxSuppression",
          .meaning = "boxes of high score that do not overlap",
          .rounding = Rounding::kComposite,
          .infer = InferNonMaxSuppression,
          .evaluate = EvaluateNonMaxSuppression,
          .propose = ProposeNonMaxSuppression,
          .open = {
              {"the order of boxes with equal scores", "ONNX NonMaxSuppression: no text on ties"}}};
}

}  // namespace assay::ops
