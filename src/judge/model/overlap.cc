#include "judge/model/overlap.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string_view>

namespace assay::judge::model {
namespace {

constexpr size_t kLeastLetters = 4;

bool IsCommon(const std::string& word) {
  constexpr std::string_view kCommon[] = {
#define WORD(word) word,
#include "judge/model/common_words.def"
#undef WORD
  };
  return std::find(std::begin(kCommon), std::end(kCommon), word) != std::end(kCommon);
}

bool HasDigit(const std::string& word) {
  return std::any_of(word.begin(), word.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::vector<std::string> KeyWords(const std::string& text) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  std::string word;
  const auto finish = [&] {
    if (word.size() > kLeastLetters && word.ends_with('s') && !word.ends_with("ss"))
      word.pop_back();
    const bool counts = word.size() >= kLeastLetters || HasDigit(word);
    if (counts && !IsCommon(word) && seen.insert(word).second) out.push_back(word);
    word.clear();
  };
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_')
      word += static_cast<char>(std::tolower(byte));
    else
      finish();
  }
  finish();
  return out;
}

std::optional<double> ExplanationScore(const std::string& explanation, const std::string& report) {
  const std::vector<std::string> wanted = KeyWords(report), told = KeyWords(explanation);
  if (wanted.empty()) return std::nullopt;
  const std::set<std::string> said(told.begin(), told.end());
  const auto found = std::count_if(wanted.begin(), wanted.end(),
                                   [&](const std::string& word) { return said.contains(word); });
  return static_cast<double>(found) / static_cast<double>(wanted.size());
}

}  // namespace assay::judge::model
