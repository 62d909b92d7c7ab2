#include "knowledge/issues/phrases.h"

#include <cctype>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

size_t FindPhrase(std::string_view text, std::string_view phrase) {
  const bool open = phrase.ends_with('*');
  if (open) phrase.remove_suffix(1);
  if (phrase.empty()) return std::string_view::npos;
  for (size_t at = 0; (at = text.find(phrase, at)) != std::string_view::npos; ++at) {
    const size_t end = at + phrase.size();
    const bool begins = at == 0 || !InWord(text[at - 1]) || !InWord(phrase.front());
    const bool ends = open || end == text.size() || !InWord(text[end]) || !InWord(phrase.back());
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

std::vector<std::string> PhraseList(std::string_view phrases) {
  std::vector<std::string> out;
  for (const std::string& phrase : Split(phrases, ';'))
    if (!phrase.empty()) out.push_back(phrase);
  return out;
}

}  // namespace assay::knowledge
