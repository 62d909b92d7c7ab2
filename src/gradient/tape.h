// Tape: writes operators behind the last node of a model, typed as they arrive.
//
// Rules think in values: `t.Mul(dy, t.Cos(x))`. Every value written has a static shape at once. A
// node that does not fit (an operator that the opset lacks, a shape that is not known) throws
// Refusal, which Differentiate turns into an Error: nothing half-written leaves this folder.
//
// Kinks. Where a derivative jumps (Relu at 0) the choice is written as comparisons, so that the
// reference, which evaluates with intervals, gives both outcomes near the jump. At exact equality
// frameworks choose differently, and the model takes a weighted mean of both sides: the weight is
// the input `tie()`, one half unless something else is fed. Fed as the interval [0, 1] it gives the
// hull of all choices.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace assay::gradient {

struct Refusal {
  Error error;
};
[[noreturn]] void Refuse(std::string message);

using Axes = std::vector<int64_t>;

class Tape {
 public:
  explicit Tape(Model& model);

  Model& model() { return model_; }
  const Graph& graph() const { return model_.graph; }
  int opset() const { return opset_; }
  DType dtype(ValueId id) const;
  const Shape& shape(ValueId id);  // refuses a value whose sizes are not all known
  int rank(ValueId id) { return static_cast<int>(shape(id).size()); }
  // A name that nothing in the model has.
  std::string Name(std::string_view hint);

  // Names `id` as an output and returns the name. A node of its own, as the value may be one
  // already.
  std::string AddOutput(ValueId id, const std::string& hint);

  // --- nodes and constants ---
  ValueId Op(std::string_view op, std::vector<ValueId> inputs, Attrs attrs = {});
  std::vector<ValueId> Ops(std::string_view op, std::vector<ValueId> inputs, Attrs attrs,
                           size_t outputs);
  // A node as it is, with inputs of this model and no outputs yet.
  std::vector<ValueId> Append(Node node, size_t outputs);
  ValueId Constant(Tensor tensor);
  ValueId Ints(const Axes& values);
  ValueId Scalar(DType dtype, double value);
  ValueId Number(ValueId like, double value) { return Scalar(dtype(like), value); }
  ValueId Filled(DType dtype, const Shape& shape, double value);

  // --- arithmetic ---
  ValueId Add(ValueId a, ValueId b) { return Op("Add", {a, b}); }
  ValueId Sub(ValueId a, ValueId b) { return Op("Sub", {a, b}); }
  ValueId Mul(ValueId a, ValueId b) { return Op("Mul", {a, b}); }
  ValueId Div(ValueId a, ValueId b) { return Op("Div", {a, b}); }
  ValueId Neg(ValueId x) { return Op("Neg", {x}); }
  ValueId Exp(ValueId x) { return Op("Exp", {x}); }
  ValueId Sqrt(ValueId x) { return Op("Sqrt", {x}); }
  ValueId Square(ValueId x) { return Mul(x, x); }
  ValueId Scale(ValueId x, double factor);  // x itself when factor is 1
  ValueId Shift(ValueId x, double by) { return Add(x, Number(x, by)); }
  ValueId OneMinus(ValueId x) { return Sub(Number(x, 1), x); }
  ValueId Where(ValueId c, ValueId a, ValueId b) { return Op("Where", {c, a, b}); }
  ValueId Cast(ValueId x, DType to);  // x itself when it has that type
  ValueId Sum(const std::vector<ValueId>& terms);

  // --- shapes ---
  ValueId Reshape(ValueId x, const Shape& to);  // x itself when it has that shape
  ValueId Transpose(ValueId x, const Axes& perm);
  ValueId SwapLast(ValueId x);
  ValueId Unsqueeze(ValueId x, const Axes& axes);
  ValueId Slice(ValueId x, const Axes& starts, const Axes& ends, const Axes& axes);
  ValueId Pad(ValueId x, const Axes& pads, double value = 0);
  ValueId Concat(std::vector<ValueId> parts, int64_t axis);
  ValueId Reduce(std::string_view op, ValueId x, const Axes& axes, bool keep);
  // The transpose of broadcasting: sums over the axes that broadcasting from `to` repeated. Where
  // x is the smaller one it is repeated instead.
  ValueId FitTo(ValueId x, const Shape& to);

  // --- kinks ---
  // `above` where a > b, `below` where a < b, a mean weighted by the tie where a = b.
  ValueId Kink(ValueId a, ValueId b, ValueId above, ValueId below);
  ValueId Step(ValueId a, ValueId b) { return Kink(a, b, Number(a, 1), Number(a, 0)); }
  // The weight of ties in type `dtype`.
  ValueId TieWeight(DType dtype);
  // Makes the boolean `where` known as the place of a tie.
  void NoteTie(ValueId where) { ties_.push_back(where); }
  const std::vector<ValueId>& ties() const { return ties_; }
  ValueId tie() const { return tie_; }  // kAbsent when nothing has a kink

 private:
  Model& model_;
  int opset_;
  std::string prefix_;
  int64_t next_ = 0;
  std::map<ValueId, Shape> shapes_;  // those asked for
  std::map<std::pair<DType, double>, ValueId> scalars_;
  std::map<Axes, ValueId> ints_;
  std::map<DType, ValueId> tie_weights_;
  ValueId tie_ = kAbsent;
  std::vector<ValueId> ties_;
};

}  // namespace assay::gradient
