#include "mirror/model/approach.h"

#include <array>
#include <vector>

#include "base/strings.h"

namespace assay::mirror {
namespace {

constexpr std::array kApproaches = {
#define APPROACH(Name, name, kind, matching_model, screening, distinction, help) \
  Approach{name, Approach::Kind::kind, matching_model, screening, distinction, help},
#include "mirror/model/approaches.def"
#undef APPROACH
};

}  // namespace

std::span<const Approach> AllApproaches() { return kApproaches; }

Result<Approach> FindApproach(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Approach& approach : kApproaches) {
    if (approach.name == name) return approach;
    known.push_back(approach.name);
  }
  return Invalid(StrCat("there is no approach '", name, "'; known: ", Join(known, ", ")));
}

}  // namespace assay::mirror
