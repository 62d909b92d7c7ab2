#include "report/repro/python.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "lab/environments.h"

namespace assay::report {
namespace {

namespace fs = std::filesystem;

// The package itself and what importing it takes, beside numpy.
constexpr const char* kOnnxPackages[] = {"onnx", "google", "ml_dtypes", "typing_extensions.py"};

Python At(const std::string& environment) {
  Python out{environment + "/bin/python", ""};
  for (const fs::path& path : EntriesOf(environment + "/lib"))
    if (fs::exists(path / "site-packages")) out.site = path / "site-packages";
  return out;
}

// Links in `folder`/lent to what `python` lacks.
std::string Lend(const Python& python, const Python& lender, const std::string& folder) {
  const fs::path lent = fs::path(folder) / "lent";
  std::error_code error;
  for (const char* name : kOnnxPackages) {
    if (fs::exists(fs::path(python.site) / name)) continue;
    fs::create_directories(lent, error);
    fs::create_symlink(fs::path(lender.site) / name, lent / name, error);
  }
  if (!fs::exists(lent)) return "";
  // What the package says of itself, its version for one.
  for (const fs::path& path : EntriesOf(lender.site))
    if (path.filename().string().starts_with("onnx-"))
      fs::create_symlink(path, lent / path.filename(), error);
  return lent.string();
}

}  // namespace

Result<Python> PythonOf(const lab::Target& target) {
  const lab::Mode* mode = target.manifest->FindMode(target.mode);
  std::string name = mode == nullptr ? target.manifest->environment : mode->environment;
  if (name.empty())
    return Invalid(StrCat(target.framework, " has no Python environment here, so a Python file ",
                          "could not be checked"));
  const size_t at = target.name.find('@');
  if (at != std::string::npos) name = target.name.substr(0, target.name.find(':'));
  const Python out = At(lab::EnvironmentFolder(lab::HomeFolder(), name));
  if (!fs::exists(out.program))
    return Invalid(StrCat("the Python environment ", name,
                          " has not been made; `assay targets add ", name, "`"));
  return out;
}

Result<Python> PythonWithOnnx(const Python& first) {
  if (fs::exists(fs::path(first.site) / "onnx")) return first;
  std::vector<fs::path> environments = EntriesOf(lab::EnvironmentLinks(lab::HomeFolder()));
  // The project's own for ONNX comes before those of frameworks.
  environments.insert(environments.begin(),
                      lab::EnvironmentFolder(lab::HomeFolder(), "onnx-conformance"));
  for (const fs::path& environment : environments) {
    const Python python = At(environment);
    if (!python.site.empty() && fs::exists(fs::path(python.site) / "onnx")) return python;
  }
  return Invalid(
      "no Python environment has the package onnx; `assay targets add onnx-conformance` makes one");
}

lab::Command PythonCommand(const Python& python, const Python* lender,
                           const std::vector<std::string>& words, const std::string& folder,
                           const lab::Target& target) {
  lab::Command out;
  out.words = {python.program};
  out.words.insert(out.words.end(), words.begin(), words.end());
  out.folder = folder;
  const char* path = std::getenv("PATH");
  out.variables = {{"PATH", path == nullptr ? "/usr/bin:/bin" : path},
                   {"HOME", folder},
                   {"TMPDIR", folder},
                   {"PYTHONDONTWRITEBYTECODE", "1"},
                   {"PYTHONHASHSEED", "0"},
                   {"PYTHONUNBUFFERED", "1"}};
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
    out.variables["LD_LIBRARY_PATH"] = libraries;
  // Headers that take half a minute to make; graphs are compiled anew.
  for (const char* name : {"TORCHINDUCTOR_CACHE_DIR", "TORCHINDUCTOR_FX_GRAPH_CACHE",
                           "TORCHINDUCTOR_AUTOGRAD_CACHE", "TF_CPP_MIN_LOG_LEVEL"})
    if (const auto found = target.command.variables.find(name);
        found != target.command.variables.end())
      out.variables[name] = found->second;
  if (lender != nullptr)
    if (const std::string lent = Lend(python, *lender, folder); !lent.empty())
      out.variables["PYTHONPATH"] = lent;
  return out;
}

}  // namespace assay::report
