// A command that is a group of actions, such as `assay findings list`: one file each, one line each
// in the group's actions.def.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace assay::cli {

class App;

struct Action {
  std::string_view name;
  std::string_view help;  // one line
  // Adds the action's flags and returns what to run after they are parsed (giving the exit code).
  std::function<int()> (*setup)(App& app);
};

// Adds all of `actions` to `app` and returns what to run: the one that was chosen.
std::function<int()> SetupGroup(App& app, std::span<const Action> actions);

}  // namespace assay::cli
