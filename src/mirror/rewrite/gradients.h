// loss.backward(), x.grad and torch.autograd.grad: what lies between a leaf and its loss goes below
// a tape, or into a function of the leaves.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mirror/rewrite/arguments.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

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
  GradientText AsFunction(const std::vector<BlockItem>& items, const Asked& asked,
                          GradientOf gradient);

  ArgumentWriter& arguments_;
  std::set<std::string> graded_;                // leaves that have a gradient by now
  std::map<const void*, std::string> planned_;  // calls of torch.autograd.grad
};

}  // namespace assay::mirror
