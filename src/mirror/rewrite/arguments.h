// What calls are given.
#pragma once

#include <string>
#include <vector>

#include "mirror/rewrite/translation.h"

namespace assay::mirror {

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

}  // namespace assay::mirror
