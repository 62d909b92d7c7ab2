// All commands, and those that are groups of actions, such as `assay findings list`: one file for
// each command or action, one line each in commands.def and actions.def.
#include <string>

#include "cli/command.h"

namespace assay::cli {

#define ACTION(group, Name, name, help)       \
  namespace group {                           \
  std::function<int()> Setup##Name(App& app); \
  }
#include "cli/actions.def"
#undef ACTION

namespace {

struct Action {
  std::string_view group;
  Command command;
};

constexpr Action kActions[] = {
#define ACTION(group, Name, name, help) {#group, {name, help, group::Setup##Name}},
#include "cli/actions.def"
#undef ACTION
};

// Adds all actions of `group` to `app` and returns what to run: the one that was chosen.
std::function<int()> SetupGroup(App& app, std::string_view group) {
  app.RequireSubcommand();
  const auto chosen = std::make_shared<std::function<int()>>();
  for (const auto& [owner, command] : kActions) {
    if (owner != group) continue;
    App* sub = app.AddSubcommand(std::string(command.name), std::string(command.help));
    sub->OnChosen([chosen, run = command.setup(*sub)] { *chosen = run; });
  }
  return [chosen] { return (*chosen)(); };
}

}  // namespace

#define GROUP(Name, group) \
  std::function<int()> Setup##Name(App& app) { return SetupGroup(app, #group); }
GROUP(Bugs, bugs)
GROUP(Campaigns, campaigns)
GROUP(Cluster, cluster)
GROUP(Docs, docs)
GROUP(Findings, findings)
GROUP(Issues, issues)
GROUP(Llm, llms)
GROUP(Mirror, mirror)
GROUP(Optbug, optbug)
GROUP(Pairs, pairs)
GROUP(Programs, programs)
#undef GROUP

#define COMMAND(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/commands.def"
#undef COMMAND

std::span<const Command> AllCommands() {
  static constexpr Command kCommands[] = {
#define COMMAND(Name, name, help) {name, help, Setup##Name},
#include "cli/commands.def"
#undef COMMAND
  };
  return kCommands;
}

}  // namespace assay::cli
