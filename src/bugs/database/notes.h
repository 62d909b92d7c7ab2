// bug.toml of a folder: what a table has no column for.
//
//   fixed_version = "0.4.31"          the first release without the bug
//   fix_language = "python"           python, c++ or cuda
//   buggy_message = "…"               regular expressions (RE2) that the test's output must hold,
//   fixed_message = "…"               where the bug shows and where it is mended
//   machine = "x86_64"                the machines that show it, one or a list; all unless given
#pragma once

#include <string_view>

#include "base/result.h"
#include "bugs/database/bug.h"

namespace assay::bugs {

// An error: no TOML, a key that does not exist, or a pattern that is none.
Result<BugNotes> ReadNotes(std::string_view text);

}  // namespace assay::bugs
