#include "store/postgres_sql.h"

#include <charconv>
#include <cmath>

#include "base/strings.h"

namespace assay::store {
namespace {

constexpr std::string_view kNow = "CURRENT_TIMESTAMP";
constexpr std::string_view kNowText =
    "to_char(clock_timestamp() AT TIME ZONE 'utc', 'YYYY-MM-DD HH24:MI:SS')";

// How many bytes of a letter begin at `text`; 0: it is none of UTF-8.
size_t LetterSize(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Longer than needed, halves of UTF-16 pairs, beyond the last letter.
  if (first == 0xe0 && byte(1) < 0xa0) return 0;
  if (first == 0xed && byte(1) > 0x9f) return 0;
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) > 0x8f) return 0;
  return size;
}

int Digit(char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

}  // namespace

std::string PostgresSql(std::string_view sql) {
  std::string out;
  int place = 0;
  bool quoted = false;
  for (size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '\'') quoted = !quoted;
    if (!quoted && sql[i] == '?') {
      out += StrCat("$", ++place);
    } else if (!quoted && sql.substr(i).starts_with(kNow)) {
      out += kNowText;
      i += kNow.size() - 1;
    } else {
      out += sql[i];
    }
  }
  return out;
}

std::string PostgresText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t size = LetterSize(text);
    if (size == 0) out += "\xef\xbf\xbd";  // the replacement letter
    if (size > 0 && text[0] != '\0') out += text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

std::string PostgresNumber(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

std::string FromHex(std::string_view hex) {
  std::string out;
  for (size_t i = 2; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(Digit(hex[i]) * 16 + Digit(hex[i + 1]));
  return out;
}

}  // namespace assay::store
