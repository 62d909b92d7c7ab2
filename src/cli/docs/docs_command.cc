// assay docs: what frameworks document of their APIs.
#include <array>
#include <memory>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/docs/action.h"

namespace assay::cli {
namespace docs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
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

std::function<int()> SetupDocs(App& app) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const docs::Action& action : docs::AllActions()) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
