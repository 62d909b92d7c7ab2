#include "bugs/environment/recipe.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "bugs/environment/fit.h"
#include "bugs/environment/requirement.h"
#include "lab/gpu.h"

namespace assay::bugs {
namespace {

using RecipeKind = Requirement::Kind;

// Their wheels are built against it, so a pin of it is kept longest.
const std::set<std::string> kKeptLongest = {"numpy", "scipy"};
// Two interpreters beside the nearest are asked for; further ones never differ.
constexpr size_t kMostSubstitutes = 3;

// Without pins of packages other than the library and those in `kept`.
Recipe WithFewerPins(const Bug& bug, const Recipe& recipe, const std::set<std::string>& kept) {
  const std::vector<std::string> own = PackagesOfLibrary(bug.library);
  Recipe out = recipe;
  out.lines.clear();
  for (const std::string& line : recipe.lines) {
    const Requirement one = ParseRequirement(line);
    const bool keep = one.kind != RecipeKind::kPackage || one.Pinned().empty() ||
                      kept.contains(one.name) || IsTensorflow(one.name) ||
                      std::ranges::find(own, one.name) != own.end();
    // A test may import what nothing else asks for.
    Requirement any = one;
    any.specifier.clear();
    out.lines.push_back(keep ? line : any.Text());
  }
  return out;
}

std::vector<Recipe> WithAlternatives(const Bug& bug, Recipe recipe, bool replaced) {
  std::vector<Recipe> out = {std::move(recipe)};
  if (!replaced) return out;
  for (const std::set<std::string>& kept : {kKeptLongest, std::set<std::string>()})
    if (Recipe fewer = WithFewerPins(bug, out.front(), kept); fewer.lines != out.back().lines)
      out.push_back(std::move(fewer));
  return out;
}

}  // namespace

std::string Recipe::Key() const {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(
                    HashBytes(Join(lines, "\n") + (without_cuda ? "\nwithout CUDA" : ""))));
  return StrCat("py", python.version, "-", HostMachine(), "-", text);
}

std::vector<std::string> PackagesOfLibrary(const std::string& library) {
  static const std::map<std::string, std::vector<std::string>> kPackages = {
      {"jax", {"jax", "jaxlib"}},
      {"pytorch", {"torch"}},
      {"tensorflow", {"tensorflow", "tensorflow-cpu", "tf-nightly", "tf-nightly-cpu"}},
      {"tvm", {"apache-tvm"}}};
  const auto found = kPackages.find(library);
  return found == kPackages.end() ? std::vector<std::string>{NormalisedName(library)}
                                  : found->second;
}

Gpu GpuFor(bool asked) {
  if (asked) return Gpu::kGiven;
  return lab::HasGpu() ? Gpu::kNotAsked : Gpu::kNone;
}

std::string MachineLacks(const Bug& bug, Gpu gpu, const std::string& machine) {
  if (std::string elsewhere = bug.NotFor(machine); !elsewhere.empty()) return elsewhere;
  if (!bug.unavailable.empty()) return bug.unavailable;
  if (bug.needs_gpu && gpu == Gpu::kNone)
    return StrCat("needs a GPU, which this machine lacks: ", bug.gpu_evidence);
  if (bug.needs_gpu && gpu == Gpu::kNotAsked)
    return StrCat("needs a GPU; --gpu gives tests that of this machine: ", bug.gpu_evidence);
  return "";
}

Result<std::vector<Recipe>> MakeRecipes(const Bug& bug, const RecipeOptions& options,
                                        const RecipeSources& sources) {
  const std::string lacks = MachineLacks(bug, GpuFor(options.gpu));
  if (!lacks.empty()) return Unsupported(lacks);
  const std::string wanted = MinorVersion(bug.python);
  // Whatever wheels of another age there are, nothing here could judge whether they fit.
  if (!wanted.empty() && !wanted.starts_with("3."))
    return Unsupported(StrCat("asks for Python ", wanted, "; only versions of Python 3 are made"));
  std::vector<Python> pythons = InOrderFor(wanted, sources.pythons);
  const bool here = !pythons.empty() && pythons.front().version == wanted;
  if (options.any_python && !wanted.empty() && !here) pythons = {{"", wanted}};
  if (pythons.empty())
    return Invalid("there is no python3.x on PATH and pyenv has none; install one");
  const bool exact = wanted.empty() || pythons.front().version == wanted;
  if (!exact && options.exact_python)
    return Unsupported(StrCat("asks for Python ", wanted, ", which this machine lacks"));
  // A version in place of the bug's own may have no wheels for the bug's Python.
  const bool alone = exact && !wanted.empty() && (options.version.empty() || options.exact_python);
  pythons.resize(std::min(pythons.size(), alone ? 1 : kMostSubstitutes));
  std::string first_reason;
  for (const Python& python : pythons) {
    auto recipe = FitRecipe(bug, python, options, sources);
    if (recipe.ok()) {
      if (!wanted.empty() && python.version != wanted)
        recipe->note = StrCat("Python ", python.version, " in place of ", wanted);
      return WithAlternatives(bug, std::move(recipe).value(), !options.version.empty());
    }
    if (recipe.error().kind != ErrorKind::kUnsupported) return recipe.error();
    if (first_reason.empty()) first_reason = recipe.error().message;
  }
  if (exact) return Unsupported(first_reason);
  return Unsupported(
      StrCat("asks for Python ", wanted, ", which this machine lacks; ", first_reason));
}

}  // namespace assay::bugs
