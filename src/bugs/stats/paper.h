// The figures of the paper on BugsInDLLs. Data: data/bugs/paper.toml.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::bugs {

struct PaperLibrary {
  std::string name;
  int bugs = 0, release = 0, nightly = 0, conda = 0, docker = 0;
};

struct PaperType {
  std::string name;
  std::map<std::string, int> counts;  // by library
};

// How the bugs of one library were chosen.
struct PaperSelection {
  std::string library, repository, since, until;
  std::string label;  // "": the tracker has none for bugs
  int filtered = 0, inspected = 0, reproduced = 0;
};

struct Paper {
  std::vector<PaperLibrary> libraries;
  std::vector<PaperType> types;  // the 18, in the paper's order
  std::vector<PaperSelection> selections;
};

// `path` "": the project's own file. An error names the file and the line.
Result<Paper> LoadPaper(const std::string& path);

}  // namespace assay::bugs
