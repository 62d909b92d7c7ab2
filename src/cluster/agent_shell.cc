#include "cluster/agent_shell.h"

#include <vector>

#include "base/strings.h"

namespace assay::cluster {

std::string WaitForAgent(std::string_view separator) {
  // A signal ends `wait` before the agent has ended, so it is repeated for every one that came.
  // When the agent's end was seen already, some shells have forgotten it by then and say 127.
  const std::vector<std::string> lines = {
      "agent=$!",
      "told=",
      "asked=1",
      "code=143",
      R"(trap 'told=1; asked=1; kill -TERM "$agent" 2> /dev/null || :' TERM)",
      R"(while [ "$asked" -eq 1 ]; do asked=0; wait "$agent" && last=0 || last=$?; )"
      R"([ "$last" -eq 127 ] || code=$last; done)",
      R"([ "$code" -ne 1 ] || code=0)"};
  return Join(lines, separator);
}

}  // namespace assay::cluster
