// assay mirror: a bug of one framework, looked for in another.
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/mirror/action.h"

namespace assay::cli {
namespace mirror {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/mirror/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/mirror/actions.def"
#undef ACTION
};

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace mirror

std::function<int()> SetupMirror(App& app) { return SetupGroup(app, mirror::kActions); }

}  // namespace assay::cli
