// NodeMaker: one node at the end of a draft, from checking it to its computed results.
#pragma once

#include <optional>
#include <vector>

#include "base/rng.h"
#include "generate/draft.h"
#include "generate/operand_values.h"
#include "generate/repair.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::generate {

// A node that is not part of the draft yet. Its inputs are values of the draft; of its outputs only
// the number counts (an absent one would tell the operator that nobody wants it).
struct Attempt {
  const ops::OpDef* op;
  const ops::Schema* schema;
  uint64_t hash;  // of the operator, as in generate/combinations.h
  Node node;
};

class NodeMaker {
 public:
  // `special`: operands are drawn by ExtremeTensor, many of them.
  NodeMaker(Draft& draft, Rng& rng, int opset, int64_t max_elements, bool special)
      : draft_(draft), rng_(rng), opset_(opset), max_elements_(max_elements), special_(special) {
    if (special_) power_ = ExtremePower(rng_);
  }

  // The types of the results, when schema and inference accept the node with the sizes that are
  // declared and with those of the case, and no result is too large.
  std::optional<ops::Types> Infer(const Attempt& attempt);
  // The results on the case's inputs; nothing when the reference cannot tell. Inputs and weights
  // that have no elements yet get them here.
  std::optional<std::vector<Known>> Evaluate(const Attempt& attempt);
  // Appends the node and its results, which become operands for others.
  void Commit(Attempt attempt, ops::Types types, std::vector<Known> results);

  // The value on the case's inputs.
  const Known& KnownOf(ValueId id);
  // A weight that no other node will take.
  ValueId AddConstant(const Tensor& tensor);
  // Draws the elements of an input or weight anew.
  void Redraw(ValueId id, Range range);

  int opset() const { return opset_; }

 private:
  bool Accepts(const Attempt& attempt, const std::vector<ValueType>& inputs, ops::Types* types);

  Draft& draft_;
  Rng& rng_;
  int opset_;
  int64_t max_elements_;
  bool special_;
  int power_ = 0;  // around which many integers lie
};

// The worst of the results; kFlat only when all others are fit.
Fitness JudgeAll(const std::vector<Known>& results);

}  // namespace assay::generate
