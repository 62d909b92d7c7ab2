#include "triage/stated_limit.h"

#include <algorithm>
#include <array>

namespace assay::triage {
namespace {

constexpr std::array kPhrases = {
#define STATED_LIMIT(words) std::string_view(words),
#include "base/strings.h"
#include "triage/stated_limits.def"
#undef STATED_LIMIT
};

// Of a longer line so much is quoted on either side of the words.
constexpr size_t kBefore = 120, kAfter = 160;

// Whole words only: that is whole characters, too.
std::string Around(std::string_view line, size_t at, size_t length) {
  size_t begin = 0, end = line.size();
  if (at > kBefore) {
    begin = line.find(' ', at - kBefore);
    begin = begin < at ? begin + 1 : at;
  }
  if (line.size() - at - length > kAfter) {
    end = line.rfind(' ', at + length + kAfter);
    end = std::max(end, at + length);
  }
  std::string out;
  if (begin > 0) out += "… ";
  out += line.substr(begin, end - begin);
  if (end < line.size()) out += " …";
  return out;
}

// What OpenVINO's consumer says of a node that was not converted before it: its type is open, which
// states no limit of anything.
constexpr std::string_view kOpenType = "element not supported";

}  // namespace

std::string StatedLimit(std::string_view message) {
  while (!message.empty()) {
    const size_t end = message.find('\n');
    const std::string_view line = Trim(message.substr(0, end));
    const std::string lower = Lower(line);
    if (lower.find(kOpenType) == std::string::npos)
      for (const std::string_view phrase : kPhrases)
        if (const size_t at = lower.find(phrase); at != std::string::npos)
          return Around(line, at, phrase.size());
    message = end == std::string_view::npos ? "" : message.substr(end + 1);
  }
  return "";
}

std::string StatedLimitOf(std::string_view kind, std::string_view message) {
  return kind == "rejected" || kind == "conversion" ? StatedLimit(message) : "";
}

}  // namespace assay::triage
