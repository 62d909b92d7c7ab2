// assay llm: language models, and what they were asked.
#include <array>
#include <memory>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/llm/action.h"

namespace assay::cli {
namespace llms {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/llm/actions.def"
#undef ACTION

std::span<const Action> AllActions() {
  static constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/llm/actions.def"
#undef ACTION
  };
  return kActions;
}

}  // namespace llms

std::function<int()> SetupLlm(App& app) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const llms::Action& action : llms::AllActions()) {
    App* sub = app.AddSubcommand(std::string(action.name), std::string(action.help));
    sub->OnChosen([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
