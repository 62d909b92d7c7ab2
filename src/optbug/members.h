// Members of neighbourhoods as seeds: known bugs whose model and inputs could be taken out of their
// program, with all that a rule may take from them.
//
// Which model runs on which inputs is asked of the installed framework, once per version: of every
// member on its own, and of every two neighbours with the inputs exchanged.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/folders.h"
#include "optbug/concentrate.h"
#include "optbug/forms/parts.h"

namespace assay::optbug {

struct Member {
  std::string id;
  Taken taken;                     // as it ran
  std::vector<size_t> optimisers;  // positions in Parts::optimisers: those of its own APIs
  std::vector<std::string> layers, types;
  std::string category, exception, folder;  // folder: of the code where it goes wrong
  bool there = false;                       // its bug was still there when it was last run
};

struct Hood {
  std::string id;
  std::vector<size_t> members;  // positions in Seeds::members; the centre first where it is one
  // How often it is chosen: a neighbourhood whose bugs are still there says where to look.
  int weight = 1;
};

struct Seeds {
  std::vector<Member> members;
  std::vector<Hood> hoods;  // those with a member
  // The model of the first with the inputs of the second, where it ran.
  std::map<std::pair<size_t, size_t>, Taken> exchanged;
  size_t snippets = 0;  // in all, also those whose model could not be taken
};

struct SeedOptions {
  std::string import;  // a folder of programs in place of the pool
  bool unsafe = false;
  std::function<void(const std::string&)> tell;
  std::string cache = CacheFolder();
};

Result<Seeds> FindSeeds(const Parts& parts, const SeedOptions& options);

// The optimisers that have one of the APIs; where none has, those of the same module.
std::vector<size_t> OptimisersWith(const Parts& parts, const std::vector<std::string>& apis);

// Runs many of them in one process after another, in place of asking one by one. `taken` get what
// was told; the result says which of them run.
Result<std::vector<bool>> Probe(const std::string& framework, const std::string& version,
                                std::vector<Taken*> taken, const OpenLab& open,
                                const std::string& cache = CacheFolder());

}  // namespace assay::optbug
