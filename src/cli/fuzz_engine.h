// assay fuzz --engine: agents on several machines instead of this process.
#pragma once

#include "cli/fuzz_flags.h"

namespace assay::cli {
class App;

// `app`: what was parsed; agents get the options that were given, apart from those about the engine
// itself. Returns the exit code.
int RunOnEngine(const FuzzFlags& flags, const App& app);

}  // namespace assay::cli
