#include <array>

#include "base/strings.h"
#include "bugs/environment/command.h"
#include "bugs/environment/maker.h"

namespace assay::bugs {
namespace {

Error NotInstalled(const std::string& name) {
  return Unsupported(
      StrCat("--with ", name, ": there is no ", name, " on PATH; install it, or leave --with out"));
}

// The interpreter's own module: nothing further is needed.
Result<Commands> VenvCommands(const MakeRequest& request) {
  std::vector<std::string> pip = {request.folder + "/bin/python", "-m", "pip"};
  for (const std::string& word : PipWords(request)) pip.push_back(word);
  return Commands{{request.python.program, "-m", "venv", request.folder}, pip};
}

// Fetches the interpreter where the machine lacks it.
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
  return Commands{{uv, "venv", "--python", request.python.version, request.folder}, install};
}

// As the database's own scripts do it, in a folder of ours.
Result<Commands> CondaCommands(const MakeRequest& request) {
  const std::string conda = OnPath("conda");
  if (conda.empty()) return NotInstalled("conda");
  std::vector<std::string> pip = {request.folder + "/bin/python", "-m", "pip"};
  for (const std::string& word : PipWords(request)) pip.push_back(word);
  return Commands{
      {conda, "create", "-y", "-p", request.folder, "python=" + request.python.version, "pip"},
      pip};
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
