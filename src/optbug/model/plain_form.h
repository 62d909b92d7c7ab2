// The plain form of a program: the same program without the optimisation.
//
// A few lines in front put functions that hand on what they are given in the place of optimisers
// (plain_apis.def). What the plain form does is what the original model does: where it fails alike,
// the optimiser is not to blame. Programs that look into the optimised model (its graph, its code)
// have none.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace assay::optbug {

// Whether the plain form leaves all of these optimisers out. False of none.
bool HasPlainForm(const std::string& framework, std::span<const std::string> optimisers);

// The lines that go in front.
std::string PlainLines(const std::string& framework);

// `program` with `lines` in front, but behind what must come first in a file.
std::string PlainForm(const std::string& program, const std::string& lines);

}  // namespace assay::optbug
