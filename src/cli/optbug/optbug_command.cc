// assay optbug: programs that break model optimisation.
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/optbug/action.h"

namespace assay::cli {
namespace optbug {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/optbug/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/optbug/actions.def"
#undef ACTION
};

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace optbug

std::function<int()> SetupOptbug(App& app) { return SetupGroup(app, optbug::kActions); }

}  // namespace assay::cli
