// Classes, functions, lambdas and decorators.
#pragma once

#include <string>
#include <vector>

#include "mirror/rewrite/arguments.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

class DefinitionWriter : WriterPart {
 public:
  DefinitionWriter(Translation& all, ArgumentWriter& arguments)
      : WriterPart(all), arguments_(arguments) {}

  Written WriteClass(const Node& node);
  Written WriteFunction(const Node& node);
  Written WriteReturn(const Node& node);
  Written WriteLambda(const Node& node);
  Written WriteDecorator(const Node& node);

 private:
  std::string WriteParameters(const Node& parameters, const std::string& function);
  std::string WriteParameter(const Node& node, const Node& name, Value& value);
  Value KnownParameter(const std::string& function, size_t place, const Node& name) const;

  ArgumentWriter& arguments_;
  std::vector<Value> returned_;  // by the function that is written
};

}  // namespace assay::mirror
