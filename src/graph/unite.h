// Many models as one, side by side: nothing of one reaches another. Compilers take a model as one
// unit of work, so that what they spend per unit (start of the host compiler, headers, passes) is
// paid once for all of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/graph.h"

namespace assay {

// What the graph of a united model is called: workers may compile it in cheaper ways.
inline constexpr std::string_view kPackName = "pack";

// The name in the united model of what member `i` calls `name`.
std::string UnitedName(size_t i, std::string_view name);

// Nothing when the models cannot stand in one file: they use a domain in different versions, or
// have functions of their own. Inputs and outputs are those of the members, one after the other.
std::optional<Model> Unite(std::span<const Model* const> models);

}  // namespace assay
