#include "knowledge/issues/versions.h"

#include <re2/re2.h>

#include <array>
#include <memory>
#include <vector>

#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

struct VersionPattern {
  const char* key;
  std::string regex;  // one group
};

// More telling ones first. (?i) any case, (?m) ^ and $ at lines.
constexpr const char* kNumber = R"((\d+\.\d+[\w.+-]*))";
const std::vector<VersionPattern>& VersionPatterns() {
  static const std::string n = kNumber;
  static const std::vector<VersionPattern> kPatterns = {
      {"torch", R"((?im)^\s*pytorch version:\s*)" + n},
      {"torch", R"((?im)\btorch\s*==\s*)" + n},
      {"tensorflow", R"((?im)^\s*\**tensorflow version\**[^\n:]*:\s*\**\s*(?:tf\s*)?v?)" + n},
      {"tensorflow", R"((?im)^#+\s*tensorflow version\s+(?:tf\s*)?v?)" + n},
      {"jaxlib", R"((?im)^\s*(?:[-*]\s*)?jaxlib\s*[:=]+\s*)" + n},
      {"jax", R"((?im)^\s*(?:[-*]\s*)?jax\s*[:=]+\s*)" + n},
      {"jax", R"((?im)^#+\s*what jax/jaxlib version are you using\?\s+(?:jax\s+)?v?)" + n},
      {"tensorflow", R"((?i)\btensorflow(?:[-_]cpu)?\s*==\s*)" + n},
      {"jax", R"((?i)\bjax\s*==\s*)" + n},
      {"jaxlib", R"((?i)\bjaxlib\s*==\s*)" + n},
      {"keras", R"((?i)\bkeras\s*(?:==|version:?)?\s*)" + n},
      {"onnxruntime", R"((?i)\bonnxruntime\s*(?:==|version:?)?\s*)" + n},
      {"openvino", R"((?i)\bopenvino\s*(?:==|version:?)?\s*)" + n},
      {"numpy", R"((?i)\bnumpy\s*(?:==|:)\s*)" + n},
      {"python", R"((?im)^\s*(?:#+\s*|[-*]\s*)?python(?: version)?\s*:?\s*)" + n},
      {"os", R"((?im)^\s*(?:[-*]\s*)?(?:os|os platform and distribution)[^\n:]*:\s*([^\n]+))"},
      {"os", R"((?im)^#+\s*os platform and distribution\s+([^\n]+))"},
      {"cuda", R"((?im)^\s*cuda used to build pytorch:\s*([^\n]+))"},
      {"cuda", R"((?im)^\s*(?:#+\s*)?cuda/cudnn version:?\s*([^\n]+))"},
      // Prose last: "on torch 2.4", "TF 2.17", "PyTorch 2.4.0", "jax version: 0.4.23".
      {"torch", R"((?i)\b(?:pytorch|torch)\s+(?:version:?\s+)?v?)" + n},
      {"tensorflow", R"((?i)\b(?:tensorflow|tf)\s+(?:version:?\s+)?v?)" + n},
      {"jax", R"((?i)\bjax\s+(?:version:?\s+)?v?)" + n},
  };
  return kPatterns;
}

std::string Trimmed(std::string text) {
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.back())) ||
                           text.back() == '*' || text.back() == '.' || text.back() == ','))
    text.pop_back();
  return text;
}

bool SaysNothing(const std::string& value) {
  const std::string lower = Lower(value);
  return value.empty() || lower == "none" || lower == "n/a" || lower == "no" ||
         lower == "_no response_" || lower == "could not collect";
}

}  // namespace

std::map<std::string, std::string> FindVersions(std::string_view text) {
  static const std::vector<std::unique_ptr<RE2>> kCompiled = [] {
    std::vector<std::unique_ptr<RE2>> out;
    for (const VersionPattern& pattern : VersionPatterns())
      out.push_back(std::make_unique<RE2>(pattern.regex));
    return out;
  }();
  std::map<std::string, std::string> out;
  for (size_t i = 0; i < kCompiled.size(); ++i) {
    const char* key = VersionPatterns()[i].key;
    std::string value;
    if (out.contains(key) || !RE2::PartialMatch(text, *kCompiled[i], &value)) continue;
    value = Trimmed(value);
    if (!SaysNothing(value)) out[key] = value;
  }
  return out;
}

bool IsEnvironmentBlock(std::string_view text) {
  const std::string lower = Lower(text);
  constexpr std::array kMarks = {"pytorch version:",
                                 "is debug build:",
                                 "gcc version:",
                                 "collecting environment information",
                                 "python version:",
                                 "jaxlib:",
                                 "device info:",
                                 "libc version:",
                                 "versions of relevant libraries"};
  int marks = 0;
  for (const std::string_view mark : kMarks) marks += lower.find(mark) != std::string::npos;
  return marks >= 2;
}

int CompareVersions(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const auto next = [](std::string_view& text) -> long {
      long value = 0;
      bool any = false;
      while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0]))) {
        value = value * 10 + (text[0] - '0');
        text.remove_prefix(1);
        any = true;
      }
      const bool more =
          text.size() > 1 && text[0] == '.' && std::isdigit(static_cast<unsigned char>(text[1]));
      if (more)
        text.remove_prefix(1);
      else
        text = {};
      return any ? value : 0;
    };
    const long x = next(a), y = next(b);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

}  // namespace assay::knowledge
