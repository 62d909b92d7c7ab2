// What the installed framework tells of names: the folder of the file that defines an API, and the
// classes that a type descends from. Asked once per version, then kept.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/folders.h"
#include "base/result.h"
#include "optbug/snippet.h"
#include "program/lab/program_lab.h"

namespace assay::optbug {

struct Places {
  // "torch/ao/quantization"; "" for an API that the framework does not have (any more).
  std::map<std::string, std::string> folders;
  // The type itself first: {"ValueError", "Exception", "BaseException", "object"}.
  std::map<std::string, std::vector<std::string>> parents;

  // Of an API that the framework does not have, the modules of its name stand for the folder.
  std::string FolderOf(const std::string& api) const;
  // A type that nobody knows is its own only ancestor.
  std::vector<std::string> ParentsOf(const std::string& type) const;
  // Whether the framework has the API.
  bool Has(const std::string& api) const;
};

struct PlaceQuestion {
  std::string framework, version;
  std::set<std::string> apis, types;
};

// Opens a lab of the framework only when something has to be asked.
using OpenLab = std::function<Result<program::ProgramLab*>()>;

// Answers of the same version are kept in
// <cache>/optbug/places-<framework>-<version>-<script>.json.
Result<Places> FindPlaces(const PlaceQuestion& question, const OpenLab& open,
                          const std::string& cache = CacheFolder());

// How far two snippets are from each other: D = sum |Ca - Cb| over <category, APIs, types>.
struct Distance {
  int category = 0, apis = 0, types = 0;
  int sum() const { return category + apis + types; }
};

// A category that nobody knows differs from all others and from itself.
Distance DistanceOf(const Snippet& a, const Snippet& b, const Places& places);

// The distance of two types by their ancestors.

// Each list holds a type and its parents, itself first. One for every level that differs, compared
// level by level until they meet or either has no parent left.
int TypeDistance(const std::vector<std::string>& a, const std::vector<std::string>& b);

// The distance of two files by the folders they lie in.

// The longer remaining path after the common part: torch/ao/quantization/experimental and torch/jit
// share torch, then three levels differ on one side and one on the other, so that it is 3.
int DirectoryDistance(const std::string& a, const std::string& b);

// Which entries of two feature vectors of unequal length belong together.
//
// The paper writes D = sum |Ca - Cb| and leaves open how vectors of different length are laid
// beside each other. Here: every entry of the shorter one is matched with a different entry of the
// longer one, so that the sum of their distances is the smallest that is possible; what is left
// over on the longer side costs one each, the smallest difference there is. The order in which a
// program happens to call its APIs then does not count, and a program with one layer more stays
// near.

// The cost of an entry that nothing is left for.
inline constexpr int kUnmatched = 1;

// `cost[i][j]`: of matching entry i of one with entry j of the other. All rows are of one length.
// `rows` and `columns` are given apart since either may be none.
int MatchingCost(const std::vector<std::vector<int>>& cost, size_t rows, size_t columns);

}  // namespace assay::optbug
