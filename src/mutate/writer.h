// Writer: adds operators to a model in the form that its opset asks for, and types them on the way.
//
// Slice, Pad, Squeeze, the reductions and Clip have moved their parameters from attributes to
// inputs over the years; a mutator that writes through this class need not know when. Every value
// written has a type at once, so that the next step can read its shape. The first node that does
// not fit is kept in `status`; what follows it is still written, but the result must be dropped.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace assay::mutate {

// Whether the opset of the model has the operator of the default domain, and admits `dtype` as its
// first input.
bool Supports(const Model& model, std::string_view op, DType dtype);

// Whether it may give a result of type `dtype` (its first output; control flow came to some types
// late).
bool Yields(const Model& model, std::string_view op, DType dtype);

// The types of a node's outputs, from what `graph` knows of its inputs. A Rejected error: it breaks
// a rule of its operator.
Result<std::vector<ValueType>> TypesOf(const Model& model, const Graph& graph, const Node& node);

class Writer {
 public:
  // Inserts before node `at`. New nodes have the role of node `like` (layer.h).
  Writer(Model& model, size_t at, size_t like);

  const Status& status() const { return status_; }
  size_t at() const { return at_; }  // behind what has been written
  int opset() const { return opset_; }
  std::string_view role() const { return role_; }
  DType dtype(ValueId id) const;
  Shape shape(ValueId id) const;  // no axes when it is not static

  ValueId Op(std::string_view op, std::vector<ValueId> inputs, Attrs attrs = {});
  // The same with several outputs.
  std::vector<ValueId> Ops(std::string_view op, std::vector<ValueId> inputs, Attrs attrs,
                           size_t outputs);
  // Lets the node written last give `out`, a value that the graph knows already, in place of its
  // own (single) result: what uses `out` by name, subgraphs included, need not change.
  void Into(ValueId out);
  // Replaces node `i` (before `at`) and types its outputs anew.
  void Change(size_t i, Node node);

  ValueId Constant(std::string_view hint, Tensor tensor);
  ValueId Ints(std::string_view hint, const std::vector<int64_t>& values);
  ValueId Scalar(std::string_view hint, DType dtype, double value);

  ValueId Slice(ValueId x, const std::vector<int64_t>& starts, const std::vector<int64_t>& ends,
                const std::vector<int64_t>& axes);
  ValueId Pad(ValueId x, const std::vector<int64_t>& pads);  // zeros around a float tensor
  ValueId Squeeze(ValueId x, const std::vector<int64_t>& axes);
  ValueId Unsqueeze(ValueId x, const std::vector<int64_t>& axes);
  ValueId Reduce(std::string_view op, ValueId x, const std::vector<int64_t>& axes, bool keep);
  ValueId Clip(ValueId x, double lo, double hi);
  ValueId Cast(ValueId x, DType to);
  ValueId Reshape(ValueId x, const Shape& to);
  // FitShape (edit.h) to another static shape of the same element type.
  ValueId Fit(ValueId x, const Shape& to);

 private:
  void Type(size_t node);
  void Fail(std::string message);

  Model& model_;
  Graph& graph_;
  size_t at_;
  int opset_;
  std::string_view role_;
  Status status_;
};

}  // namespace assay::mutate
