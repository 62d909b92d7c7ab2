#include "report/escape.h"

#include <algorithm>
#include <cstdint>

namespace assay::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Bytes of the well-formed UTF-8 character at `at`; 0 when there is none.
size_t CharacterLength(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  uint32_t code = first & (0xFFu >> (length + 1));
  for (size_t k = 1; k < length; ++k) {
    if ((byte(at + k) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(at + k) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  // Surrogates, numbers beyond the last character, and the two that XML does not admit.
  const bool excluded =
      (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF || code == 0xFFFE || code == 0xFFFF;
  return overlong || excluded ? 0 : length;
}

}  // namespace

std::string CleanText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const size_t length = CharacterLength(text, i);
    const auto c = static_cast<unsigned char>(text[i]);
    if (length == 0 || (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
      out += c == '\r' ? std::string_view() : kReplacement;
    else
      out += text.substr(i, length);
    i += std::max<size_t>(length, 1);
  }
  return out;
}

std::string XmlText(std::string_view text) {
  constexpr std::pair<char, std::string_view> kMarks[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string out;
  for (const char c : CleanText(text)) {
    const auto* mark = std::ranges::find(kMarks, c, &std::pair<char, std::string_view>::first);
    if (mark == std::end(kMarks))
      out += c;
    else
      out += mark->second;
  }
  return out;
}

std::string MarkdownText(std::string_view text) {
  const std::string clean = CleanText(text);
  const bool code_pairs = std::ranges::count(clean, '`') % 2 == 0;
  bool in_code = false;
  std::string out;
  for (const char c : clean) {
    if (c == '`' && code_pairs) in_code = !in_code;
    if (c == '\n')
      out += ' ';
    else if (c == '|')  // ends a table cell even within code
      out += "\\|";
    else if (!in_code && (c == '<' || c == '>'))
      out += c == '<' ? "&lt;" : "&gt;";
    else if (!in_code && std::string_view("*_[]#\\~").find(c) != std::string_view::npos)
      out += std::string("\\") + c;
    else if (c == '`' && !code_pairs)
      out += "\\`";
    else
      out += c;
  }
  return out;
}

std::string MarkdownFence(std::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fence;
}

}  // namespace assay::report
