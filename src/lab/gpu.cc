#include "lab/gpu.h"

#include <algorithm>
#include <filesystem>

namespace assay::lab {

namespace fs = std::filesystem;

bool HasGpu() {
  std::error_code failed;
  return fs::exists("/dev/nvidiactl", failed) || fs::exists("/dev/nvidia0", failed);
}

Status CheckGpuFlag() {
  if (HasGpu()) return {};
  return Invalid("--gpu: this machine has no NVIDIA GPU with a driver (no /dev/nvidia0)");
}

std::vector<std::string> GpuDevices() {
  std::vector<std::string> out;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator("/dev", failed))
    if (entry.path().filename().string().starts_with("nvidia") && entry.is_character_file(failed))
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

}  // namespace assay::lab
