// Version numbers of frameworks, as their packages write them: 1.31.1, 2.13.0+cpu, 0.27.0.post1.
#pragma once

#include <string>

namespace assay::triage {

// The part that was released: without a local label such as +cpu.
std::string ReleasedPart(const std::string& version);

// Negative, 0 or positive, as the first version is older, equal or newer. Numbers compare as
// numbers; a development, alpha, beta or candidate build comes before its release, a post release
// behind it. Local labels do not count.
int CompareVersions(const std::string& a, const std::string& b);

}  // namespace assay::triage
