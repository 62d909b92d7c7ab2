
#include <unistd.h>

#include "cli/command.h"

namespace assay::cli {

int Fail(const Error& error) {
  std::cerr << "assay: " << error.message << "\n";
  return kBadInput;
}

int ExitCode(const Result<int>& outcome) { return outcome.ok() ? *outcome : Fail(outcome.error()); }

int PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  return kDone;
}

bool StdoutIsTerminal() { return isatty(STDOUT_FILENO) != 0; }

size_t TerminalWidth() { return TerminalWidthOf(STDOUT_FILENO); }

}  // namespace assay::cli
