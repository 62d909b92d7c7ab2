// assay pairs: which API of one framework does what an API of another does.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "cli/command.h"
#include "cli/pairs/action.h"

namespace assay::cli {
namespace pairs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(CLI::App& app);
#include "cli/pairs/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/pairs/actions.def"
#undef ACTION
  };
  return kActions;
}

}  // namespace pairs

std::function<int()> SetupPairs(CLI::App& app) {
  app.require_subcommand(1);
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const pairs::Action& action : pairs::AllActions()) {
    CLI::App* sub = app.add_subcommand(std::string(action.name), std::string(action.help));
    sub->callback([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
