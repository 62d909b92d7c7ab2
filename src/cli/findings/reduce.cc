// assay findings reduce: the same as assay reduce.
#include "cli/command.h"

namespace assay::cli {

std::function<int()> SetupReduce(App& app);

namespace findings {

std::function<int()> SetupReduce(App& app) { return cli::SetupReduce(app); }

}  // namespace findings
}  // namespace assay::cli
