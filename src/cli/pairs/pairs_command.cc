// assay pairs: which API of one framework does what an API of another does.
#include <array>
#include <memory>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/pairs/action.h"

namespace assay::cli {
namespace pairs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
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

std::function<int()> SetupPairs(App& app) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const pairs::Action& action : pairs::AllActions()) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
