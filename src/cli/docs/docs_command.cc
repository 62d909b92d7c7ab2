// assay docs: what frameworks document of their APIs.
#include <array>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/docs/action.h"

namespace assay::cli {
namespace docs {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/docs/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/docs/actions.def"
#undef ACTION
};

}  // namespace docs

std::function<int()> SetupDocs(App& app) { return SetupGroup(app, docs::kActions); }

}  // namespace assay::cli
