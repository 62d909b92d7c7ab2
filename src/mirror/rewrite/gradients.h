// Gradients and what is done with them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/expressions.h"

namespace assay::mirror {

// loss.backward(), x.grad and torch.autograd.grad: what lies between a leaf and its loss goes below
// a tape, or into a function of the leaves.
class GradientWriter : WriterPart {
 public:
  GradientWriter(Translation& all, ArgumentWriter& arguments)
      : WriterPart(all), arguments_(arguments) {}

  // loss.backward() alone in its line; it needs the statements before.
  bool IsBackward(const Node& statement) const;
  void WriteBackward(std::vector<BlockItem>& items, size_t place);
  // Makes ready what torch.autograd.grad in the statement will be written as: it needs the
  // statements before.
  void Plan(std::vector<BlockItem>& items, const Node& statement);
  std::optional<Written> WriteCall(const Node& node, const std::string& path,
                                   const Arguments& arguments);
  // The name holds something else from here on.
  void Forget(const std::string& name) { graded_.erase(name); }

 private:
  Node AutogradCall(const Node& node) const;
  // The gradient of `object` by `leaves`: statements that come before, and the expression. Of the
  // statements before `place` those of `slice` lead from the leaves to the object.
  struct Asked {
    Node object;
    size_t place = 0;
    std::vector<size_t> slice;
    std::vector<std::string> leaves;
    std::string seed, indent;
  };
  GradientText WriteGradient(std::vector<BlockItem>& items, const Asked& asked);
  GradientText BelowTape(std::vector<BlockItem>& items, const Asked& asked, GradientOf gradient);
  bool BackwardByLayers(std::vector<BlockItem>& items, size_t place, const Node& object,
                        const std::string& seed);
  GradientText AsFunction(const std::vector<BlockItem>& items, const Asked& asked,
                          GradientOf gradient);

  ArgumentWriter& arguments_;
  std::set<std::string> graded_;                // leaves that have a gradient by now
  std::map<const void*, std::string> planned_;  // calls of torch.autograd.grad
};

// tf.GradientTape: blocks that remember what is computed, and gradients that are asked of them.
class TapeWriter : WriterPart {
 public:
  TapeWriter(Translation& all, ArgumentWriter& arguments)
      : WriterPart(all), arguments_(arguments) {}

  // with tf.GradientTape() as tape; nothing for other blocks.
  std::optional<Written> WriteWith(const Node& node);
  Written WriteMethod(const MethodCall& call);
  // del tape: what is no object of the twin needs no end.
  bool Deletes(const Node& statement) const;

 private:
  Written GradientOfGraph(const MethodCall& call, Written out);
  Written GradientOfFunction(const MethodCall& call, Written out);

  ArgumentWriter& arguments_;
  const std::string tape_class_ = FullName(std::string(source_.gradient));
  std::map<std::string, std::string> bodies_;  // of tapes
};

// Training as Keras does it: compile, fit and their like on models of layers, optimisers that are
// handed gradients. The helpers of the twin have methods of the same names.
//
// Each gives nothing where a call or an attribute is none of training.
class TrainingWriter : WriterPart {
 public:
  // The path of a list of weights of layers.
  static constexpr std::string_view kWeights = "weights";

  TrainingWriter(Translation& all, ArgumentWriter& arguments)
      : WriterPart(all), arguments_(arguments) {}

  std::optional<Written> WriteCall(const Node& node, const std::string& path,
                                   const Arguments& arguments);
  std::optional<Written> WriteMethod(const MethodCall& call);
  std::optional<Written> WriteMember(const Node& node, const Written& object,
                                     const std::string& name);

 private:
  std::optional<Written> OptimizerMethod(const MethodCall& call);
  std::optional<Written> ApplyGradients(const MethodCall& call);

  ArgumentWriter& arguments_;
};

}  // namespace assay::mirror
