// The plainest operators and how they get into a graph: what triage::Plainest is made of.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/model_case.h"

namespace assay::triage {

struct StandIn {
  std::string_view op;
  int operands;  // of the node it stands in for
};

// Tried in this order; the first that shows the failure is taken. Element by element first, then
// what moves data, reduces and multiplies: each family of kernels and of optimiser rules has a
// member here. Sigmoid leads because it is one to one and no inverse of itself: what is exchanged
// or overwritten stays visible.
inline constexpr std::array kStandIns = {
    StandIn{"Sigmoid", 1}, StandIn{"Neg", 1},       StandIn{"Relu", 1},      StandIn{"Exp", 1},
    StandIn{"Clip", 1},    StandIn{"Not", 1},       StandIn{"Add", 2},       StandIn{"Mul", 2},
    StandIn{"Div", 2},     StandIn{"Transpose", 1}, StandIn{"ReduceSum", 1}, StandIn{"Softmax", 1},
    StandIn{"MatMul", 2},
};

// Whether a node or an output of the graph reads the value.
bool IsUsed(const Graph& graph, ValueId id);

// The one result of a node that somebody reads; kAbsent when there are several or none.
ValueId OnlyResult(const Graph& graph, const Node& node);

// Numbers that differ from each other and from those of other inputs: what is exchanged, lost or
// overwritten stays visible.
Tensor Distinct(const Shape& shape, size_t input);

// A new input with its value.
ValueId AddInput(ModelCase& model_case, Tensor value);

// Drops nodes whose results nobody reads, and inputs that nobody reads with their values.
void DropUnread(ModelCase& model_case);

// The case with types inferred anew; nothing when it is not legal.
std::optional<ModelCase> Checked(ModelCase changed);

// The node's operands from `first` on under another operator, without attributes; nothing when they
// are too few.
std::optional<Node> Simple(const Node& node, ValueId result, const StandIn& other, size_t first);

// All operators, by name, that may take the node's operands and attributes as they are.
std::vector<Node> SameCall(const Node& node, int opset);

// An operator in an ordinary form: as few operands as it takes, size 1, no attributes.
std::optional<ModelCase> Ordinary(const Model& like, const Node& node, double value,
                                  DType dtype = DType::kFloat32);

// A graph with as many results and, if `connected`, the same connections, all of it of the plainest
// operator.
ModelCase AllAlike(const ModelCase& from, bool connected);

}  // namespace assay::triage
