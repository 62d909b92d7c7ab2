#include "study/models.h"

#include "base/strings.h"
#include "zoo/zoo.h"

namespace assay::study {

Result<ModelCase> SubjectModel(const std::string& name) {
  const zoo::ZooDef* def = zoo::FindModel(name);
  if (def == nullptr)
    return Invalid(StrCat("there is no subject model '", name, "'; see assay zoo list"));
  return zoo::Build(*def, zoo::Size::kSmall, 0);
}

}  // namespace assay::study
