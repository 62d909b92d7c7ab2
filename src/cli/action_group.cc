#include "cli/action_group.h"

#include <memory>
#include <string>

#include "cli/app.h"

namespace assay::cli {

std::function<int()> SetupGroup(App& app, std::span<const Action> actions) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const Action& action : actions) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
