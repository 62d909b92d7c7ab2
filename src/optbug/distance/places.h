// What the installed framework tells of names: the folder of the file that defines an API, and the
// classes that a type descends from. Asked once per version, then kept.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/folders.h"
#include "base/result.h"
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

}  // namespace assay::optbug
