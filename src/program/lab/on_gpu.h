// Names of environments whose programs get the machine's GPU: "torch:cuda" is the environment
// torch.
#pragma once

#include <string_view>

namespace assay::program {

inline constexpr std::string_view kOnGpu = ":cuda";

// The environment without that.
inline std::string_view WithoutGpu(std::string_view environment) {
  if (environment.ends_with(kOnGpu)) environment.remove_suffix(kOnGpu.size());
  return environment;
}

}  // namespace assay::program
