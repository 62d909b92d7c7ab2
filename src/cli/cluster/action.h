// What `assay cluster` can do: one file each, one line each in actions.def.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace assay::cli {
class App;
}

namespace assay::cli::cluster {

struct Action {
  std::string_view name;
  std::string_view help;  // one line
  // Adds the action's flags and returns what to run after they are parsed (giving the exit code).
  std::function<int()> (*setup)(App& app);
};

std::span<const Action> AllActions();

}  // namespace assay::cli::cluster
