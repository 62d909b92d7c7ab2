// Screening (paper 003, section 3.3): whether a program is worth carrying over. An API without a
// twin in the other framework, a platform or a Python module that is not there, or another
// process that does the work, drops it, by name.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mirror/rewrite/rewriter.h"

namespace assay::mirror {

enum class ScreenMode {
  kAll,  // every API of the framework must have a twin
  kAny,  // at least one
  kOff,  // the ablation: nothing is dropped
};

struct Screened {
  bool in = false;
  std::vector<ApiUse> uses;            // APIs of the source framework, each once, in order
  std::vector<std::string> missing;    // those without a twin
  std::vector<std::string> platforms;  // asked for and not there: cuda, mps, tpu
  // Imported, and not in the environment of the source or of the twin.
  std::vector<std::string> modules;
  std::vector<std::string> processes;  // calls that start others, whose work nobody sees
  std::string why;                     // one line for people; "": it is in
};

struct ScreenOptions {
  ScreenMode mode = ScreenMode::kAll;
  // A language model writes what rules leave, so only APIs without any twin are missing.
  bool by_model = false;
  bool gpu = false;  // programs have the machine's GPU: cuda is there
};

Screened Screen(const std::string& text, const Rewriter& rewriter, const ScreenOptions& options);

}  // namespace assay::mirror
