// assay pairs: which API of one framework does what an API of another does.
#include <array>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/pairs/action.h"

namespace assay::cli {
namespace pairs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/pairs/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/pairs/actions.def"
#undef ACTION
};

}  // namespace pairs

std::function<int()> SetupPairs(App& app) { return SetupGroup(app, pairs::kActions); }

}  // namespace assay::cli
