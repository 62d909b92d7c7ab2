// The programs that `assay mirror run` is to carry: files, folders, the starter pool, bug folders,
// a bug report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mirror/run.h"

namespace assay::mirror {

struct InputQuery {
  std::vector<std::string> paths;  // files, and folders of .py files
  bool pool = false;
  std::optional<std::string> bugs;  // a folder like BugsInDLLs; "": the project's own
  std::string issue;                // a bug report, in Markdown or plain; "": none
  std::string from;                 // "": what each program imports
  std::string to;
  size_t limit = 0;   // a sample of so many; 0: all
  uint64_t seed = 1;  // of the sample
};

// The text of a Python program. An error says why the file is none: too large, no text, empty, or
// no Python, with the line.
Result<std::string> ReadPythonText(const std::string& path);

// In the order of the query, each group by name. Programs of a group that are for another framework
// than `from`, or for none, are left out; `notes` says which. An error: a file that cannot be read
// or is no program for a known framework, and nothing left to carry.
Result<std::vector<Input>> ReadInputs(const InputQuery& query, std::vector<std::string>& notes);

// The programs of a run: whether they are still the same, and the twins that it can go by.

// Equal as long as the programs are.
std::string DigestOf(const std::vector<Input>& inputs);

// How many twins of APIs a run could go by, of all its directions.
struct PairsKnown {
  size_t all = 0, by_model = 0;
  std::vector<std::string> versions;  // of the frameworks that they are of, for people
};
PairsKnown CountPairs(const std::vector<Input>& inputs, bool names_only);

}  // namespace assay::mirror
