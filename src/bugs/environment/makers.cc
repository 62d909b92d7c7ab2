#include <algorithm>
#include <array>
#include <iterator>

#include "base/strings.h"
#include "bugs/environment/command.h"
#include "bugs/environment/maker.h"

namespace assay::bugs {
namespace {

Error NotInstalled(const std::string& name) {
  return Unsupported(
      StrCat("--with ", name, ": there is no ", name, " on PATH; install it, or leave --with out"));
}

// Adds the command that writes stand-ins of CUDA's libraries beside what was built for them.
Result<Commands> WithStandIns(Commands commands, const MakeRequest& request) {
  if (!request.without_cuda) return commands;
  // Never the environment's own Python: strangers' packages are in there by then.
  const std::string python = OnPath("python3");
  if (python.empty()) return Unsupported("there is no python3 on PATH");
  commands.push_back({python, request.scripts + "/stub-libraries", request.folder});
  return commands;
}

// `make` is the command that makes the empty environment. Where it is to do without CUDA, pip asks
// for nothing of it.
Result<Commands> WithPip(std::vector<std::string> make, const MakeRequest& request) {
  std::vector<std::string> pip = {request.folder + "/bin/python"};
  const std::vector<std::string> plain = {"-m", "pip"},
                                 changed = {request.scripts + "/patched-pip.py", "--without-cuda"};
  std::ranges::copy(request.without_cuda ? changed : plain, std::back_inserter(pip));
  std::ranges::copy(PipWords(request), std::back_inserter(pip));
  return WithStandIns({std::move(make), std::move(pip)}, request);
}

// The interpreter's own module: nothing further is needed.
Result<Commands> VenvCommands(const MakeRequest& request) {
  return WithPip({request.python.program, "-m", "venv", request.folder}, request);
}

// Fetches the interpreter where the machine lacks it. Files lie once on disk for all environments.
Result<Commands> UvCommands(const MakeRequest& request) {
  const std::string uv = OnPath("uv");
  if (uv.empty()) return NotInstalled("uv");
  std::vector<std::string> install = {uv,
                                      "pip",
                                      "install",
                                      "--python",
                                      request.folder + "/bin/python",
                                      "-r",
                                      request.requirements_file};
  if (!request.find_links.empty()) {
    install.push_back("--find-links");
    install.push_back(request.find_links);
  }
  if (!request.allow_source) install.push_back("--no-build");
  if (request.without_cuda) {
    install.push_back("--override");
    install.push_back(request.scripts + "/without-cuda.txt");
  }
  // It does not know those of pyenv that are not on PATH.
  const Python& python = request.python;
  return WithStandIns({{uv, "venv", "--seed", "--python",
                        python.program.empty() ? python.version : python.program, request.folder},
                       install},
                      request);
}

// As the database's own scripts do it, in a folder of ours.
Result<Commands> CondaCommands(const MakeRequest& request) {
  const std::string conda = OnPath("conda");
  if (conda.empty()) return NotInstalled("conda");
  return WithPip(
      {conda, "create", "-y", "-p", request.folder, "python=" + request.python.version, "pip"},
      request);
}

constexpr bool kVenvBringsPython = false, kUvBringsPython = true, kCondaBringsPython = true;

}  // namespace

std::vector<std::string> PipWords(const MakeRequest& request) {
  std::vector<std::string> out = {
      "install", "--no-input", "--disable-pip-version-check", "--progress-bar",
      "off",     "-r",         request.requirements_file};
  if (!request.find_links.empty()) {
    out.push_back("--find-links");
    out.push_back(request.find_links);
  }
  // The setup.py of a source archive is a stranger's program, which pip would run.
  if (!request.allow_source) {
    out.push_back("--only-binary");
    out.push_back(":all:");
  }
  return out;
}

std::span<const Maker> AllMakers() {
  static constexpr std::array kMakers = {
#define MAKER(Name, name) Maker{name, k##Name##BringsPython, Name##Commands},
#include "bugs/environment/makers.def"
#undef MAKER
  };
  return kMakers;
}

Result<const Maker*> FindMaker(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Maker& maker : AllMakers()) {
    if (maker.name == name) return &maker;
    names.push_back(maker.name);
  }
  return Invalid(StrCat("--with: there is no '", name, "'; known: ", Join(names, ", ")));
}

}  // namespace assay::bugs
