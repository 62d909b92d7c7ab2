#include "bugs/database/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <tuple>
#include <utility>

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

// `name` may be written with one or two equality signs: conda takes both.
std::string Captured(std::string_view text, const re2::RE2& pattern) {
  std::string out;
  re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), pattern, &out);
  return out;
}

bool Matches(std::string_view text, const re2::RE2& pattern) {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), pattern);
}

// Tools that only fetch files: what they fetch is looked for in the archive of wheels.
bool IsFetcher(std::string_view word) { return word.starts_with("gdown"); }

// The packages of one `pip install` line; empty when it installs a file of requirements.
std::vector<std::string> PackagesOf(std::string_view arguments) {
  std::vector<std::string> out;
  bool skip = false;
  for (const std::string& word : Split(arguments, ' ')) {
    const std::string_view bare = Trim(word);
    if (bare.empty()) continue;
    if (std::exchange(skip, false)) continue;
    if (bare == "-r" || bare == "--requirement") return {};
    // An index of wheels that vanished or of CUDA builds; which ones are reachable is decided
    // later.
    if (bare == "--index-url" || bare == "--extra-index-url" || bare == "-i" || bare == "-f" ||
        bare == "--find-links")
      skip = true;
    else if (!bare.starts_with("-") && !IsFetcher(bare))
      out.emplace_back(bare);
  }
  return out;
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

ScriptAsks ReadScript(std::string_view text) {
  static const re2::RE2 kPython(R"(conda create[^\n]*\bpython=+([0-9]+(?:\.[0-9]+)*))");
  static const re2::RE2 kInstall(R"(^\s*(?:python[0-9.]* -m )?pip[0-9]* install\s+(.*)$)");
  static const re2::RE2 kGpus(R"(docker run[^\n]*--gpus)");
  static const re2::RE2 kDocker(R"(docker (?:run|build))");
  // Goes on only where the system is macOS.
  static const re2::RE2 kOnlyMacos(R"((?:OSTYPE|uname)[^\n]*!=[^\n]*[dD]arwin)");
  static const re2::RE2 kClone(R"(git clone\s+(\S+))");
  ScriptAsks out;
  out.python = Captured(text, kPython);
  out.conda = text.find("conda create") != std::string_view::npos;
  out.docker = Matches(text, kDocker);
  out.docker_gpus = Matches(text, kGpus);
  out.only_macos = Matches(text, kOnlyMacos);
  out.source = Captured(text, kClone);
  for (const std::string& line : LinesOf(text)) {
    const std::string arguments = Captured(line, kInstall);
    for (const std::string& package : PackagesOf(arguments)) out.installs.push_back(package);
  }
  return out;
}

std::string PythonOfDockerfile(std::string_view text) {
  static const re2::RE2 kImage(R"((?m)^FROM python:([0-9]+\.[0-9]+))");
  static const re2::RE2 kInstalled(R"(\bpython([0-9]+\.[0-9]+))");
  const std::string image = Captured(text, kImage);
  return image.empty() ? Captured(text, kInstalled) : image;
}

std::string WantsGpu(std::string_view code) {
  static const re2::RE2 kWants(
      R"((\.cuda\(|["'](?:cuda(?::[0-9])?|/?(?:device:)?[gG][pP][uU]:[0-9]|mps)["'/]|/device:GPU))");
  return Captured(code, kWants);
}

}  // namespace assay::bugs
