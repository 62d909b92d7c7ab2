// Elements that their type does not have: a boolean that is neither true nor false.
//
// The frame is as it should be, so it is no matter of the protocol: the framework left something
// else than a value in its output.
#pragma once

namespace assay::lab {

// What the reason for not taking a reply begins with.
inline constexpr const char* kImpossibleElement = "an element of type ";
// The kind of such an observation.
inline constexpr const char* kImpossibleValue = "impossible value";

}  // namespace assay::lab
