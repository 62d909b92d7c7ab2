// Small readings of text that strangers wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::bugs {

// Without white space at both ends.
std::string_view Trim(std::string_view text);

// ASCII letters only, in lower case: "Issue #" and "issue" are equal by it.
std::string LettersOf(std::string_view text);

std::string LowerCase(std::string_view text);

bool IsNumber(std::string_view text);

// Numbers by value, before names by their letters.
bool IdBefore(const std::string& a, const std::string& b);

// Lines without their ends, whichever they are; a mark of UTF-8 is skipped.
std::vector<std::string> LinesOf(std::string_view text);

}  // namespace assay::bugs
