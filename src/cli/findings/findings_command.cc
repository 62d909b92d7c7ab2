// assay findings: what was found, and what becomes of it.
#include <array>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/action.h"

namespace assay::cli {
namespace findings {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/findings/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/findings/actions.def"
#undef ACTION
};

}  // namespace findings

std::function<int()> SetupFindings(App& app) { return SetupGroup(app, findings::kActions); }

}  // namespace assay::cli
