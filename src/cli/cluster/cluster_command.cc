// assay cluster: agents on many machines, placed by an engine that is there already.
#include <array>

#include "cli/app.h"
#include "cli/cluster/action.h"
#include "cli/command.h"

namespace assay::cli {
namespace cluster {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/cluster/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/cluster/actions.def"
#undef ACTION
};

}  // namespace cluster

std::function<int()> SetupCluster(App& app) { return SetupGroup(app, cluster::kActions); }

}  // namespace assay::cli
