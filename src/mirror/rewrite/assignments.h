// Assignments, plain ones and those that change what stands on their left, and expressions that are
// statements.
#pragma once

#include <optional>

#include "mirror/rewrite/changes.h"
#include "mirror/rewrite/gradients.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

class AssignmentWriter : WriterPart {
 public:
  AssignmentWriter(Translation& all, ChangeWriter& changes, GradientWriter& gradients)
      : WriterPart(all), changes_(changes), gradients_(gradients) {}

  Written WriteAssignment(const Node& node);
  Written WriteAugmented(const Node& node);
  Written WriteExpression(const Node& statement);

 private:
  std::optional<Written> WriteSetting(const Node& node, const Node& target, const Written& value);
  void Bind(const Node& target, const Node& right, const Value& value);

  ChangeWriter& changes_;
  GradientWriter& gradients_;
};

}  // namespace assay::mirror
