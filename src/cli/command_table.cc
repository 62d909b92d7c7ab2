#include "cli/command.h"

namespace assay::cli {

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
