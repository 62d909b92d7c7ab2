// assay campaigns: campaigns that several agents share.
#include <array>

#include "cli/app.h"
#include "cli/campaigns/action.h"
#include "cli/command.h"

namespace assay::cli {
namespace campaigns {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/campaigns/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/campaigns/actions.def"
#undef ACTION
};

}  // namespace campaigns

std::function<int()> SetupCampaigns(App& app) { return SetupGroup(app, campaigns::kActions); }

}  // namespace assay::cli
