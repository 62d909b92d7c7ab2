// The frameworks that programs are carried between: one line for each.
#pragma once

#include "mirror/rewrite/framework.h"

namespace assay::mirror {

const Framework& Torch();
const Framework& Tensorflow();
const Framework& Jax();

}  // namespace assay::mirror
