// Small string helpers.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Glues anything printable together: StrCat("axis ", 3, " out of range").
template <typename... Args>
std::string StrCat(const Args&... args) {
  std::ostringstream out;
  (out << ... << args);
  return out.str();
}

std::vector<std::string> Split(std::string_view text, char separator);
template <typename Range>
std::string Join(const Range& parts, std::string_view separator) {
  std::ostringstream out;
  bool first = true;
  for (const auto& part : parts) {
    if (!first) out << separator;
    out << part;
    first = false;
  }
  return out.str();
}

// ASCII letters only; other characters stay as they are.
std::string Lower(std::string_view text);

constexpr std::string_view kBlanks = " \t\r\n\v\f";
// Without `blanks` at its ends.
std::string_view Trim(std::string_view text, std::string_view blanks = kBlanks);

// Without the line break, at most `limit` bytes of it and never half a character.
std::string FirstLine(std::string_view text, size_t limit = std::string_view::npos);

std::string ReplaceAll(std::string text, std::string_view from, std::string_view to);

// Levenshtein distance, for "did you mean".
int EditDistance(std::string_view a, std::string_view b);

// The member of `known` nearest to `word`, or "" when none is near.
std::string Nearest(std::string_view word, const std::vector<std::string>& known);

// Shell-like pattern with * and ?.
bool GlobMatch(std::string_view pattern, std::string_view text);

// Shortest decimal text that reads back as the same double; "nan", "inf", "-inf".
std::string FormatDouble(double value);

}  // namespace assay
