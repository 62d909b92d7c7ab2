#include "zoo/zoo.h"

#include "base/hash.h"
#include "base/strings.h"
#include "ops/infer.h"

namespace assay::zoo {

#define ASSAY_MODEL(Name, name, task, dataset, study, meaning) \
  Subject Build##Name(Size size, Rng& rng);
#include "zoo/zoo.def"
#undef ASSAY_MODEL

std::span<const ZooDef> AllModels() {
  static constexpr ZooDef kModels[] = {
#define ASSAY_MODEL(Name, name, task, dataset, study, meaning) \
  {name, task, dataset, meaning, study, Build##Name},
#include "zoo/zoo.def"
#undef ASSAY_MODEL
  };
  return kModels;
}

const ZooDef* FindModel(std::string_view name) {
  for (const ZooDef& def : AllModels())
    if (def.name == name) return &def;
  return nullptr;
}

Result<Subject> Build(const ZooDef& def, Size size, uint64_t seed) {
  // Models of one seed must not share their weights: the name takes part.
  Rng rng(seed ^ HashBytes(def.name));
  Subject subject = def.build(size, rng);
  const Status inferred = ops::InferTypes(subject.model);
  if (!inferred.ok())
    return Error{inferred.error().kind,
                 StrCat("building model ", def.name, ": ", inferred.error().message)};
  return subject;
}

}  // namespace assay::zoo
