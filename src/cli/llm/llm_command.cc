// assay llm: language models, and what they were asked.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>

#include "cli/command.h"
#include "cli/llm/action.h"

namespace assay::cli {
namespace llms {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(CLI::App& app);
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

std::function<int()> SetupLlm(CLI::App& app) {
  app.require_subcommand(1);
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const llms::Action& action : llms::AllActions()) {
    CLI::App* sub = app.add_subcommand(std::string(action.name), std::string(action.help));
    sub->callback([chosen, run = action.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace assay::cli
