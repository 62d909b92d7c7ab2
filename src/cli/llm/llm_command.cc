// assay llm: language models, and what they were asked.
#include <array>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/llm/action.h"

namespace assay::cli {
namespace llms {

#define ACTION(Name, name, help) std::function<int()> Setup##Name(App& app);
#include "cli/llm/actions.def"
#undef ACTION

constexpr std::array kActions = {
#define ACTION(Name, name, help) Action{name, help, Setup##Name},
#include "cli/llm/actions.def"
#undef ACTION
};

}  // namespace llms

std::function<int()> SetupLlm(App& app) { return SetupGroup(app, llms::kActions); }

}  // namespace assay::cli
