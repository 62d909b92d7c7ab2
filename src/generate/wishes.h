// Shapes that an operator needs of its first operand and that chance seldom finds.
#pragma once

#include <optional>
#include <string_view>

#include "base/rng.h"
#include "tensor/shape.h"

namespace assay::generate {

// Nothing: any shape may do.
std::optional<Shape> WishedShape(std::string_view op, Rng& rng);

}  // namespace assay::generate
