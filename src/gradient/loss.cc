#include "gradient/loss.h"

#include <numeric>

#include "base/strings.h"

namespace assay::gradient {

#define ASSAY_LOSS(Name, text, labels) \
  ValueId Name##Loss(Tape& t, ValueId output, ValueId wanted, const Loss& loss);
#include "gradient/losses.def"
#undef ASSAY_LOSS

std::span<const LossDef> AllLosses() {
  static const std::vector<LossDef> kAll = {
#define ASSAY_LOSS(Name, text, labels) {LossKind::k##Name, text, LabelKind::k##labels, Name##Loss},
#include "gradient/losses.def"
#undef ASSAY_LOSS
  };
  return kAll;
}

const LossDef& LossOf(LossKind kind) { return AllLosses()[static_cast<size_t>(kind)]; }

const LossDef* FindLoss(std::string_view name) {
  for (const LossDef& def : AllLosses())
    if (def.name == name) return &def;
  return nullptr;
}

int64_t ClassAxis(const Shape& output) {
  if (output.empty()) Refuse("a loss over classes needs an output with an axis of classes");
  return output.size() == 1 ? 0 : 1;
}

Shape LabelShape(LabelKind kind, const Shape& output) {
  if (kind != LabelKind::kClasses) return output;
  const int64_t axis = ClassAxis(output);
  Shape shape;
  for (int64_t i = 0; i < static_cast<int64_t>(output.size()); ++i)
    if (i != axis) shape.push_back(output[static_cast<size_t>(i)]);
  return shape;
}

ValueId MeanOf(Tape& t, ValueId x) {
  Axes axes(static_cast<size_t>(t.rank(x)));
  std::iota(axes.begin(), axes.end(), 0);
  return t.Reduce("ReduceMean", x, axes, false);
}

ValueId PickedMean(Tape& t, ValueId scores, ValueId labels) {
  const Shape shape = t.shape(scores);
  const int64_t axis = ClassAxis(shape), classes = shape[static_cast<size_t>(axis)];
  const int64_t sides[] = {0, 1};
  const ValueId mask = t.Op("OneHot",
                            {labels, t.Constant(ScalarInt64(classes)),
                             t.Constant(MakeIntTensor(DType::kBool, Shape{2}, sides))},
                            {{"axis", axis}});
  Axes axes(shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  // Not a product with zeros and ones: the score of a class that is not asked for may be infinite.
  const ValueId picked = t.Where(mask, scores, t.Number(scores, 0));
  const int64_t terms = ElementCount(shape) / std::max<int64_t>(classes, 1);
  return t.Div(t.Reduce("ReduceSum", picked, axes, false),
               t.Number(scores, -static_cast<double>(terms)));
}

}  // namespace assay::gradient
