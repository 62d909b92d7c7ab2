#include "triage/locate/released.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "lab/environment_maker.h"
#include "lab/environments.h"
#include "lab/run_script.h"
#include "triage/locate/version_search.h"
#include "triage/versions.h"

namespace assay::triage::locate {
namespace {

namespace fs = std::filesystem;

// The version that a name pins: "1.17.3" of onnxruntime@1.17.3:opt=off.
std::string PinnedVersion(const std::string& name) {
  const std::string head = name.substr(0, name.find(':'));
  const size_t at = head.find('@');
  return at == std::string::npos ? "" : head.substr(at + 1);
}

// Whether `installed` is what `wanted` asks for. Indexes and people name releases, without a label
// such as +cpu; who writes the label means that build.
bool IsVersion(const std::string& installed, const std::string& wanted) {
  return installed == wanted ||
         (wanted.find('+') == std::string::npos && CompareVersions(installed, wanted) == 0);
}

// What scripts/list-versions prints.
Result<nlohmann::json> AskIndex(const std::string& python, const std::vector<std::string>& words) {
  std::vector<std::string> command = {python, lab::HomeFolder() + "/scripts/list-versions"};
  command.insert(command.end(), words.begin(), words.end());
  nlohmann::json out = nlohmann::json::parse(lab::ReadScript(command).text, nullptr, false);
  if (out.is_discarded())
    return Invalid(StrCat("the package index does not answer for ", Join(words, " "),
                          "; is the network reachable?"));
  return out;
}

// Seconds that an earlier `assay targets add` took; 0: nothing to go by.
double InstallSeconds(const std::string& environment) {
  std::error_code error;
  const auto begin = fs::last_write_time(environment + "/requirements.txt", error);
  if (error) return 0;
  const auto end = fs::last_write_time(environment + "/freeze.txt", error);
  return error ? 0 : std::chrono::duration<double>(end - begin).count();
}

class Getter {
 public:
  Getter(const lab::Target& target, const VersionWish& wish, std::string package,
         std::string python, double seconds)
      : target_(target),
        wish_(wish),
        package_(std::move(package)),
        python_(std::move(python)),
        seconds_(seconds),
        agreed_(!wish.agree) {}

  // At most this many versions will be asked for.
  void Expect(int count) { expected_ = count; }

  Result<lab::Target> Get(const std::string& version) {
    ASSAY_ASSIGN(lab::Registry registry, lab::Registry::Load(wish_.backend_dirs));
    const std::string name =
        StrCat(target_.framework, "@", version, target_.mode.empty() ? "" : ":" + target_.mode);
    ASSAY_ASSIGN(lab::Target found, registry.Find(name));
    if (found.ready) return found;
    if (!agreed_) ASSAY_RETURN_IF_ERROR(Agree(version));
    const auto start = std::chrono::steady_clock::now();
    const lab::Manifest& manifest = *target_.manifest;
    const Status made =
        lab::MakeEnvironment(lab::HomeFolder(), {.name = StrCat(target_.framework, "@", version),
                                                 .locked = manifest.environment,
                                                 .framework = target_.framework,
                                                 .package = package_,
                                                 .version = version});
    if (!made.ok())
      return Invalid(StrCat("the environment for ", target_.framework, "@", version,
                            " could not be made; leave it out with --versions V,V,…"));
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (wish_.tell)
      wish_.tell(StrCat(target_.framework, "@", version, " took ", std::lround(seconds_), " s"));
    ASSAY_ASSIGN(registry, lab::Registry::Load(wish_.backend_dirs));
    return registry.Find(name);
  }

 private:
  // "about 13 MB to download and 20 s each, at most 5 versions, beginning with onnxruntime 1.20.1"
  std::string Cost(const std::string& version) const {
    const auto size = AskIndex(python_, {package_, version});
    const double bytes = size.ok() ? size->value("bytes", 0.0) : 0;
    return StrCat(bytes > 0 ? StrCat("about ", std::max(1L, std::lround(bytes / 1e6)),
                                     " MB to download (and what it depends on)")
                            : std::string("a download of unknown size"),
                  seconds_ > 0 ? StrCat(" and ", std::max(1L, std::lround(seconds_)), " s") : "",
                  " each, at most ", expected_, expected_ == 1 ? " version" : " versions",
                  ", beginning with ", package_, " ", version);
  }

  Status Agree(const std::string& version) {
    const std::string cost = Cost(version);
    agreed_ = wish_.agree(cost);
    if (agreed_) return {};
    return Invalid(StrCat("no further version was tried: ", cost,
                          "; --yes agrees to that, and `assay targets add ", target_.framework, "@",
                          version, "` gets one by hand"));
  }

  const lab::Target target_;
  const VersionWish wish_;
  const std::string package_, python_;
  double seconds_;
  bool agreed_;
  int expected_ = 0;
};

bool PlainVersion(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz.+-_") == std::string::npos;
}

Result<std::vector<std::string>> Released(const VersionWish& wish, const std::string& python,
                                          const std::string& package) {
  std::vector<std::string> out = wish.list;
  for (const std::string& version : out)
    if (!PlainVersion(version))
      return Invalid(StrCat("'", version, "' is not a version; write --versions 1.17.3,1.20.1"));
  if (out.empty()) {
    ASSAY_ASSIGN(const nlohmann::json answer, AskIndex(python, {package}));
    for (const auto& version : answer.value("versions", nlohmann::json::array()))
      if (version.is_string() && PlainVersion(version)) out.push_back(version);
  }
  std::sort(out.begin(), out.end(), VersionLess);
  return out;
}

}  // namespace

Result<Versions> ReleasedVersions(const lab::Target& target, const lab::Registry& registry,
                                  const VersionWish& wish) {
  const lab::Manifest& manifest = *target.manifest;
  if (manifest.package.empty() || manifest.environment.empty() || target.version.empty())
    return Invalid(
        StrCat(target.framework,
               " is not installed from a package, so there are no other versions to try"));
  Versions out;
  out.known_bad = target.version;
  double seconds = 0;
  std::string own;  // environment of the target
  for (const lab::Target& other : registry.targets()) {
    if (other.framework != target.framework || !other.ready || other.version.empty()) continue;
    if (std::find(out.at_hand.begin(), out.at_hand.end(), other.version) == out.at_hand.end())
      out.at_hand.push_back(other.version);
    const std::string pinned = PinnedVersion(other.name);
    const std::string folder = lab::EnvironmentFolder(
        lab::HomeFolder(), pinned.empty() ? manifest.environment : target.framework + "@" + pinned);
    if (other.version == target.version) own = folder;
    seconds = std::max(seconds, InstallSeconds(folder));
  }
  if (own.empty()) own = lab::EnvironmentFolder(lab::HomeFolder(), manifest.environment);
  const std::string python = own + "/bin/python";
  ASSAY_ASSIGN(out.released, Released(wish, python, manifest.package));
  std::erase_if(out.released, [&](const std::string& v) { return !VersionLess(v, out.known_bad); });
  if (!wish.list.empty())
    std::erase_if(out.at_hand, [&](const std::string& v) {
      return v != out.known_bad &&
             std::none_of(wish.list.begin(), wish.list.end(),
                          [&](const std::string& wanted) { return IsVersion(v, wanted); });
    });
  std::sort(out.at_hand.begin(), out.at_hand.end(), VersionLess);
  const auto getter = std::make_shared<Getter>(target, wish, manifest.package, python, seconds);
  getter->Expect(MostTries(out.released.size()));
  out.get = [getter, target, known = registry.targets()](const std::string& version) {
    // Those that are there already, under whatever name.
    for (const lab::Target& other : known)
      if (other.framework == target.framework && other.mode == target.mode && other.ready &&
          IsVersion(other.version, version))
        return Result<lab::Target>(other);
    return getter->Get(version);
  };
  return out;
}

}  // namespace assay::triage::locate
