// What was found out about the folders of BugsInDLLs, which say themselves neither where a bug is
// mended nor whether their test shows it: data/bugs/bugsindlls.toml.
//
//   [pytorch.104508]
//   test = "0123456789abcdef"     the text of the test that was looked at (HashBytes)
//   fixed_version = "2.6.0"       and all other keys of bug.toml (folder.h)
#pragma once

#include <string>
#include <string_view>

#include "bugs/database/database.h"

namespace assay::bugs {

// Gives its notes to each bug that has none of its own and whose test is the one looked at.
// `path` "": the project's own file. What is wrong with the file is an oddity.
void AddKnownNotes(Database& database, const std::string& path = "");

// As `test` has it.
std::string TestHash(std::string_view text);

}  // namespace assay::bugs
