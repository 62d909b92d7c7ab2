#include "bugs/database/text.h"

#include <algorithm>
#include <tuple>

#include "base/strings.h"

namespace assay::bugs {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// How many bytes at `at` are one character that a terminal obeys; 0: none. U+0080 to U+009F are
// two bytes, and as good as an escape sequence to many.
size_t ControlAt(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c < ' ' || c == 0x7f) return 1;
  if (c != 0xc2 || at + 1 == text.size()) return 0;
  const auto next = static_cast<unsigned char>(text[at + 1]);
  return next >= 0x80 && next < 0xa0 ? 2 : 0;
}

std::string_view WithoutZeros(std::string_view number) {
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

}  // namespace

std::string LettersOf(std::string_view text) {
  std::string out;
  for (const char c : Lower(text))
    if (c >= 'a' && c <= 'z') out += c;
  return out;
}

bool IsNumber(std::string_view text) { return !text.empty() && std::ranges::all_of(text, IsDigit); }

bool HasControls(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i)
    if (ControlAt(text, i) > 0) return true;
  return false;
}

std::string WithoutControls(std::string_view text, std::string_view kept) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t bytes = ControlAt(text, i);
    const bool stays = bytes == 0 || kept.find(text[i]) != std::string_view::npos;
    out += stays ? text[i] : '?';
    if (!stays) i += bytes - 1;
  }
  return out;
}

bool IdBefore(const std::string& a, const std::string& b) {
  const bool a_is_number = IsNumber(a), b_is_number = IsNumber(b);
  if (a_is_number != b_is_number) return a_is_number;
  if (!a_is_number) return a < b;
  // As texts, since nothing says that they fit into a machine's number.
  const std::string_view x = WithoutZeros(a), y = WithoutZeros(b);
  return std::tuple(x.size(), x, std::string_view(a)) <
         std::tuple(y.size(), y, std::string_view(b));
}

std::vector<std::string> LinesOf(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    out.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace assay::bugs
