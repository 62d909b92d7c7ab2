// Grows patterns (generate/pattern.h) at the end of a draft, on values that it has or on new ones.
#pragma once

#include <array>

#include "generate/grower.h"
#include "generate/pattern.h"

namespace assay::generate {

class PatternGrower {
 public:
  // `main`: the type of operands that have none of their own and nobody beside them.
  PatternGrower(Grower& grower, Rng& rng, const GraphOptions& options, DType main)
      : grower_(grower), draft_(grower.draft()), rng_(rng), options_(options), main_(main) {}

  // False, and the draft as before: no legal and numerically valid use was found.
  bool Grow(const Pattern& pattern);

 private:
  bool GrowCall(const PatternCall& written);
  bool GivePositional(const PatternCall& call, std::string_view op, std::vector<ValueId>& inputs);
  bool GiveNamed(const PatternArg& arg, const ops::Schema& schema, Attrs& attrs,
                 std::vector<ValueId>& inputs);
  bool GiveProposed(const ops::OpDef& op, const ops::Schema& schema, int& outputs, Attrs& attrs,
                    std::vector<ValueId>& inputs);
  std::optional<Attr> AttrOf(const PatternArg& arg, ops::AttrKind kind);

  bool StandsAlone(const PatternArg& arg, bool first) const;
  ValueId Operand(const PatternArg& arg, std::string_view op, const TensorType* like);
  ValueId Leaf(int index, const TensorType* like);
  ValueId Existing(const PatternLeaf& leaf, DType dtype, const TensorType* like);
  std::optional<Shape> NewShape(const PatternLeaf& leaf, const TensorType* like);
  bool Matches(const PatternLeaf& leaf, const TensorType& type);
  std::optional<DType> TypeOf(const PatternLeaf& leaf, const TensorType* like);
  ValueId Number(const PatternArg& arg, const TensorType* like, bool scalar);
  ValueId Ints(const std::vector<PatternDim>& dims);
  ValueId Index(double value);
  int64_t Size(const PatternDim& dim);
  Shape Broadcastable(const TensorType& like);

  Grower& grower_;
  Draft& draft_;
  Rng& rng_;
  const GraphOptions& options_;
  DType main_;
  const Pattern* pattern_ = nullptr;
  std::array<int64_t, 26> sizes_ = {};  // of letters; 0: none yet
  std::vector<ValueId> leaves_;
  std::vector<std::vector<ValueId>> results_;  // per call
};

// One of the integer types, 64 and 32 bits more often.
DType SomeInteger(Rng& rng);

// One attempt to grow some pattern, or a near miss of one, within `room` nodes. What was grown is
// noted in the draft.
bool GrowSomePattern(Grower& grower, Rng& rng, const GraphOptions& options, size_t room);

}  // namespace assay::generate
