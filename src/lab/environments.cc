#include "lab/environments.h"

#include <cstdlib>

#include "base/strings.h"
#include "lab/home.h"

namespace assay::lab {

std::string EnvironmentFolder(const std::string& home, const std::string& name) {
  if (const char* variable = std::getenv("ASSAY_ENVIRONMENT_FOLDERS"))
    for (const std::string& entry : Split(variable, ':')) {
      const size_t equals = entry.find('=');
      if (equals != std::string::npos && entry.substr(0, equals) == name &&
          equals + 1 < entry.size())
        return entry.substr(equals + 1);
    }
  return EnvironmentLinks(home) + "/" + name;
}

}  // namespace assay::lab
