// Answers of earlier surveys, in the user's cache: asking one framework for everything takes up to
// half a minute, and it says the same next time.
//
// An answer is kept for a program, a target and the files that the target is started from; a change
// of any of them, newer packages or an edited worker, asks anew.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/registry.h"

namespace assay::campaign {

std::optional<std::vector<uint64_t>> KeptAnswer(const lab::Target& target);

// Not keeping it is no error.
void KeepAnswer(const lab::Target& target, const std::vector<uint64_t>& gaps);

}  // namespace assay::campaign
