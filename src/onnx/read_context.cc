#include "onnx/read_context.h"

#include <cstring>

#include "base/strings.h"

namespace assay::onnxio {
namespace {

// Length of the UTF-8 sequence that starts `text`, or 0 when there is none (overlong forms,
// surrogates and values beyond U+10FFFF are none).
size_t SequenceLength(std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = at(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((at(i) & 0xc0) != 0x80) return 0;
  if (first == 0xe0 && at(1) < 0xa0) return 0;
  if (first == 0xed && at(1) > 0x9f) return 0;
  if (first == 0xf0 && at(1) < 0x90) return 0;
  if (first == 0xf4 && at(1) > 0x8f) return 0;
  return length;
}

}  // namespace

Error Within(const std::string& where, Error error) {
  // Subgraphs in subgraphs would make it endless; the innermost places tell most.
  constexpr size_t kLongest = 600;
  if (where.size() + error.message.size() > kLongest) return error;
  error.message = where + ": " + error.message;
  return error;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    uint64_t word = 0;
    if (text.size() >= sizeof(word)) {
      std::memcpy(&word, text.data(), sizeof(word));
      if ((word & 0x8080808080808080u) == 0) {
        text.remove_prefix(sizeof(word));
        continue;
      }
    }
    const size_t length = SequenceLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

Status CheckText(std::string_view text, std::string_view what) {
  if (IsUtf8(text)) return {};
  return Invalid(StrCat(what, " ", Quoted(text), " is not valid UTF-8"));
}

std::string Quoted(std::string_view text) {
  constexpr size_t kLongest = 80;
  const bool utf8 = IsUtf8(text);
  std::string out = "'";
  for (size_t i = 0; i < text.size() && i < kLongest; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7f || (c >= 0x80 && !utf8)) {
      constexpr char kHex[] = "0123456789abcdef";
      out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
    } else {
      out += static_cast<char>(c);
    }
  }
  if (text.size() > kLongest) {
    while (!IsUtf8(out)) out.pop_back();  // the cut may have hit a character
    out += "...";
  }
  return out + "'";
}

}  // namespace assay::onnxio
