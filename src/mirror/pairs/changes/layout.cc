// Tensors that are not contiguous, where the framework has such.
#include "mirror/pairs/change.h"

namespace assay::mirror::pairs {

void MakeLayout(const nlohmann::json& arguments, Rng&, std::vector<Change>& out) {
  out.push_back({"tensors that are not contiguous", "strided", "", arguments, true});
}

}  // namespace assay::mirror::pairs
