// assay bugs: a database of reproducible bugs, and a scoreboard of testing tools.
#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/bugs/action.h"
#include "cli/command.h"

namespace assay::cli {
namespace bugs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(CLI::App& app);
#include "cli/bugs/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/bugs/actions.def"
#undef ACTION
  };
  return kActions;
}

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace bugs

std::function<int()> SetupBugs(CLI::App& app) {
  app.require_subcommand(1);
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const bugs::Action& action : bugs::AllActions()) {
    CLI::App* sub = app.add_subcommand(std::string(action.name), std::string(action.help));
    sub->callback([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
