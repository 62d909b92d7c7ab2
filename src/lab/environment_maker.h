// Makes Python environments when they are first needed, by the project's own scripts: who names a
// target gets it. The scripts say on stderr what is made, how large the download is and how long it
// took; they may be killed at any time and run any number of times at once.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::lab {

// An environment that is wanted.
struct WantedEnvironment {
  std::string name;    // as EnvironmentFolder takes it: "torch", "onnxruntime@1.17.3"
  std::string locked;  // the folder of envs/ that describes it, or what it is a variant of
  // For another version than the locked one.
  std::string framework, package, version;
};

// The environment that envs/`name` describes.
WantedEnvironment LockedEnvironment(const std::string& name);

// Whether envs/ in `home` says what belongs in it.
bool IsDescribed(const std::string& home, const WantedEnvironment& wanted);

// What making it downloads on this machine, about, by envs/downloads.txt; 0: not known.
int DownloadMegabytes(const std::string& home, const std::string& name);

// The command that makes it: "assay targets add torch".
std::string AddCommand(const WantedEnvironment& wanted);

// The command that makes one anew that is broken.
std::string RenewCommand(const std::string& home, const std::string& name);

// Makes `wanted`, or links the name anew to what is there already. The error says what is missing
// and how to get it.
Status MakeEnvironment(const std::string& home, const WantedEnvironment& wanted);

// The same, unless something goes by that name.
Status EnsureEnvironment(const std::string& home, const WantedEnvironment& wanted);

}  // namespace assay::lab
