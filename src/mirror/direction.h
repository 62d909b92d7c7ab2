// The way a program is carried: from one framework to another.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::mirror {

// torch, tensorflow, jax.
const std::vector<std::string>& KnownFrameworks();

struct Direction {
  std::string from, to;
  bool operator==(const Direction&) const = default;
};

// The framework that a program's imports name most; "" when they name none that is known.
std::string FrameworkOf(const std::string& text);

// An environment of the framework that also has packages with layers, losses and optimisers which
// it leaves to others: jax-flax. "": there is none, or it is not ready here.
std::string RicherEnvironment(const std::string& framework);

// The environment that a program of the framework runs in: the richer one where it imports such a
// package.
std::string EnvironmentFor(const std::string& framework, const std::string& text);

// An error says that it is none that programs are carried among, and what is missing for those that
// could be (mindspore).
Status CheckFramework(const std::string& name);

// An error names the known ones, or says that both are the same.
Result<Direction> MakeDirection(const std::string& from, const std::string& to);

}  // namespace assay::mirror
