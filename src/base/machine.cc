#include "base/machine.h"

#include <sys/utsname.h>

namespace assay {

const std::string& HostMachine() {
  static const std::string kName = [] {
    utsname system{};
    return uname(&system) == 0 ? std::string(system.machine) : std::string("x86_64");
  }();
  return kName;
}

}  // namespace assay
