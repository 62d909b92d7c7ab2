// assay findings: what was found, and what becomes of it.
#include <array>
#include <memory>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/action.h"

namespace assay::cli {
namespace findings {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/findings/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/findings/actions.def"
#undef ACTION
  };
  return kActions;
}

}  // namespace findings

std::function<int()> SetupFindings(App& app) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const findings::Action& action : findings::AllActions()) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
