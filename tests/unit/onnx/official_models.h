// Finds the models and data of the official ONNX backend tests.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

// $ASSAY_NODE_TESTS, or the data folder of the conformance environment; "" when neither exists.
inline std::string OfficialDataFolder() {
  namespace fs = std::filesystem;
  if (const char* given = std::getenv("ASSAY_NODE_TESTS")) return given;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const fs::path envs = cache != nullptr
                            ? fs::path(cache) / "assay/envs"
                            : fs::path(home != nullptr ? home : "/tmp") / ".cache/assay/envs";
  std::error_code failed;
  for (const auto& env : fs::directory_iterator(envs, failed)) {
    if (!env.path().filename().string().starts_with("onnx-conformance")) continue;
    for (const auto& python : fs::directory_iterator(env.path() / "lib", failed)) {
      const fs::path data = python.path() / "site-packages/onnx/backend/test/data";
      if (fs::is_directory(data, failed)) return data.string();
    }
  }
  return "";
}

inline std::vector<std::string> OfficialModels(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".onnx") paths.push_back(entry.path().string());
  return paths;
}

}  // namespace assay
