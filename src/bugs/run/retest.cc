#include "bugs/run/retest.h"

#include <re2/re2.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/files.h"
#include "base/rng.h"
#include "base/strings.h"
#include "bugs/environment/recipe.h"
#include "bugs/run/side.h"
#include "bugs/tools/ground_truth.h"
#include "graph/text_spelling.h"
#include "lab/gpu.h"
#include "lab/home.h"
#include "program/lab/on_gpu.h"
#include "program/lab/program_lab.h"
#include "report/environment.h"
#include "triage/versions.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Frameworks start threads per processor; a crash is a process of its own within the test.
constexpr program::SandboxLimits kWarmLimits = {
    .memory_mb = 8192, .processes = 1024, .file_mb = 256, .scratch_mb = 512};
// Nobody's model of a bug is larger, and all of it travels with the program.
constexpr uint64_t kLargestFile = 4 << 20;
constexpr const char* kRight = "right_f";

std::string PackagesFolder(const std::string& environment) {
  for (const fs::path& path : EntriesOf(environment + "/lib"))
    if (path.filename().string().starts_with("python")) return path.string() + "/site-packages";
  return "";
}

std::string InstalledVersion(const std::string& folder, const std::string& library) {
  const json packages = report::InstalledPackages(PackagesFolder(folder));
  for (const std::string& wanted : PackagesOfLibrary(library))
    for (const auto& [name, version] : packages.items())
      if (std::string plain = Lower(name);
          plain == wanted || (std::ranges::replace(plain, '_', '-'), plain == wanted))
        return triage::ReleasedPart(version.get<std::string>());
  return "";
}

// From the oldest version to the newest. `environment`: a framework's own, or one with more in it.
std::vector<Installed> InstalledOf(const std::string& library, const std::string& environment) {
  std::vector<std::string> names = {environment};
  for (const fs::path& path : EntriesOf(lab::EnvironmentLinks(lab::HomeFolder())))
    if (path.filename().string().starts_with(environment + "@")) names.push_back(path.filename());
  std::vector<Installed> out;
  for (const std::string& name : names) {
    const auto folder = program::FindEnvironment(name);
    if (!folder.ok()) continue;
    if (const std::string version = InstalledVersion(*folder, library); !version.empty())
      out.push_back({name, version});
  }
  std::ranges::stable_sort(out, [](const Installed& a, const Installed& b) {
    return triage::CompareVersions(a.version, b.version) < 0;
  });
  return out;
}

std::string VersionsOf(const std::vector<Installed>& all) {
  std::vector<std::string> out;
  for (const Installed& one : all) out.push_back(one.version);
  return Join(out, ", ");
}

Result<std::string> ProgramOf(const Bug& bug, const std::string& harness,
                              const std::string& function) {
  json files = json::object();
  for (const fs::path& path : EntriesOf(bug.folder)) {
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) continue;
    ASSAY_ASSIGN(const std::string text, ReadFile(path.string(), kLargestFile));
    files[path.filename().string()] =
        EncodeBase64(reinterpret_cast<const std::byte*>(text.data()), text.size());
  }
  // A text in JSON is one in Python, too.
  return StrCat(harness, "\n\nmain(", files.dump(), ", ", json(bug.test_file).dump(), ", ",
                json(function).dump(), ")\n");
}

std::string SaidBy(const program::ProgramRun& run) {
  return StrCat(run.out, "\n", run.err, "\n", run.exception, ": ", run.message);
}

std::string FirstLineOf(const program::ProgramRun& run) {
  if (run.signal != 0) return StrCat("the test itself ended by signal ", run.signal);
  std::string out = run.exception;
  if (const std::string line(Trim(FirstLine(run.message))); !line.empty())
    out += StrCat(out.empty() ? "" : ": ", line);
  constexpr size_t kMost = 200;
  return out.substr(0, kMost);
}

bool SaysSo(const std::string& pattern, const std::string& text) {
  return RE2::PartialMatch(text, RE2(pattern, RE2::Quiet));
}

// The labs of one thread, by environment: they share their server with those of other threads.
class Labs {
 public:
  explicit Labs(bool unsafe) : unsafe_(unsafe) {}

  Result<program::ProgramLab*> Of(const std::string& environment, const std::string& module) {
    // Bugs come sorted by environment: what was used before is not used again.
    if (name_ != environment) {
      ASSAY_ASSIGN(
          auto lab,
          program::ProgramLab::Open(
              {.environment = environment, .unsafe = unsafe_, .cold = false, .also = {module}}));
      lab_ = std::move(lab);
      name_ = environment;
    }
    return &*lab_;
  }

 private:
  bool unsafe_;
  std::string name_;
  std::optional<program::ProgramLab> lab_;
};

class Retester {
 public:
  Retester(const RetestOptions& options, std::string harness)
      : options_(options), harness_(std::move(harness)), labs_(options.unsafe) {}

  RetestedOn On(const Bug& bug, const Installed& installed) {
    RetestedOn out{.on = installed, .state = BugState::kNotRun, .reason = ""};
    const auto outcome = Run(bug, installed, "");
    if (!outcome.ok()) {
      out.reason = outcome.error().message;
      return out;
    }
    const program::ProgramRun& run = outcome->run;
    if (run.invalid || run.exception == "ImportError" || run.exception == "LookupError") {
      out.reason = StrCat("its test cannot be run there: ", FirstLineOf(run));
    } else if (outcome->status == program::ProgramStatus::kValid) {
      const std::string wanted = bug.notes ? bug.notes->buggy_message : "";
      const bool says = wanted.empty() || SaysSo(wanted, SaidBy(run));
      out.state = says ? BugState::kThere : BugState::kChanged;
      if (!says) out.reason = StrCat("the test passes, but nothing says ", wanted);
    } else if (outcome->status == program::ProgramStatus::kHangs) {
      out.state = BugState::kChanged;
      out.reason = StrCat("no end within ", options_.limit_seconds, " s");
    } else {
      out.state = IsRight(bug, installed, run) ? BugState::kGone : BugState::kChanged;
      out.reason = FirstLineOf(run);
    }
    return out;
  }

 private:
  Result<program::ProgramOutcome> Run(const Bug& bug, const Installed& installed,
                                      const std::string& function) {
    ASSAY_ASSIGN(program::ProgramLab* const lab,
                 labs_.Of(installed.environment, FrameworkOf(bug.library)));
    program::ProgramRequest request;
    ASSAY_ASSIGN(request.text, ProgramOf(bug, harness_, function));
    request.limits = kWarmLimits;
    request.limits.wall_s = options_.limit_seconds;
    request.watch = false;
    request.patient = true;
    return lab->Run(request);
  }

  bool IsRight(const Bug& bug, const Installed& installed, const program::ProgramRun& failed) {
    const auto right = Run(bug, installed, kRight);
    if (!right.ok()) return false;
    if (right->run.exception != "LookupError")
      return right->status == program::ProgramStatus::kValid;
    const std::string wanted = bug.notes ? bug.notes->fixed_message : "";
    return !wanted.empty() && SaysSo(wanted, SaidBy(failed));
  }

  const RetestOptions& options_;
  std::string harness_;
  Labs labs_;
};

// What is to be run of one bug; `on` empty: nothing, and the result says why.
struct Plan {
  size_t index = 0;
  std::vector<Installed> on;
};

std::string KeptFrom(const Bug& bug) {
  if (!bug.has_folder()) return "it has no folder";
  if (const std::string elsewhere = bug.NotFor(); !elsewhere.empty()) return elsewhere;
  if (bug.needs_gpu && !lab::HasGpu()) return StrCat("needs a GPU: ", bug.gpu_evidence);
  return bug.test_file.empty() ? StrCat(bug.folder, " has no test_issue_", bug.id, ".py") : "";
}

std::vector<Plan> MakePlans(const Database& database, std::vector<Retested>& results) {
  std::map<std::string, std::vector<Installed>> installed;
  std::vector<Plan> out;
  for (size_t i = 0; i < results.size(); ++i) {
    const Bug& bug = *results[i].bug;
    std::string& reason = results[i].reason;
    if (reason = Unsound(database, bug); reason.empty()) reason = KeptFrom(bug);
    if (!reason.empty()) continue;
    const std::string named = bug.notes ? bug.notes->environment : "";
    const std::string place = named.empty() ? FrameworkOf(bug.library) : named;
    const std::string key = StrCat(bug.library, " ", place);
    if (!installed.contains(key)) installed[key] = InstalledOf(bug.library, place);
    std::vector<Installed> on = OughtToHave(bug, installed[key], reason);
    if (bug.needs_gpu)
      for (Installed& one : on) one.environment += program::kOnGpu;
    if (!on.empty()) out.push_back({i, std::move(on)});
  }
  std::ranges::stable_sort(out, {}, [](const Plan& plan) { return plan.on.back().environment; });
  return out;
}

void RunPlan(const Plan& plan, Retester& retester, Retested& result) {
  const auto start = std::chrono::steady_clock::now();
  for (const Installed& one : plan.on) result.all.push_back(retester.On(*result.bug, one));
  const RetestedOn& newest = result.all.back();
  result.state = newest.state;
  result.reason = newest.reason;
  result.version = newest.on.version;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

json ToJson(const Retested& one) {
  json out = {{"id", one.Id()}};
  if (one.state != BugState::kThere) out["reason"] = one.reason;
  if (one.state == BugState::kNotRun) return out;
  out["version"] = one.version;
  out["seconds"] = one.seconds;
  if (one.all.size() > 1)
    for (const RetestedOn& on : one.all) out["versions"][on.on.version] = BugStateName(on.state);
  return out;
}

}  // namespace

std::string_view BugStateName(BugState state) {
  constexpr std::string_view kNames[] = {"there", "gone", "changed", "not_run"};
  return kNames[static_cast<size_t>(state)];
}

std::vector<Installed> OughtToHave(const Bug& bug, const std::vector<Installed>& installed,
                                   std::string& reason) {
  const std::string stated = VersionOf(bug);
  const std::string mended = bug.notes ? bug.notes->fixed_version : "";
  if (installed.empty()) {
    const std::string needed = bug.notes && !bug.notes->environment.empty()
                                   ? bug.notes->environment
                                   : FrameworkOf(bug.library);
    reason = StrCat(needed, " is not installed; assay targets add ", needed);
    return {};
  }
  std::vector<Installed> out;
  for (const Installed& one : installed) {
    const bool too_old = !stated.empty() && triage::CompareVersions(one.version, stated) < 0;
    const bool mended_there = !mended.empty() && triage::CompareVersions(one.version, mended) >= 0;
    if (!too_old && !mended_there) out.push_back(one);
  }
  if (!out.empty()) return out;
  reason = StrCat("stated of ", stated.empty() ? "no version" : stated,
                  mended.empty() ? "" : StrCat(", mended in ", mended),
                  "; installed: ", VersionsOf(installed));
  return {};
}

std::string Unsound(const Database& database, const Bug& bug) {
  if (bug.notes || !bug.has_folder()) return "";
  for (const Oddity& one : database.oddities)
    if (one.file == bug.folder + "/bug.toml") return StrCat(one.file, ": ", one.what);
  return "";
}

std::vector<const Bug*> SampleOf(std::vector<const Bug*> bugs, size_t count, uint64_t seed) {
  if (count == 0 || count >= bugs.size()) return bugs;
  Rng rng(seed);
  std::vector<size_t> order(bugs.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (size_t i = 0; i < count; ++i)
    std::swap(order[i], order[static_cast<size_t>(rng.Int(
                            static_cast<int64_t>(i), static_cast<int64_t>(order.size()) - 1))]);
  order.resize(count);
  std::ranges::sort(order);
  std::vector<const Bug*> out;
  for (const size_t i : order) out.push_back(bugs[i]);
  return out;
}

Result<std::vector<Retested>> Retest(const Database& database, const std::vector<const Bug*>& bugs,
                                     const RetestOptions& options) {
  ASSAY_ASSIGN(const std::string scripts, ScriptsFolder());
  ASSAY_ASSIGN(const std::string harness, ReadFile(scripts + "/retest_bug.py"));
  std::vector<Retested> results(bugs.size());
  for (size_t i = 0; i < bugs.size(); ++i) results[i].bug = bugs[i];
  const std::vector<Plan> plans = MakePlans(database, results);
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = bugs.size() - plans.size();
  const auto work = [&] {
    Retester retester(options, harness);
    for (size_t at = next++; at < plans.size(); at = next++) {
      Retested& result = results[plans[at].index];
      if (options.should_stop && options.should_stop())
        result.reason = "interrupted before its turn";
      else
        RunPlan(plans[at], retester, result);
      const std::lock_guard lock(mutex);
      if (options.ended) options.ended(++done, result);
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(options.jobs, plans.size()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return results;
}

json ToJson(const std::vector<Retested>& results) {
  json out;
  for (const BugState state :
       {BugState::kThere, BugState::kGone, BugState::kChanged, BugState::kNotRun})
    out[std::string(BugStateName(state))] = json::array();
  for (const Retested& one : results)
    out[std::string(BugStateName(one.state))].push_back(ToJson(one));
  return out;
}

}  // namespace assay::bugs
