#include "store/agent_name.h"

#include <unistd.h>

#include <random>

#include "base/strings.h"

namespace assay::store {

std::string MachineName() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : "unknown";
}

std::string NewAgent() {
  std::random_device chance;
  return StrCat(MachineName(), "-", getpid(), "-", chance() % 1000000);
}

}  // namespace assay::store
