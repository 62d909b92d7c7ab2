// assay cluster: agents on many machines, placed by an engine that is there already.
#include <array>
#include <memory>

#include "cli/app.h"
#include "cli/cluster/action.h"
#include "cli/command.h"

namespace assay::cli {
namespace cluster {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/cluster/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/cluster/actions.def"
#undef ACTION
  };
  return kActions;
}

}  // namespace cluster

std::function<int()> SetupCluster(App& app) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const cluster::Action& action : cluster::AllActions()) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
