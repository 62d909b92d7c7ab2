// Fits the requirements of a bug to one Python of this machine.
#include "bugs/environment/fit.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "bugs/environment/requirement.h"
#include "bugs/environment/wheel.h"

namespace assay::bugs {
namespace {

using FitKind = Requirement::Kind;

// With the environment's own pip no other is needed.
const std::set<std::string> kLeftOutOfFit = {"pip"};

bool IsCudaPackage(const std::string& name) {
  return name.starts_with("nvidia-") || name == "triton" || name == "pytorch-triton";
}

class Fitter {
 public:
  Fitter(const Bug& bug, const Python& python, const RecipeOptions& options,
         const RecipeSources& sources)
      : bug_(bug), python_(python), options_(options), sources_(sources) {}

  Result<Recipe> Fit() {
    std::vector<Requirement> all;
    for (const std::string& line : bug_.requirements) all.push_back(ParseRequirement(line));
    for (const std::string& line : bug_.installs) Override(all, ParseRequirement(line));
    if (!options_.version.empty()) ReplaceVersion(all);
    std::erase_if(all, [&](const Requirement& one) { return NotMeant(one); });
    for (const Requirement& one : all)
      if (const std::string why = WhyNotForPip(one.Text()); !why.empty()) return Unsupported(why);
    // Further indexes first: what they hold decides on the packages.
    std::stable_partition(all.begin(), all.end(),
                          [](const Requirement& one) { return one.kind == FitKind::kOption; });
    Prefetch(all);
    for (Requirement& one : all) ASSAY_RETURN_IF_ERROR(Check(one));
    if (cpu_torch_ || without_cuda_)
      std::erase_if(all, [](const Requirement& one) { return IsCudaPackage(one.name); });
    Add(all, "pytest");
    // torch.compile asks for it, up to 2.2 for its pkg_resources, which later ones have no more.
    // conda, which the folders mean, brought it with every Python.
    if (cpu_torch_ || without_cuda_) Add(all, "setuptools", "<81");
    return Finish(all);
  }

 private:
  // The script installs these last, so they win.
  static void Override(std::vector<Requirement>& all, const Requirement& late) {
    std::erase_if(
        all, [&](const Requirement& one) { return !late.name.empty() && one.name == late.name; });
    all.push_back(late);
  }

  void ReplaceVersion(std::vector<Requirement>& all) {
    bool found = false;
    for (Requirement& one : all) {
      const auto packages = PackagesOfLibrary(bug_.library);
      const auto at = std::ranges::find(packages, one.name);
      if (at == packages.end()) continue;
      // The compiled half of a library need not be released with each version of it.
      const bool companion = one.name == "jaxlib";
      one.kind = FitKind::kPackage;
      one.specifier = (companion ? "<=" : "==") + options_.version;
      found = found || !companion;
    }
    if (found) return;
    Requirement one{.name = PackagesOfLibrary(bug_.library).front()};
    one.specifier = "==" + options_.version;
    all.push_back(one);
  }

  bool NotMeant(const Requirement& one) const {
    if (one.kind == FitKind::kOption) return false;
    return kLeftOutOfFit.contains(one.name) ||
           MarkerHolds(one.marker, python_.version).value_or(true) == false;
  }

  void Prefetch(const std::vector<Requirement>& all) const {
    std::vector<std::string> names;
    for (const Requirement& one : all)
      if (one.kind == FitKind::kPackage) names.push_back(one.name);
    sources_.index.Prefetch(names);
  }

  std::vector<IndexFile> WithArchive(const std::string& package,
                                     std::vector<IndexFile> files) const {
    for (const ArchivedWheel& wheel : sources_.archive.List())
      if (ParseWheelName(wheel.file).name == package) files.push_back({wheel.file, ""});
    return files;
  }

  Status Check(Requirement& one) {
    switch (one.kind) {
      case FitKind::kOption:
        return CheckOption(one);
      case FitKind::kFile:
        return CheckFile(one);
      case FitKind::kLink:
        return Unsupported(StrCat("needs ", one.name.empty() ? one.place : one.name,
                                  " from a link that is not an index (", one.place.substr(0, 80),
                                  "); add its wheel by `assay bugs wheels add`"));
      case FitKind::kPackage:
        break;
    }
    const bool cpu_wanted = one.name == "torch" && !options_.gpu;
    without_cuda_ = without_cuda_ || cpu_wanted;
    const auto asked = sources_.index.Files(one.name);
    // Nothing is known: pip decides.
    if (!asked.ok()) return {};
    const std::vector<IndexFile> files = WithArchive(one.name, *asked);
    std::string version = one.Pinned();
    if (IsTensorflow(one.name) && (!version.empty() || one.name == "tensorflow-cpu") &&
        TakeTensorflow(one, version))
      return {};
    if (cpu_wanted) PreferCpuTorch(one, version, files);
    return Decide(one, version, AvailabilityOf(files, one.name, version, python_.version));
  }

  Status Decide(const Requirement& one, const std::string& version, Availability availability) {
    if (availability == Availability::kWheel) return {};
    // What the bug's own index holds is pip's to find out.
    if (further_indexes_) return {};
    const std::string what = version.empty() ? one.name : one.name + "==" + version;
    if (availability == Availability::kNone)
      return Unsupported(StrCat("no index has a wheel of ", what, " for Python ", python_.version,
                                " on this system"));
    if (options_.allow_source) return {};
    // An unpinned package may have a wheel under a version that fits; pip will say.
    if (version.empty()) return {};
    return Unsupported(StrCat(what, " exists only as source for Python ", python_.version,
                              "; --allow-source builds it, which runs its setup.py"));
  }

  // The build for CPUs; on some machines it exists under the name of the other one only.
  bool TakeTensorflow(Requirement& one, const std::string& version) {
    for (const char* name : {"tensorflow-cpu", "tensorflow"}) {
      const auto files = sources_.index.Files(name);
      if (!files.ok() ||
          AvailabilityOf(*files, name, version, python_.version) != Availability::kWheel)
        continue;
      one.name = name;
      one.extras.clear();
      return true;
    }
    return false;
  }

  // The build for CPUs; where no index has one, the other is made without CUDA's packages.
  void PreferCpuTorch(Requirement& one, const std::string& version,
                      const std::vector<IndexFile>& files) {
    if (version.empty()) return;
    const std::string released = version.substr(0, version.find('+'));
    const std::string cpu = CpuBuildOf(files, released, python_.version);
    one.specifier = "==" + (cpu.empty() ? released : cpu);
    cpu_torch_ = !cpu.empty();
    without_cuda_ = cpu.empty();
  }

  Status CheckFile(Requirement& one) {
    const ArchivedWheel kept = sources_.archive.Find(one.place);
    if (kept.file.empty())
      return Unsupported(StrCat("the wheel ", one.place, " is on no index",
                                one.sha256.empty() ? "" : " (sha256 " + one.sha256 + ")",
                                "; `assay bugs wheels add FILE` takes it when you have it"));
    if (!one.sha256.empty() && one.sha256 != kept.sha256)
      return Unsupported(StrCat("the archive's ", one.place, " has the hash ", kept.sha256,
                                ", the bug asks for ", one.sha256));
    if (!WheelFits(ParseWheelName(one.place), python_.version))
      return Unsupported(StrCat("the wheel ", one.place, " does not fit Python ", python_.version,
                                " on this system"));
    return sources_.archive.Check(kept);
  }

  // Further indexes: those for CUDA have a twin for CPU builds.
  Status CheckOption(Requirement& one) {
    static const re2::RE2 kIndex(R"((--(?:extra-)?index-url|-i|--find-links|-f)[ =]+(\S+))");
    std::string flag, address;
    if (one.place == "--pre") return {};
    if (const std::string further = ReachesFurther(one.place); !further.empty())
      return Unsupported(further);
    if (!re2::RE2::FullMatch(one.place, kIndex, &flag, &address)) {
      one.place.clear();
      return {};
    }
    static const re2::RE2 kCuda(R"(/cu[0-9]+(/?)$)");
    re2::RE2::Replace(&address, kCuda, "/cpu\\1");
    const bool folder = flag == "-f" || flag == "--find-links";
    one.place = sources_.reachable && sources_.reachable(address)
                    ? StrCat(folder ? "--find-links " : "--extra-index-url ", address)
                    : "";
    further_indexes_ = further_indexes_ || !one.place.empty();
    return {};
  }

  static void Add(std::vector<Requirement>& all, const std::string& package,
                  const std::string& specifier = "") {
    for (const Requirement& one : all)
      if (one.name == package) return;
    all.push_back({.name = package, .specifier = specifier});
  }

  Recipe Finish(const std::vector<Requirement>& all) const {
    std::set<std::string> options, packages;
    for (const Requirement& one : all) {
      std::string text = one.Text();
      if (one.kind == FitKind::kFile)
        text =
            StrCat(one.name, one.extras, " @ file://", sources_.archive.folder(), "/", one.place);
      if (!text.empty()) (one.kind == FitKind::kOption ? options : packages).insert(text);
    }
    Recipe out{.python = python_,
               .lines = {packages.begin(), packages.end()},
               .options = {options.begin(), options.end()},
               .note = "",
               .without_cuda = without_cuda_};
    return out;
  }

  const Bug& bug_;
  const Python& python_;
  const RecipeOptions& options_;
  const RecipeSources& sources_;
  bool cpu_torch_ = false, without_cuda_ = false, further_indexes_ = false;
};

bool IsPlain(char c) { return c >= ' ' && c <= '~'; }

}  // namespace

Result<Recipe> FitRecipe(const Bug& bug, const Python& python, const RecipeOptions& options,
                         const RecipeSources& sources) {
  return Fitter(bug, python, options, sources).Fit();
}

std::string WhyNotForPip(std::string_view line) {
  // pip ends a line at a form feed and at others of their kind too. What stands behind one would be
  // a line of its own: --no-binary, say, by which a stranger's setup.py is run.
  if (!std::ranges::all_of(line, IsPlain))
    return "its requirements hold a character that is not plain text";
  // pip puts the variable's value there, and asks whatever address holds it.
  if (line.find("${") != std::string_view::npos)
    return "its requirements ask for a variable of this machine (${…})";
  return "";
}

std::string ReachesFurther(std::string_view option) {
  static const re2::RE2 kFurther(
      R"((-[rce]|--requirements?|--constraints?|--editable)(?:[ =\t].*|[^-\s].*)?)");
  std::string flag;
  if (!re2::RE2::FullMatch(re2::StringPiece(option.data(), option.size()), kFurther, &flag))
    return "";
  return StrCat("its requirements hold ", flag, ", which is not followed; list the packages");
}

}  // namespace assay::bugs
