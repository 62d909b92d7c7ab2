// assay bugs: a database of reproducible bugs, and a scoreboard of testing tools.
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/app.h"
#include "cli/bugs/action.h"
#include "cli/command.h"

namespace assay::cli {
namespace bugs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/bugs/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/bugs/actions.def"
#undef ACTION
};

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace bugs

std::function<int()> SetupBugs(App& app) { return SetupGroup(app, bugs::kActions); }

}  // namespace assay::cli
