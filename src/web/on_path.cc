#include "web/on_path.h"

#include <unistd.h>

#include <cstdlib>

#include "base/strings.h"

namespace assay::web {

bool OnPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return false;
  for (const std::string& folder : Split(path, ':'))
    if (!folder.empty() && access(StrCat(folder, "/", program).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace assay::web
