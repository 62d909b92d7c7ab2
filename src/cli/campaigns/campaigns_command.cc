// assay campaigns: campaigns that several agents share.
#include <array>
#include <memory>

#include "cli/app.h"
#include "cli/campaigns/action.h"
#include "cli/command.h"

namespace assay::cli {
namespace campaigns {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/campaigns/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/campaigns/actions.def"
#undef ACTION
  };
  return kActions;
}

}  // namespace campaigns

std::function<int()> SetupCampaigns(App& app) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const campaigns::Action& action : campaigns::AllActions()) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
