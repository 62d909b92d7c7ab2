// ReverseSequence: reverses the first sequence_lens[b] time steps of each batch entry.
//
//   out[t, b, ..] = x[len_b - 1 - t, b, ..] for t < len_b, else x[t, b, ..]
//
// Spec:  ONNX opsets 10, 28. time_axis (default 0) and batch_axis (default 1) are 0 and 1 in either
// order. Traps: lengths beyond the time axis are errors.
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

struct Axes {
  int time, batch;
};

Result<Axes> BatchAndTime(const Call& call, int rank) {
  const int64_t time = call.AttrInt("time_axis", 0), batch = call.AttrInt("batch_axis", 1);
  if (time < 0 || time > 1 || batch < 0 || batch > 1 || time == batch)
    return Invalid(StrCat("time_axis ", time, " and batch_axis ", batch, " must be 0 and 1"));
  if (rank < 2) return Invalid(StrCat("needs a rank of at least 2, is given ", rank));
  return Axes{static_cast<int>(time), static_cast<int>(batch)};
}

Result<Types> InferReverseSequence(const InferCall& call) {
  const TensorType &x = call.input(0), &lens = call.input(1);
  if (!x.has_rank) return OneType(x);
  ASSAY_ASSIGN(const Axes axes, BatchAndTime(call, x.rank()));
  const Dim batch = x.dims[static_cast<size_t>(axes.batch)];
  if (lens.has_rank && (lens.rank() != 1 ||
                        (lens.dims[0].known() && batch.known() && lens.dims[0].size != batch.size)))
    return Invalid(StrCat("sequence_lens is ", TypeText(lens), " for ", TypeText(x)));
  return OneType(x);
}

Result<Outputs> EvaluateReverseSequence(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Axes axes, BatchAndTime(call, x.rank()));
  ASSAY_ASSIGN(const std::vector<int64_t> lens, ListOf(call, 1, "sequence_lens"));
  const int64_t steps = x.shape()[static_cast<size_t>(axes.time)],
                batch = x.shape()[static_cast<size_t>(axes.batch)];
  if (static_cast<int64_t>(lens.size()) != batch)
    return Invalid(StrCat("sequence_lens has ", lens.size(), " entries for a batch of ", batch));
  for (const int64_t len : lens)
    if (len < 0 || len > steps)
      return Invalid(StrCat("a sequence length of ", len, " does not fit ", steps, " steps"));
  const Shape strides = Strides(x.shape());
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(x.count()));
  for (Odometer it(x.shape(), strides); !it.done(); it.Next()) {
    const int64_t t = it.index()[static_cast<size_t>(axes.time)],
                  len = lens[static_cast<size_t>(it.index()[static_cast<size_t>(axes.batch)])];
    const int64_t from = t < len ? len - 1 - t : t;
    map.push_back(it.offset() + (from - t) * strides[static_cast<size_t>(axes.time)]);
  }
  return One(x.Take(x.shape(), map));
}

std::optional<Proposal> ProposeReverseSequence(const ProposeCall& call) {
  if (call.rank(0) < 2) return std::nullopt;
  const int64_t time = call.rng.Int(0, 1);
  const Shape shape = call.shape(0);
  const int64_t steps = shape[static_cast<size_t>(time)];
  if (steps == 0) return std::nullopt;
  std::vector<int64_t> lens;
  for (int64_t i = 0; i < shape[static_cast<size_t>(1 - time)]; ++i)
    lens.push_back(call.rng.Int(1, steps));
  return Proposal{.attrs = {{"time_axis", time}, {"batch_axis", 1 - time}},
                  .constants = {Int64Vector(lens)}};
}

}  // namespace

OpDef ReverseSequenceDef() {
  return {.name = "ReverseSequence",
          .meaning = "reverses sequences of different lengths",
          .infer = InferReverseSequence,
          .evaluate = EvaluateReverseSequence,
          .propose = ProposeReverseSequence};
}

}  // namespace assay::ops
