// How inaccurate is worth a finding of its own.
#pragma once

namespace assay::oracle {

// Units in the last place beyond a careful library's bounds: less is the price of speed.
inline constexpr double kInaccurateUnits = 100;

}  // namespace assay::oracle
