// assay docs: what frameworks document of their APIs.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "cli/command.h"
#include "cli/docs/action.h"

namespace assay::cli {
namespace docs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(CLI::App& app);
#include "cli/docs/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/docs/actions.def"
#undef ACTION
  };
  return kActions;
}

}  // namespace docs

std::function<int()> SetupDocs(CLI::App& app) {
  app.require_subcommand(1);
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const docs::Action& action : docs::AllActions()) {
    CLI::App* sub = app.add_subcommand(std::string(action.name), std::string(action.help));
    sub->callback([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
