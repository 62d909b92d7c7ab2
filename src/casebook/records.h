// Program findings in the common store.
#pragma once

#include <optional>
#include <string>

#include "casebook/finding.h"
#include "store/store.h"

namespace assay::casebook {

// The aspect that holds the program; a finding is shown by a program when it has this fact.
inline constexpr const char* kProgramFact = "program";
// What reducing found, as a fact: {"text", "claim_line", "statements", "original_statements", …}.
inline constexpr const char* kReducedFact = "reduced";

// The row to write. `confirmed`: it was repeated in a clean process. What a model's program shows
// stays suspected all the same.
store::FindingRow RowOf(const ProgramFinding& finding, bool confirmed);

// How far a campaign of programs is, for those who watch it; a member of the step's `progress`.
store::ProgressRow SampleOf(size_t programs, size_t findings);
// Tells them that a campaign has come to its end.
Status TellEnd(store::Store& store, int64_t campaign);

// Keeps the programs of the findings of `step` and then the step itself, so that a program that is
// killed between the two leaves no finding without its program. `step.findings` are made here. A
// finding that is there already keeps its first program, and counts.
Status Keep(store::Store& store, const std::vector<ProgramFinding>& findings,
            store::CampaignStep step);

// Nothing when `id` is a finding that a model shows.
Result<std::optional<ProgramFinding>> Load(const store::Store& store, const std::string& id);
// The finding with its program as small as it is known.
Result<std::optional<ProgramFinding>> LoadSmallest(const store::Store& store,
                                                   const std::string& id);

}  // namespace assay::casebook
