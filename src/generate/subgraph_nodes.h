// What If, Loop, Scan and SequenceMap share in generation: bodies that are drafts of their own, and
// the types and results of a node that has bodies.
#pragma once

#include <string>
#include <vector>

#include "generate/grower.h"

namespace assay::generate {

// A subgraph that is being built. Its operands are formal inputs, values of the graph around it and
// weights of its own.
class Body {
 public:
  Body(Grower& outer, Rng& rng, const GraphOptions& options, std::string prefix);

  // A formal input with the values of its first run.
  ValueId AddFormal(const std::string& name, const TensorType& type, Known known);
  // Value `id` of the graph around it.
  void Capture(ValueId id);
  // Up to `nodes` more nodes.
  void Grow(int nodes);
  // The last value that a node made and that has this type and these sizes; kAbsent: none.
  ValueId FindMade(const TensorType& type) const;
  // The last tensor that a node made.
  ValueId LastMade() const;

  Grower& grower() { return grower_; }
  Draft& draft() { return draft_; }
  GraphPtr Finish(const std::string& name, const std::vector<ValueId>& outputs);

 private:
  Grower& outer_;
  GraphOptions options_;
  Draft draft_;
  Grower grower_;
  std::vector<ValueId> formal_;
};

// Infers and evaluates `node`, whose bodies may take values of the draft, and appends it when its
// results are fit. False: nothing changed.
bool AppendWithBodies(Grower& grower, Node node);

// A value of the draft that a body or a sequence may take; kAbsent when there is none.
ValueId AnyTensor(Rng& rng, const Draft& draft);

// One attempt at If, Loop or Scan around a small generated body. False: the draft is as before.
bool AddControlFlow(Grower& grower, Rng& rng, const GraphOptions& options);

// One attempt: a sequence or optional is made and read, or one that is there is changed or read.
// False: the draft is as before.
bool AddSequenceUse(Grower& grower, Rng& rng, const GraphOptions& options);

}  // namespace assay::generate
