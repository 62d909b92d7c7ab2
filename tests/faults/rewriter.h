// Rewriter: a model under a wrong optimiser pass. Nodes keep their places: one that a pass removes
// becomes an Identity, so that passes can walk over the nodes while they change them.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "session.h"

namespace assay::faults {

class Rewriter {
 public:
  // `model` has its types inferred.
  Rewriter(Model& model, Session& session);

  const Graph& graph() const { return model_.graph; }
  size_t node_count() const { return graph().node_count(); }
  const Node& node(size_t i) const { return graph().node(i); }
  int opset() const { return model_.opset(""); }
  Session& session() const { return session_; }

  // A node of the default domain with one of these names.
  bool Is(size_t i, std::initializer_list<std::string_view> ops) const;
  bool Has(size_t i, size_t input) const;  // the input is there
  // The node that makes input `input` of node i, when nobody else reads that value and it is not an
  // output: what a pass may fuse. Nothing otherwise.
  std::optional<size_t> FusableProducer(size_t i, size_t input) const;
  std::optional<size_t> Producer(ValueId id) const;
  // How many nodes read it, and the graph's outputs.
  int Uses(ValueId id) const { return uses_[static_cast<size_t>(id)]; }
  // The value of an initializer that is not also an input; nullptr when there is none.
  const Tensor* Constant(ValueId id) const;
  // The shape when it is known.
  std::optional<Shape> ShapeOf(ValueId id) const;
  DType TypeOf(ValueId id) const { return graph().type(id).tensor.dtype; }

  void Set(size_t i, Node changed);
  // Puts a node before node i, whose number grows by one. Returns its output, which is new.
  ValueId InsertBefore(size_t& i, Node added);
  void SetInitializer(ValueId id, Tensor tensor);
  // Node i hands `value` on instead of computing its first output.
  void Bypass(size_t i, ValueId value);
  // A constant of the graph that is new.
  ValueId AddConstant(Tensor tensor);
  // The pass gives up with this error, as if the model were at fault.
  void Refuse(std::string message) { refusal_ = std::move(message); }

  bool changed() const { return changed_; }
  const std::string& refusal() const { return refusal_; }

 private:
  void Index();

  Model& model_;
  Session& session_;
  std::vector<int> producers_, uses_;
  bool changed_ = false;
  std::string refusal_;
};

// Maps each element to one of the same type and shape: Relu, Exp, Neg, … with one tensor input.
bool IsUnaryElementwise(std::string_view op);
// What frameworks fuse into the node before it.
bool IsActivation(std::string_view op);

}  // namespace assay::faults
