// Grower: adds nodes to a draft, one attempt after the other.
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "generate/draft.h"
#include "generate/node_maker.h"
#include "generate/random_graph.h"
#include "generate/repair.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::generate {

// The operators that the generator uses at one opset, with their schemas looked up once.
struct Candidate {
  const ops::OpDef* op;
  const ops::Schema* schema;
  uint64_t hash;  // as in generate/combination_keys.h
};

// All of `opset`, in the order of ops.def: those of ai.onnx that can propose a use of themselves
// and draw no random numbers.
std::span<const Candidate> CandidatesAt(int opset);

// The one of that name, or nullptr.
const Candidate* FindCandidate(std::span<const Candidate> candidates, std::string_view name);

// What `ops::Schema::inputs` says of input i; the last parameter of a variadic operator repeats.
inline const ops::Param& ParamAt(const ops::Schema& schema, size_t i) {
  return schema.inputs[std::min(i, schema.inputs.size() - 1)];
}

class Grower {
 public:
  // `candidates` are those to draw from; all of them belong to `opset`. `inputs_allowed`: new
  // operands may become graph inputs (not in a subgraph, where all are weights).
  Grower(Draft& draft, Rng& rng, const GraphOptions& options, int opset,
         std::span<const Candidate> candidates, bool inputs_allowed);

  // One attempt with a random operator. False: the draft is as before.
  bool Step();
  // One attempt with that operator.
  bool Try(const Candidate& candidate);

  // A node like one that there is, as far as it is fit.
  bool AddTwin();

  // A new graph input or weight, whose elements are drawn when they are needed.
  ValueId AddOperand(const TensorType& type);

  // Appends a node of `op` on these operands and constants if it is legal and its results are fit;
  // the id of its first result, or kAbsent. `flat`: zeros throughout are fit, too.
  ValueId Append(std::string_view op, std::vector<ValueId> inputs,
                 std::span<const Tensor> constants = {}, Attrs attrs = {}, size_t outputs = 1,
                 bool flat = false);

  // Whether the options admit such results, and their sizes.
  bool Acceptable(const std::vector<Known>& results, bool flat = false) const;

  NodeMaker& maker() { return maker_; }
  bool inputs_allowed() const { return inputs_allowed_; }
  Draft& draft() { return draft_; }
  const Draft& draft() const { return draft_; }
  int opset() const { return maker_.opset(); }

 private:
  // An operator and what it will take as its input `at`, or a new first input of type `fresh`.
  struct Plan {
    const Candidate* candidate;
    ValueId given = kAbsent;
    TensorType fresh;
    size_t at = 0;
  };

  Plan RandomPlan(const Candidate& candidate);
  const Candidate& RandomCandidate() { return rng_.Pick(candidates_); }
  Plan RarestPlan();
  std::optional<Plan> NewPairPlan();
  ValueId ResultForPair();
  double Rarity(const Plan& plan) const;
  bool Apply(const Plan& plan);
  bool Propose(const Plan& plan, Attempt& attempt, size_t& data_inputs);
  void MoveToBoundary(Attempt& attempt);
  void ExchangeOperand(Attempt& attempt);
  ValueId AddProposed(const Tensor& tensor);
  bool Complete(Attempt attempt, size_t data_inputs, const Draft::Mark& start);
  std::optional<std::vector<Known>> Repaired(Attempt& attempt, size_t data_inputs,
                                             const Draft::Mark& start);
  bool RepairOperand(Attempt& attempt, size_t k, Range range, const Draft::Mark& start);
  ValueId ApplyChain(std::span<const RepairStep> chain, ValueId id);
  bool Avoided(const Attempt& attempt) const;
  bool StrangeType(const ops::Types& types) const;
  bool Refused(const Attempt& attempt, const ops::Types& types) const;
  bool Fits(Fitness fitness);

  ValueId PickListed(uint32_t types);
  ValueId PickMatching(DType dtype, const TensorType& like);
  std::optional<TensorType> FreshType(uint32_t types, const TensorType* like);
  std::optional<ValueId> NextOperand(const ops::Schema& schema, std::span<const ValueId> chosen);
  double ChanceOfFresh() const;
  uint32_t WantedTypes() const;

  Draft& draft_;
  Rng& rng_;
  const GraphOptions& options_;
  NodeMaker maker_;
  std::span<const Candidate> candidates_;
  bool inputs_allowed_;
  std::vector<uint16_t> failures_;  // per candidate, in this graph
};

// Uses that the operators' texts allow and the official shape inference refuses. Frameworks that
// build on it refuse them, too, so a generated graph with one would be lost everywhere.

// `first` is the type of the node's first input, `results` those inferred.
bool OfficialRefuses(const Node& node, const TensorType& first, const ops::Types& results);

}  // namespace assay::generate
