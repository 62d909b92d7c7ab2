#include "optbug/model/approach.h"

#include <array>

#include "trial/model/approach.h"

namespace assay::optbug {
namespace {

constexpr std::array kApproaches = {
#define APPROACH(Name, name, structure, description, rules, help) \
  Approach{name, structure, description, rules, help},
#include "optbug/model/approaches.def"
#undef APPROACH
};

}  // namespace

std::span<const Approach> AllApproaches() { return kApproaches; }

Result<Approach> FindApproach(std::string_view name) {
  return trial::ApproachNamed(AllApproaches(), name);
}

Result<Approach> ApproachWithout(std::string_view part) {
  if (part.empty()) return FindApproach("assay");
  if (part == "structure" || part == "description" || part == "rules")
    return FindApproach(StrCat("no-", part));
  return Invalid(StrCat("--without ", part, ": one of structure, description, rules"));
}

}  // namespace assay::optbug
