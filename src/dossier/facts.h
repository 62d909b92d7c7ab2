// What a store tells of findings: facts by aspect, the cases that were kept, what still is
// installed of what they were seen on, what people said of them, and their groups.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "graph/model_case.h"
#include "lab/registry.h"
#include "store/rows.h"
#include "store/store.h"
#include "triage/group.h"

namespace assay::dossier {

using Facts = std::map<std::string, nlohmann::json>;

// Facts by aspect; an empty object for what cannot be read.
Result<Facts> FactsOf(const store::Store& store, const std::string& id);

// The case as it was first seen, the smallest that was kept.
Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id);
// The sighting that was reduced, where that is known; otherwise the smallest. Nothing when none is
// kept.
Result<std::optional<store::SightingRow>> SightingShown(const store::Store& store,
                                                        const std::string& id);
// The reduced case when there is one, otherwise the original.
Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id);

// What a finding was seen on, as far as it is still installed.
// The target of a finding in the version that showed it. An error, with the command that helps,
// when that version is not installed any more or the target is not ready.
Result<lab::Target> TargetOf(const store::FindingRow& row,
                             const std::vector<std::string>& backend_dirs);

// What assay cannot know of a finding and people say: that it was reported, or is gone.

inline constexpr std::array<std::string_view, 3> kMarks = {"reported", "fixed", "regressed"};

// An error: another state than those, a report without address, an address that does not look like
// one.
Status CheckMark(const std::string& state, const std::string& link);

// Sets the state and keeps the address of the report. An error, and nothing changed, when CheckMark
// gives one.
Status Mark(store::Store& store, const store::FindingRow& row, const std::string& state,
            const std::string& link);

// The findings of a store as members of groups.
// All findings with the size of their smallest case, most realistic first.
Result<std::vector<triage::Member>> Members(const store::Store& store);

// Writes the key of its group to every finding.
Status KeepGroups(store::Store& store);

}  // namespace assay::dossier
