// Names and attributes.
#pragma once

#include <optional>
#include <string>

#include "mirror/rewrite/training.h"
#include "mirror/rewrite/translation.h"

namespace assay::mirror {

class NameWriter : WriterPart {
 public:
  NameWriter(Translation& all, TrainingWriter& training) : WriterPart(all), training_(training) {}

  Written WriteIdentifier(const Node& node);
  Written WriteAttribute(const Node& node);
  // A name of the source's framework that is not called here.
  Written WritePath(const std::string& path, const Node& node);

 private:
  std::optional<Written> WriteConstant(const Reading& reading);
  std::optional<Written> WriteReference(const Reading& reading);
  Written WriteMember(const Node& node, const Written& object, const std::string& name);
  Written ObjectMember(const Node& node, const Written& object, const std::string& name);
  Written GradientMember(const Node& node, const Written& object);
  std::optional<Written> DtypeMember(const Node& node, const Written& object,
                                     const std::string& name);

  TrainingWriter& training_;
};

}  // namespace assay::mirror
