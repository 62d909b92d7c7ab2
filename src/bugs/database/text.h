// Small readings of text that strangers wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"

namespace assay::bugs {

// ASCII letters only, in lower case: "Issue #" and "issue" are equal by it.
std::string LettersOf(std::string_view text);

bool IsNumber(std::string_view text);

// Whether it holds characters that a terminal obeys instead of showing them.
bool HasControls(std::string_view text);
// A question mark in the place of each that is none of `kept`.
std::string WithoutControls(std::string_view text, std::string_view kept = "");

// Numbers by value, before names by their letters.
bool IdBefore(const std::string& a, const std::string& b);

// Lines without their ends, whichever they are; a mark of UTF-8 is skipped.
std::vector<std::string> LinesOf(std::string_view text);

}  // namespace assay::bugs
