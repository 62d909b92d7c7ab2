// Programs with a hole, for a model to fill: the mutations of TitanFuzz.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

inline constexpr std::string_view kHole = "<FILL>";

struct Mask {
  std::string kind;     // argument, method, prefix or suffix
  std::string program;  // with kHole in it, once
};

// One of each kind that `program` allows, in this order: an argument of the call of the API; the
// name of another function that is called; the statements between the imports and the call; what
// comes behind the call. None when the program does not call the API at its top.
std::vector<Mask> MakeMasks(const std::string& program, const knowledge::ApiDoc& doc);

// The program with the hole filled; nothing when the result is no Python, or `filling` is empty.
std::optional<std::string> FillMask(const Mask& mask, const std::string& filling);

}  // namespace assay::judge::model
