// Operators whose result holds, at each place, an element of the input or nothing of it, the places
// being fixed by attributes and constants: Slice, Pad, Gather, DepthToSpace and the like.
//
// Where each element comes from is asked of the operator itself: it is run on the numbers 1, 2, 3,
// … in place of the data. So every mode and odd attribute is right without being spelt out again
// here.
#include <algorithm>
#include <numeric>

#include "base/strings.h"
#include "gradient/spread.h"
#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// Inputs other than the data; Pad's and the like fill value is 0, "from nowhere".
Known Parameter(Vjp& v, size_t i) {
  if (!v.has(i)) return {};
  std::optional<Tensor> value = v.Constant(i);
  if (!value.has_value()) v.Refuse(StrCat("input ", i, " is not constant"));
  const bool fill = v.node().op == "Pad" && i == 2;
  const Tensor tensor = fill ? Tensor(DType::kInt64, value->shape()) : *value;
  return Known(Bounded::From(tensor, {}).value());
}

// For each element of the output its source in input 0, or -1.
std::vector<int64_t> Sources(Vjp& v) {
  std::vector<int64_t> numbers(static_cast<size_t>(ElementCount(v.shape())));
  std::iota(numbers.begin(), numbers.end(), 1);
  std::vector<Known> inputs = {
      Known(Bounded::From(MakeIntTensor(DType::kInt64, v.shape(), numbers), {}).value())};
  for (size_t i = 1; i < v.input_count(); ++i) inputs.push_back(Parameter(v, i));
  const ops::OpDef* op = ops::FindOp("", v.node().op);
  Rng unused(0);
  const Rules rules;
  const auto out =
      op->evaluate(ops::EvalCall(v.node(), v.opset(), inputs, rules, nullptr, unused, nullptr));
  if (!out.ok()) v.Refuse(out.error().message);
  const Bounded& moved = (*out)[0].tensor;
  std::vector<int64_t> from;
  for (int64_t i = 0; i < moved.count(); ++i) {
    if (!moved.integer(i).point()) v.Refuse("where its elements come from is not certain");
    from.push_back(moved.integer(i).v - 1);
  }
  return from;
}

}  // namespace

void MoveVjp(Vjp& v) {
  const std::vector<int64_t> from = Sources(v);
  const int64_t places = ElementCount(v.shape());
  if (from.empty() || places == 0) return v.Give(0, v.t.Filled(v.dtype(), v.shape(), 0));
  const ValueId row = v.t.Reshape(v.dy(), Shape{1, static_cast<int64_t>(from.size())});
  v.Give(0, v.t.Reshape(Spread(v.t, row, from, places), v.shape()));
}

// With steps of 1, zeros around; otherwise by places.
void SliceVjp(Vjp& v) {
  const auto starts = v.IntsOf(1, "starts"), axes = v.IntsOf(3, "axes"),
             steps = v.IntsOf(4, "steps");
  const bool plain = !steps.has_value() ||
                     std::all_of(steps->begin(), steps->end(), [](int64_t s) { return s == 1; });
  const Shape from = v.shape(), to = v.t.shape(v.y());
  if (!plain || ElementCount(to) == 0) return MoveVjp(v);
  const auto rank = static_cast<int64_t>(from.size());
  Axes pads(from.size() * 2, 0);
  for (size_t i = 0; i < starts->size(); ++i) {
    const int64_t named = axes.has_value() ? (*axes)[i] : static_cast<int64_t>(i);
    const auto axis = static_cast<size_t>(named < 0 ? named + rank : named);
    const int64_t start = (*starts)[i] < 0 ? std::max<int64_t>((*starts)[i] + from[axis], 0)
                                           : std::min((*starts)[i], from[axis]);
    pads[axis] = start;
    pads[from.size() + axis] = from[axis] - to[axis] - start;
  }
  v.Give(0, v.t.Pad(v.dy(), pads));
}

// By places, unless it interpolates (resize.cc).
void ResizeVjp(Vjp& v) {
  if (v.AttrString("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize")
    v.Refuse("tf_crop_and_resize");
  if (v.AttrString("mode", "nearest") == "nearest") return MoveVjp(v);
  void InterpolationVjp(Vjp&);
  InterpolationVjp(v);
}

}  // namespace assay::gradient
