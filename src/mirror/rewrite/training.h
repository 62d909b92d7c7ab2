// Training as Keras does it: compile, fit and their like on models of layers, optimisers that are
// handed gradients. The helpers of the twin have methods of the same names.
#pragma once

#include <optional>
#include <string>

#include "mirror/rewrite/arguments.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

// Each gives nothing where a call or an attribute is none of training.
class TrainingWriter : WriterPart {
 public:
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
