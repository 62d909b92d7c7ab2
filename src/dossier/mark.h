// What assay cannot know of a finding and people say: that it was reported, or is gone.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "store/store.h"

namespace assay::dossier {

inline constexpr std::array<std::string_view, 3> kMarks = {"reported", "fixed", "regressed"};

// An error: another state than those, a report without address, an address that does not look like
// one.
Status CheckMark(const std::string& state, const std::string& link);

// Sets the state and keeps the address of the report. An error, and nothing changed, when CheckMark
// gives one.
Status Mark(store::Store& store, const store::FindingRow& row, const std::string& state,
            const std::string& link);

}  // namespace assay::dossier
