#include "mirror/model/approach.h"

#include <array>

#include "trial/model/approach.h"

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
  return trial::ApproachNamed(AllApproaches(), name);
}

}  // namespace assay::mirror
