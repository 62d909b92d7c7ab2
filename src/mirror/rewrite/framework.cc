#include "mirror/rewrite/framework.h"

#include "base/check.h"
#include "base/strings.h"

namespace assay::mirror {

const Framework& FrameworkNamed(std::string_view name) {
  static const Framework* const kAll[] = {&Torch(), &Tensorflow(), &Jax()};
  for (const Framework* one : kAll)
    if (one->facts().name == name) return *one;
  ASSAY_CHECK(false) << "no rules for the framework " << std::string(name);
  return *kAll[0];
}

std::string Framework::WithItem(const QuirkContext& context, const Written& owner,
                                const std::string& index, bool simple,
                                const std::string& value) const {
  const std::string place = simple ? index : StrCat("np.s_[", index, "]");
  return StrCat(context.helper("with_item"), "(", owner.text, ", ", place, ", ", value, ")");
}

}  // namespace assay::mirror
