#include "graph/text_spelling.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace assay {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Length of the valid UTF-8 character of two or more bytes that starts `text`; 0 when there is
// none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned lead = byte(0);
  const size_t length = lead >= 0xf0 && lead <= 0xf4  ? 4
                        : lead >= 0xe0 && lead < 0xf0 ? 3
                        : lead >= 0xc2 && lead < 0xe0 ? 2
                                                      : 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) >= 0xa0)) return 0;
  if ((lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) >= 0x90)) return 0;
  return length;
}

void AppendEscaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) {
    out += c;
    return;
  }
  out += "\\x";
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

int HexDigit(char c) {
  if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  const size_t at = kHex.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// Reads the escape whose letter is at `i`; leaves `i` on its last character. -1 when malformed.
int ReadEscape(std::string_view text, size_t& i) {
  switch (text[i]) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'x':
      break;
    default:
      return -1;
  }
  if (i + 2 >= text.size()) return -1;
  const int high = HexDigit(text[i + 1]), low = HexDigit(text[i + 2]);
  i += 2;
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

constexpr std::array<int8_t, 256> kBase64Values = [] {
  std::array<int8_t, 256> values{};
  values.fill(-1);
  for (size_t i = 0; i < kBase64.size(); ++i)
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<int8_t>(i);
  return values;
}();

}  // namespace

bool IsWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsWordPart(char c) { return IsWordStart(c) || (c >= '0' && c <= '9') || c == '.'; }

bool IsPlainName(std::string_view name) {
  return !name.empty() && name != "_" && IsWordStart(name[0]) &&
         std::all_of(name.begin(), name.end(), IsWordPart);
}

std::string QuoteText(std::string_view text) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t length = Utf8Length(text.substr(i));
    if (length == 0) {
      AppendEscaped(out, text[i]);
      continue;
    }
    out += text.substr(i, length);
    i += length - 1;
  }
  return out + "\"";
}

std::optional<std::string> UnquoteText(std::string_view quoted) {
  const std::string_view text = quoted.substr(1, quoted.size() - 2);
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    const int c = ReadEscape(text, i);
    if (c < 0) return std::nullopt;
    out += static_cast<char>(c);
  }
  return out;
}

std::string NameText(std::string_view name) {
  return IsPlainName(name) ? std::string(name) : QuoteText(name);
}

std::string EncodeBase64(const std::byte* data, size_t size) {
  std::string out;
  out.reserve((size + 2) / 3 * 4);
  for (size_t i = 0; i < size; i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < size ? static_cast<uint32_t>(data[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k)
      out += i + k > size ? '=' : kBase64[(group >> (18 - 6 * k)) & 63];
  }
  return out;
}

std::optional<std::vector<std::byte>> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t group = 0;
    for (size_t k = 0; k < 4; ++k) {
      const bool pad = i + k >= text.size() - padding;
      const int value = pad ? 0 : kBase64Values[static_cast<unsigned char>(text[i + k])];
      if (value < 0) return std::nullopt;
      group = group << 6 | static_cast<uint32_t>(value);
    }
    for (const int shift : {16, 8, 0}) out.push_back(static_cast<std::byte>(group >> shift & 0xff));
  }
  out.resize(out.size() - padding);
  return out;
}

}  // namespace assay
