#include "base/folders.h"

#include <cstdlib>

namespace assay {
namespace {

std::string Folder(const char* variable, const char* below_home) {
  const char* chosen = std::getenv(variable);
  if (chosen != nullptr && *chosen != '\0') return std::string(chosen) + "/assay";
  const char* home = std::getenv("HOME");
  return std::string(home == nullptr || *home == '\0' ? "/tmp" : home) + below_home + "/assay";
}

}  // namespace

std::string CacheFolder() { return Folder("XDG_CACHE_HOME", "/.cache"); }
std::string DataFolder() { return Folder("XDG_DATA_HOME", "/.local/share"); }
std::string ConfigFolder() { return Folder("XDG_CONFIG_HOME", "/.config"); }

}  // namespace assay
