// Programs with a hole, for a model to fill: the mutations of TitanFuzz. Listed in operators.def.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

inline constexpr std::string_view kHole = "<FILL>";

struct Mask {
  std::string kind;     // a name of operators.def
  std::string program;  // with kHole in it, once or twice
};

// The operators' names, in the order of the list.
std::span<const std::string_view> MaskOperators();

// `program` with the hole of operator `kind`; which argument or name is up to `rng`. Nothing when
// the program does not call the API, or has nothing that this operator could replace. A name that
// no other could replace (torch.tensor([1, 2]), torch.manual_seed(0)) is not masked: the question
// would have one answer, and that is known.
std::optional<Mask> MakeMask(std::string_view kind, const std::string& program,
                             const knowledge::ApiDoc& doc, Rng& rng);

// The program with the hole filled; nothing when the result is no Python, or `filling` is empty.
// Where two holes are asked for, the two parts of `filling` are parted by a line with kHole.
std::optional<std::string> FillMask(const Mask& mask, const std::string& filling);

}  // namespace assay::judge::model
