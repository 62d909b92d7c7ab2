// Known bugs: bugs/known/*.toml, one file each, held against what a campaign has found.
//
// An entry says which framework and versions it is about and what it looks like; everything that it
// says must hold. One that speaks of the graph matches reduced findings only, as the graph of a
// case as it was found says nothing yet.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::triage {

struct KnownBug {
  std::string id;  // name of the file
  std::string title;
  std::string link;  // of the upstream issue; "": none was found
  std::string framework;
  std::string versions;               // ">=1.10,<1.18"; "": all
  std::vector<std::string> machines;  // kinds of machines that show it; empty: all
  std::vector<std::string> kinds;     // oracles; empty: any
  std::string stage;                  // "": any
  std::string message;                // RE2, found anywhere in the message; "": any
  std::string graph;  // RE2, found anywhere in the form of the reduced case; "": any
};

// One entry. The error names the file, the line and what is wrong; unknown keys are errors.
Result<KnownBug> ParseKnownBug(const std::string& text, const std::string& path);

// All *.toml files of `folder`, by name; nothing when there is no such folder.
Result<std::vector<KnownBug>> LoadKnownBugs(const std::string& folder);

// Whether `version` lies in the range. Text that is no number compares as 0.
bool InRange(const std::string& version, const std::string& range);

// `architectures`: the machines on which the finding was seen. An entry that names machines matches
// what was seen on one of them, and nothing of which that is not known.
bool Matches(const KnownBug& bug, const store::FindingRow& row, const std::string& canonical,
             const std::vector<std::string>& architectures);

}  // namespace assay::triage
