// Arguments of calls, operators and subscripts.
#pragma once

#include <string>
#include <vector>

#include "mirror/rewrite/translation.h"

namespace assay::mirror {

// What calls are given.
class ArgumentWriter : WriterPart {
 public:
  explicit ArgumentWriter(Translation& all) : WriterPart(all) {}

  Arguments WriteList(const Node& list);
  // One by one: dictionaries that are spread into keywords as far as it is known what they hold.
  Arguments Spread(const Arguments& arguments);
  // The call as it stands with its arguments written anew.
  Written PlainCall(const Node& node, const std::string& callee, const Arguments& arguments) const;
  Written PlainCall(const MethodCall& call) const;

 private:
  Arguments Entries(const CallArgument& splat);
};

// Operators, comparisons, subscripts: Python's own, with what the frameworks' tensors do
// differently.
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
