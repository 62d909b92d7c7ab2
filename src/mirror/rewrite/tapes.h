// tf.GradientTape: blocks that remember what is computed, and gradients that are asked of them.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "mirror/rewrite/arguments.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

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

}  // namespace assay::mirror
