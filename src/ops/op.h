// OpDef: all that is known of one operator. One `...Def()` per operator, one line each in ops.def.
//
// An operator's file holds what it means, its type and shape inference, how to propose a legal use
// of it, its reference evaluation, its rounding class, and the places where the specification
// leaves the result open. Arity, attribute kinds and admitted types per opset are data
// (ops/schema.h) and are checked before any of these functions is called.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "base/strings.h"
#include "bound/arith.h"
#include "bound/int_arith.h"
#include "bound/known.h"
#include "graph/graph.h"

namespace assay::ops {

// Which theorem of docs/reference/certified-reference.md bounds the result.
enum class Rounding {
  kExact,      // moves, selects, compares or computes with integers: no rounding
  kCorrect,    // one correctly rounded operation per element
  kSum,        // n-term sums or dot products, any order
  kFunction,   // a function with a stated number of ulp
  kComposite,  // several of the above in sequence
  kRandom,     // drawn from a distribution; judged by a test of it
};

// What infer and evaluate share: the node, the opset of its domain, and its attributes.
class Call {
 public:
  Call(const Node& node, int opset) : node_(node), opset_(opset) {}
  const Node& node() const { return node_; }
  int opset() const { return opset_; }
  size_t output_count() const { return node_.outputs.size(); }
  bool has_output(size_t i) const {
    return i < node_.outputs.size() && node_.outputs[i] != kAbsent;
  }

  bool HasAttr(std::string_view name) const { return node_.attrs.Has(name); }
  int64_t AttrInt(std::string_view name, int64_t otherwise) const;
  double AttrFloat(std::string_view name, double otherwise) const;  // the float32 value, as double
  std::string AttrString(std::string_view name, std::string otherwise) const;
  std::vector<int64_t> AttrInts(std::string_view name) const;  // empty when absent
  std::vector<float> AttrFloats(std::string_view name) const;
  std::vector<std::string> AttrStrings(std::string_view name) const;
  const Tensor* AttrTensor(std::string_view name) const;
  const Graph* AttrGraph(std::string_view name) const;
  // An attribute that holds an element type ("to", "dtype"); nothing when absent or not a known
  // type.
  std::optional<DType> AttrDType(std::string_view name) const;

 private:
  const Node& node_;
  int opset_;
};

// Runs type inference on a subgraph (If, Loop, Scan, SequenceMap).
class SubgraphTypes {
 public:
  virtual ~SubgraphTypes() = default;
  virtual Result<std::vector<ValueType>> Infer(const Graph& graph,
                                               std::span<const ValueType> inputs) = 0;
};

class InferCall : public Call {
 public:
  InferCall(const Node& node, int opset, std::span<const ValueType> inputs,
            std::span<const Tensor* const> constants, SubgraphTypes* subgraphs)
      : Call(node, opset), inputs_(inputs), constants_(constants), subgraphs_(subgraphs) {}

  size_t input_count() const { return inputs_.size(); }
  bool has_input(size_t i) const { return i < inputs_.size() && node().inputs[i] != kAbsent; }
  const ValueType& value(size_t i) const { return inputs_[i]; }
  // The tensor type of input i; an empty one (no dtype, no rank) when it is absent or not known.
  const TensorType& input(size_t i) const;
  DType dtype(size_t i) const { return input(i).dtype; }
  // The value of input i when it is known before running (initializers, Constant, folded shape
  // arithmetic).
  const Tensor* constant(size_t i) const { return i < constants_.size() ? constants_[i] : nullptr; }
  // The same as a list of integers, when it is an integer tensor.
  std::optional<std::vector<int64_t>> ConstantInts(size_t i) const;
  SubgraphTypes& subgraphs() const { return *subgraphs_; }

 private:
  std::span<const ValueType> inputs_;
  std::span<const Tensor* const> constants_;
  SubgraphTypes* subgraphs_;
};

using Types = std::vector<ValueType>;

// Runs a subgraph with bounds.
class SubgraphRunner {
 public:
  virtual ~SubgraphRunner() = default;
  virtual Result<std::vector<Known>> Run(const Graph& graph, std::vector<Known> inputs) = 0;
};

class EvalCall : public Call {
 public:
  EvalCall(const Node& node, int opset, std::span<const Known> inputs, const Rules& rules,
           Rng* adversary, Rng& random, SubgraphRunner* subgraphs)
      : Call(node, opset),
        inputs_(inputs),
        rules_(rules),
        adversary_(adversary),
        random_(random),
        subgraphs_(subgraphs) {}

  size_t input_count() const { return inputs_.size(); }
  bool has_input(size_t i) const { return i < inputs_.size() && inputs_[i].present(); }
  const Known& value(size_t i) const { return inputs_[i]; }
  // The tensor at input i. Needs a tensor there (has_input; the verifier has checked the kinds).
  const Bounded& tensor(size_t i) const { return inputs_[i].tensor; }
  // Certain integers of input i, or an Undetermined error: shapes, axes and repeats must not depend
  // on rounding.
  Result<std::vector<int64_t>> Ints(size_t i) const;
  // The same call with other values and rules, in bound mode.
  EvalCall With(std::span<const Known> inputs, const Rules& rules) const {
    return EvalCall(node(), opset(), inputs, rules, nullptr, random_, subgraphs_);
  }
  // True when inputs i and j are the same value of the graph (x - x, x * x).
  bool SameInput(size_t i, size_t j) const { return node().inputs[i] == node().inputs[j]; }

  const Rules& rules() const { return rules_; }
  bool adversarial() const { return adversary_ != nullptr; }
  Rng* adversary() const { return adversary_; }  // null in bound mode
  Arith arith(DType type) const { return Arith(type, rules_, adversary_); }
  IntArith int_arith(DType type) const { return IntArith(type, rules_, adversary_); }
  Rng& random() const { return random_; }  // for the random operators only
  SubgraphRunner& subgraphs() const { return *subgraphs_; }

 private:
  std::span<const Known> inputs_;
  const Rules& rules_;
  Rng* adversary_;
  Rng& random_;
  SubgraphRunner* subgraphs_;
};

using Outputs = std::vector<Known>;

// A zero tensor to fill, or an error when the shape is absurd (more than kMaxElements).
inline constexpr int64_t kMaxElements = int64_t{1} << 28;
Result<Bounded> NewTensor(DType dtype, const Shape& shape);

// For generation: candidate inputs (all shapes known) and a source of randomness.
struct ProposeCall {
  Rng& rng;
  int opset;
  std::span<const TensorType> inputs;

  const TensorType& input(size_t i) const { return inputs[i]; }
  Shape shape(size_t i) const { return *inputs[i].shape(); }
  int rank(size_t i) const { return inputs[i].rank(); }
  DType dtype(size_t i) const { return inputs[i].dtype; }
};

// A legal use of the operator: its attributes, and constant inputs that follow the candidate ones
// (nullopt: left out).
struct Proposal {
  Attrs attrs = {};
  std::vector<std::optional<Tensor>> constants = {};
  int outputs = 1;  // how many of its outputs are named
};

// A place where the specification leaves the result open, with its reference.
struct Open {
  std::string_view what;
  std::string_view reference;
};

// How many inputs the generator has to supply before it asks `propose`.
struct DataInputs {
  int min = 1;
  int max = 1;
};

struct OpDef {
  std::string_view name;
  std::string_view domain = "";
  std::string_view meaning;  // one line for people
  Rounding rounding = Rounding::kExact;
  DataInputs data_inputs = {};
  // Output types from input types. Types that are not known stay unknown; a contradiction is an
  // Invalid error that says what was attempted and the values seen.
  Result<Types> (*infer)(const InferCall& call) = nullptr;
  // Plain loops, no tricks. Inputs have been checked by infer against their run-time shapes.
  Result<Outputs> (*evaluate)(const EvalCall& call) = nullptr;
  // Null: the generator does not use this operator.
  std::optional<Proposal> (*propose)(const ProposeCall& call) = nullptr;
  std::vector<Open> open = {};
};

// The operator of that name, or nullptr. `domain` "" is ai.onnx.
const OpDef* FindOp(std::string_view domain, std::string_view name);
std::span<const OpDef> AllOps();

}  // namespace assay::ops
