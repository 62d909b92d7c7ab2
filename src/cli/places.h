// What can be typed: every command and action with its options, taken from their own declarations.
#pragma once

#include <string>
#include <vector>

#include "cli/app.h"

namespace assay::cli {

// A command or an action of one: "fuzz", "findings list".
struct Place {
  std::string path;  // "" for the program itself, the first one
  std::string help;
  std::vector<App::Word> options, next;
};

std::vector<Place> AllPlaces();

}  // namespace assay::cli
