#include "knowledge/api/documentation.h"

#include <algorithm>
#include <iostream>

#include "base/progress_line.h"
#include "base/strings.h"
#include "knowledge/api/introspect.h"
#include "program/sandbox.h"

namespace assay::knowledge {
namespace {

// More names than this help nobody.
constexpr size_t kSuggestions = 5;

Result<std::vector<Roots>> AllRoots() {
  return LoadRoots(lab::HomeFolder() + "/data/knowledge/roots.toml");
}

std::string WithoutLocalPart(const std::string& version) {
  return version.substr(0, version.find('+'));
}

}  // namespace

Result<DocumentedFramework> FindFramework(const std::string& framework,
                                          const std::string& version) {
  DocumentedFramework out;
  out.framework = framework;
  out.version = version;
  ASSAY_ASSIGN(const auto all, AllRoots());
  for (const Roots& roots : all)
    if (roots.framework == framework) out.roots = roots;
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(std::vector<std::string>()));
  if (registry.FindManifest(framework) == nullptr) return out;
  auto target = registry.Find(framework);
  if (!version.empty() && target.ok() && !SameVersion(version, target->version))
    target = registry.Find(framework + "@" + version);
  if (!target.ok() || target->version.empty()) return out;
  out.target = std::move(target).value();
  out.version = out.target->version;
  return out;
}

Result<DocumentedFramework> FrameworkOfApi(std::string& name, const std::string& framework,
                                           const std::string& version) {
  ASSAY_ASSIGN(const auto all, AllRoots());
  const Roots* roots = FrameworkOfName(all, name);
  if (roots != nullptr) name = WrittenName(*roots, name);
  const std::string first = name.substr(0, name.find('.'));
  return FindFramework(!framework.empty() ? framework
                       : roots != nullptr ? roots->framework
                                          : first,
                       version);
}

Result<ApiBase> IntrospectNow(const DocumentedFramework& subject) {
  if (!subject.roots)
    return Invalid(StrCat("assay does not know which modules of ", subject.framework,
                          " are public; data/knowledge/roots.toml lists them. `assay docs crawl` "
                          "reads its pages instead"));
  if (!subject.target)
    return Invalid(StrCat("no environment of ", subject.framework,
                          subject.version.empty() ? "" : " " + subject.version,
                          " is installed; `assay targets` says how to get it"));
  const program::SandboxProbe& probe = program::ProbeSandbox();
  if (probe.strength == program::SandboxStrength::kNone)
    std::cerr << "assay: no sandbox works on this machine (" << probe.detail << "), so "
              << subject.target->name << " is imported without one\n";
  ProgressLine progress;
  ASSAY_ASSIGN(
      const Introspection found,
      Introspect(*subject.roots, *subject.target, lab::HomeFolder(), [&](const std::string& what) {
        progress.Show(StrCat("docs: ", subject.target->name, ": ", what));
      }));
  const ApiShelf shelf;
  ASSAY_RETURN_IF_ERROR(shelf.Keep(found.undocumented));
  ASSAY_RETURN_IF_ERROR(shelf.Keep(found.base));
  ASSAY_RETURN_IF_ERROR(found.members.Keep(found.base.framework, found.base.version));
  return found.base;
}

Result<ApiBase> DocumentationOf(const DocumentedFramework& subject) {
  const ApiShelf shelf;
  std::string version = subject.version;
  if (version.empty()) {
    const std::vector<std::string> versions = shelf.Versions(subject.framework);
    if (versions.size() > 1)
      return Invalid(StrCat("documentation of ", subject.framework,
                            " is here in several versions: ", Join(versions, ", "),
                            "; choose one with --version"));
    if (versions.size() == 1) version = versions[0];
  }
  auto base = shelf.LoadAll(subject.framework, version);
  const bool asked = base.ok() && base->source.find("introspection") != std::string::npos;
  if (!asked && subject.roots && subject.target) {
    ASSAY_ASSIGN(const auto made, IntrospectNow(subject));
    return shelf.LoadAll(subject.framework, version);
  }
  if (!base.ok() && subject.roots) return IntrospectNow(subject);  // says what is missing
  return base;
}

Result<ApiBase> UndocumentedOf(const DocumentedFramework& subject) {
  const ApiShelf shelf;
  auto kept = shelf.Load(subject.framework, subject.version, kUndocumented);
  if (kept.ok()) return kept;
  if (!subject.roots || !subject.target || !subject.target->ready)
    return ApiBase{subject.framework, subject.version, kUndocumented, {}};
  ASSAY_ASSIGN(const ApiBase base, IntrospectNow(subject));
  return shelf.Load(subject.framework, subject.version, kUndocumented);
}

Result<ApiDoc> FindApi(const DocumentedFramework& subject, const ApiBase& base,
                       const std::string& name) {
  if (const ApiDoc* doc = FindDoc(base, name)) return *doc;
  ASSAY_ASSIGN(const ApiBase rest, UndocumentedOf(subject));
  if (const ApiDoc* doc = FindDoc(rest, name)) return *doc;
  const auto near = NearestNames(base, name, kSuggestions);
  return Invalid(StrCat("no API '", name, "' is documented in ", base.framework, " ", base.version,
                        "; ",
                        near.empty() ? StrCat("`assay docs list ", base.framework, "` shows all")
                                     : StrCat("the nearest: ", Join(near, ", "))));
}

bool SameVersion(const std::string& documented, const std::string& installed) {
  const std::vector<std::string> a = Split(WithoutLocalPart(documented), '.');
  const std::vector<std::string> b = Split(WithoutLocalPart(installed), '.');
  // Sites often state major and minor only; a major number alone is no version.
  const size_t count = std::min(a.size(), b.size());
  return count >= 2 && std::equal(a.begin(), a.begin() + static_cast<long>(count), b.begin());
}

Result<std::string> VersionToKeep(const DocumentedFramework& subject, const std::string& documented,
                                  bool any_version) {
  const std::string installed = subject.target ? subject.target->version : "";
  if (documented.empty() && installed.empty())
    return Invalid(StrCat("which version of ", subject.framework,
                          " is documented there? Say it with --version"));
  if (documented.empty())
    return Invalid(StrCat("the documentation does not say its version; if it is that of ",
                          subject.framework, " ", installed,
                          " as installed, say so with --version ", WithoutLocalPart(installed)));
  if (installed.empty()) return documented;
  if (SameVersion(documented, installed)) return installed;
  if (any_version) return documented;
  return Invalid(StrCat(
      "this is the documentation of ", subject.framework, " ", documented, ", but ", installed,
      " is installed: what it says need not hold there. --any-version keeps it separately, for "
      "`assay docs show --version ",
      documented, "`"));
}

}  // namespace assay::knowledge
