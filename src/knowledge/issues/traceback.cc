#include "knowledge/issues/traceback.h"

#include <re2/re2.h>

#include <array>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

constexpr size_t kKeptFrames = 8;  // where it broke; how the user came there matters less
constexpr size_t kMessageLength = 500;

// How C++ and the shell announce the end of a process.
struct Death {
  std::string_view words, name;
};
constexpr std::array<Death, 8> kDeaths = {{
    {"Segmentation fault", "SIGSEGV"},
    {"SIGSEGV", "SIGSEGV"},
    {"Aborted (core dumped)", "SIGABRT"},
    {"terminate called after throwing", "SIGABRT"},
    {"Check failed:", "SIGABRT"},
    {"SIGABRT", "SIGABRT"},
    {"Floating point exception", "SIGFPE"},
    {"Illegal instruction", "SIGILL"},
}};

std::string Shortened(const std::string& path) {
  for (const std::string_view mark : {"site-packages/", "dist-packages/"})
    if (const size_t at = path.find(mark); at != std::string::npos)
      return path.substr(at + mark.size());
  return path;
}

// "torch._dynamo.exc.Unsupported: message", "ValueError: message", "AssertionError".
bool ErrorLine(const std::string& line, ReportedError& error) {
  static const RE2 kPattern(
      R"(^(?:[A-Za-z_][\w.]*\.)?([A-Za-z_]\w*(?:Error|Exception|Exit|Interrupt|Unsupported|Warning|Failure))(?::\s*(.*))?\s*$)");
  std::string name, message;
  if (!RE2::FullMatch(line, kPattern, &name, &message)) return false;
  error.exception = name;
  error.message = message.substr(0, kMessageLength);
  return true;
}

bool FrameLine(const std::string& line, Frame& frame) {
  static const RE2 kPattern(R"RX(\s*File "([^"]+)", line (\d+)(?:, in (.+?))?\s*)RX");
  std::string file;
  if (!RE2::FullMatch(line, kPattern, &file, &frame.line, &frame.function)) return false;
  frame.file = Shortened(file);
  return true;
}

std::optional<ReportedError> FindDeath(std::string_view text) {
  for (const Death& death : kDeaths) {
    const size_t at = text.find(death.words);
    if (at == std::string_view::npos) continue;
    const size_t begin =
        text.rfind('\n', at) == std::string_view::npos ? 0 : text.rfind('\n', at) + 1;
    const size_t end = text.find('\n', at);
    return ReportedError{std::string(death.name),
                         std::string(text.substr(begin, end - begin)).substr(0, kMessageLength),
                         {}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ReportedError> FindError(std::string_view text) {
  std::optional<ReportedError> found;
  std::vector<Frame> frames;
  for (std::string line : Split(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    Frame frame;
    ReportedError error;
    if (line.find("Traceback (most recent call last)") != std::string::npos) {
      frames.clear();
    } else if (FrameLine(line, frame)) {
      frames.push_back(frame);
    } else if (ErrorLine(line, error) && !error.exception.ends_with("Warning")) {
      error.frames = frames;
      found = error;
    } else if (found.has_value() && found->message.empty() &&
               line.find_first_not_of(" \t") != std::string::npos) {
      found->message = line.substr(0, kMessageLength);  // the message begins on a line of its own
    }
  }
  if (!found.has_value()) return FindDeath(text);
  if (found->frames.size() > kKeptFrames)
    found->frames.erase(found->frames.begin(),
                        found->frames.end() - static_cast<std::ptrdiff_t>(kKeptFrames));
  return found;
}

bool IsTraceback(std::string_view text) {
  return text.find("Traceback (most recent call last)") != std::string_view::npos ||
         (text.find("  File \"") != std::string_view::npos &&
          text.find(", line ") != std::string_view::npos);
}

}  // namespace assay::knowledge
