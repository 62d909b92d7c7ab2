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

// The key in the united model's metadata for the opset of each member, separated by spaces. Only a
// model whose members differ in it has one, and only workers that know of it can run that model.
inline constexpr std::string_view kMemberOpsets = "member_opsets";

enum class Opsets { kEqual, kMixed };

// Nothing when the models cannot stand in one file: they use a domain in different versions
// (kMixed: a domain other than that of the standard operators), or have functions of their own.
// Inputs and outputs are those of the members, one after the other.
std::optional<Model> Unite(std::span<const Model* const> models, Opsets opsets = Opsets::kEqual);

}  // namespace assay
