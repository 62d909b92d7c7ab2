// Repairs as a developer would make them: what stands behind a changed layer gets the shape that it
// is used to.
#pragma once

#include "base/rng.h"
#include "mutate/writer.h"

namespace assay::mutate {

// `value`, of static shape, is brought to `wanted`: spatial sizes by Resize or pooling, channels by
// a 1x1 convolution, the last axis by a MatMul; whatever is left by cutting and padding (FitShape).
ValueId RepairShape(Writer& writer, Model& model, ValueId value, const Shape& wanted, Rng& rng);

// A new layer from the features of `x` to `features`: a 1x1 convolution over axis 1 for rank 3 to
// 5, a MatMul over the last axis for rank 2. Needs one of those ranks.
ValueId Project(Writer& writer, ValueId x, int64_t features, Rng& rng);

// Whether the model, with node types forgotten, infers as it stands, with every shape known that
// was known before: then nothing behind a changed shape needs repair.
bool StandsAsItIs(const Model& model);

}  // namespace assay::mutate
