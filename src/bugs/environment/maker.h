// One way to make an environment: the commands, in order.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bugs/environment/recipe.h"

namespace assay::bugs {

struct MakeRequest {
  Python python;
  std::string folder;             // to be made
  std::string requirements_file;  // what pip is told
  std::string find_links;         // "": none
  bool allow_source = false;
  bool without_cuda = false;  // as Recipe has it
  std::string scripts;        // the project's folder of scripts; for `without_cuda` only
};

using Commands = std::vector<std::vector<std::string>>;

struct Maker {
  std::string_view name;
  bool brings_python;  // makes any version of Python, whatever the machine has
  // An error: it is not installed.
  Result<Commands> (*commands)(const MakeRequest& request);
};

std::span<const Maker> AllMakers();
// An error lists those that there are.
Result<const Maker*> FindMaker(const std::string& name);

// Words of pip from `install` on.
std::vector<std::string> PipWords(const MakeRequest& request);

}  // namespace assay::bugs
