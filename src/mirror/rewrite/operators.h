// Operators, comparisons, subscripts: Python's own, with what the frameworks' tensors do
// differently.
#pragma once

#include <string>
#include <vector>

#include "mirror/rewrite/translation.h"

namespace assay::mirror {

class OperatorWriter : WriterPart {
 public:
  explicit OperatorWriter(Translation& all) : WriterPart(all) {}

  Written WriteBinary(const Node& node);
  Written WriteComparison(const Node& node);
  Written WriteUnary(const Node& node);
  Written WriteConditional(const Node& node);
  Written WriteSubscript(const Node& node);
  // What stands in the brackets; `*simple`: one index that is no slice.
  std::string WriteIndex(const Node& node, bool* simple);

 private:
  static Value ValueOf(const Written& a, const Written& b, const std::string& sign);
  static Value ItemValue(const Value& owner, const std::vector<Node>& parts, bool simple);
  bool HasArrays(const std::vector<Node>& parts);
};

}  // namespace assay::mirror
