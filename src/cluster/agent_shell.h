// How a shell looks after an agent, whichever engine has started the shell.
#pragma once

#include <string>
#include <string_view>

namespace assay::cluster {

// For any POSIX shell, behind a command that ends in "&": passes SIGTERM on to it and waits until
// it has really ended. `$code` is then its exit code, with 0 for 1, which means that something was
// found; `$told` is not empty when there was a SIGTERM.
std::string WaitForAgent(std::string_view separator);

}  // namespace assay::cluster
