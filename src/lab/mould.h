// Copies in place of new processes (docs/reference/protocol.md).
//
// What a framework loads at its start is loaded once: the second worker of a kind that a thread
// starts is kept, if it says that it can make copies of itself, and those come after it. A copy has
// served nothing, as the worker itself never has. All of them end with the thread, as every process
// does that it starts.
#pragma once

#include <optional>

#include "lab/spawn.h"

namespace assay::lab {

// A worker's process for this command; nothing where one has to be started.
std::optional<Child> CopyFor(const Command& command, const ProcessLimits& limits);

}  // namespace assay::lab
