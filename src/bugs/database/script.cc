#include "bugs/database/script.h"

#include <re2/re2.h>

#include <utility>

#include "base/strings.h"
#include "bugs/database/text.h"

namespace assay::bugs {
namespace {

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
