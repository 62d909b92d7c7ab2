#include "web/query.h"

#include <algorithm>
#include <charconv>

#include "base/strings.h"

namespace assay::web {
namespace {

constexpr size_t kMostParameters = 32;

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The length of the character that begins with `first`; 0: none does.
size_t LengthOf(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

}  // namespace

Result<Query> Query::Parse(std::string_view text) {
  Query out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('&'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const size_t equals = std::min(part.find('='), part.size());
    ASSAY_ASSIGN(std::string name, Unescape(part.substr(0, equals), /*plus_is_space=*/true));
    ASSAY_ASSIGN(std::string value,
                 Unescape(part.substr(std::min(equals + 1, part.size())), /*plus_is_space=*/true));
    if (out.values_.size() == kMostParameters) return BadQuery("too many parameters");
    if (!out.values_.emplace(std::move(name), std::move(value)).second)
      return BadQuery("a parameter comes twice");
  }
  return out;
}

Query& Query::Set(const std::string& name, std::string value) {
  values_[name] = std::move(value);
  return *this;
}

Status Query::Allow(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : values_)
    if (std::ranges::find(names, name) == names.end())
      return BadQuery(
          StrCat("there is no parameter '", name, "' here; known are: ", Join(names, ", ")));
  return {};
}

bool Query::Has(std::string_view name) const { return values_.find(name) != values_.end(); }

std::string Query::Text(std::string_view name) const {
  const auto it = values_.find(name);
  return it == values_.end() ? std::string() : it->second;
}

Result<int64_t> Query::Int(std::string_view name, int64_t otherwise, int64_t low,
                           int64_t high) const {
  if (!Has(name)) return otherwise;
  const std::string text = Text(name);
  int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc() || end != text.data() + text.size() || value < low || value > high)
    return BadQuery(StrCat(name, " must be a whole number from ", low, " to ", high));
  return value;
}

Result<bool> Query::Flag(std::string_view name, bool otherwise) const {
  ASSAY_ASSIGN(const int64_t value, Int(name, otherwise ? 1 : 0, 0, 1));
  return value == 1;
}

Result<std::string> Query::OneOf(std::string_view name, std::string_view otherwise,
                                 std::initializer_list<std::string_view> choices) const {
  if (!Has(name)) return std::string(otherwise);
  const std::string text = Text(name);
  if (std::ranges::find(choices, text) == choices.end())
    return BadQuery(StrCat(name, " must be one of: ", Join(choices, ", ")));
  return text;
}

Result<std::string> Unescape(std::string_view text, bool plus_is_space) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int high = i + 1 < text.size() ? HexDigit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return Reject("a broken % escape in the address");
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return Reject("a control character in the address");
    out += c;
  }
  if (!IsUtf8(out)) return Reject("the address is not UTF-8");
  return out;
}

bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const size_t length = LengthOf(first);
    if (length == 0 || i + length > text.size()) return false;
    uint32_t code = length == 1 ? first : first & (0x7fU >> length);
    for (size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) return false;
      code = (code << 6) | (next & 0x3f);
    }
    const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (too_long || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return false;
    i += length;
  }
  return true;
}

}  // namespace assay::web
