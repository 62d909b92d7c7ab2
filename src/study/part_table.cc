#include <array>

#include "study/part.h"

namespace assay::study {

#define PART(Name) PartDef Name##PartDef();
#include "study/parts.def"
#undef PART

std::span<const PartDef> AllParts() {
  static const std::array kAll = {
#define PART(Name) Name##PartDef(),
#include "study/parts.def"
#undef PART
  };
  return kAll;
}

const PartDef* FindPart(std::string_view name) {
  for (const PartDef& part : AllParts())
    if (part.name == name) return &part;
  return nullptr;
}

}  // namespace assay::study
