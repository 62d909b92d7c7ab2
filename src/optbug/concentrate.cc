#include "optbug/concentrate.h"

#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/traceback.h"
#include "lab/registry.h"
#include "optbug/describe.h"
#include "optbug/neighbourhoods.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using program::ProgramStatus;

// Frameworks that a snippet belongs to, in the order of their names.
std::set<std::string> FrameworksOf(const std::vector<Snippet>& snippets) {
  std::set<std::string> out;
  for (const Snippet& snippet : snippets) out.insert(snippet.framework);
  return out;
}

PlaceQuestion QuestionOf(const std::vector<Snippet>& snippets, const std::string& framework,
                         const std::string& version) {
  PlaceQuestion out{framework, version, {}, {}};
  for (const Snippet& snippet : snippets) {
    if (snippet.framework != framework) continue;
    for (const std::string& api : snippet.apis()) out.apis.insert(api);
    for (const std::string& type : snippet.all_types()) out.types.insert(type);
  }
  for (const std::string& api : KnownAlternatives(framework)) out.apis.insert(api);
  return out;
}

// One framework: its lab opens only when it is needed.
class NeighbourAsker {
 public:
  NeighbourAsker(const ConcentrateOptions& options, std::string framework)
      : options_(options), framework_(std::move(framework)) {}

  Status Find(const lab::Registry& registry) {
    const auto target = registry.Find(framework_);
    if (!target.ok()) return target.error();
    if (!target->ready) return Invalid(StrCat(target->reason, "; try: ", target->fix));
    version_ = target->version;
    return {};
  }

  // Runs its snippets where that is wanted.
  Status Run(Concentration& out) {
    if (!options_.run) return {};
    ASSAY_ASSIGN(const Enriched enriched, Enrich(out.snippets, {.framework = framework_,
                                                                .version = version_,
                                                                .open = open_,
                                                                .tell = options_.tell}));
    out.enriched.run += enriched.run;
    out.enriched.failed += enriched.failed;
    return {};
  }

  Status Places(Concentration& out) {
    ASSAY_ASSIGN(out.places[framework_],
                 FindPlaces(QuestionOf(out.snippets, framework_, version_), open_));
    out.versions[framework_] = version_;
    return {};
  }

 private:
  Result<program::ProgramLab*> Open() {
    if (!lab_.has_value()) {
      if (options_.tell) options_.tell("asking " + framework_);
      ASSAY_ASSIGN(program::ProgramLab lab, program::ProgramLab::Open({.environment = framework_,
                                                                       .unsafe = options_.unsafe}));
      lab_.emplace(std::move(lab));
    }
    return &*lab_;
  }

  const ConcentrateOptions& options_;
  const std::string framework_;
  std::string version_;
  const OpenLab open_ = [this] { return Open(); };
  std::optional<program::ProgramLab> lab_;
};

// A first compilation takes half a minute on a busy machine.
constexpr double kEnrichSeconds = 120;

std::string KeyOf(const std::string& source) {
  std::ostringstream out;
  out << std::hex << HashBytes(source);
  return out.str();
}

std::string SignalName(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? StrCat("signal ", signal) : StrCat("SIG", name);
}

// {"status", "exception", "location"}
Result<json> RunOne(const Snippet& snippet, program::ProgramLab& lab) {
  program::ProgramRequest request{.text = snippet.source};
  request.limits.wall_s = kEnrichSeconds;
  ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab.Run(request));
  std::string exception, location;
  if (outcome.status == ProgramStatus::kCrash) exception = SignalName(outcome.run.signal);
  if (outcome.status == ProgramStatus::kException) exception = outcome.run.exception;
  if (const auto error = knowledge::FindError(outcome.run.err); error.has_value())
    location = LocationOf(*error, snippet.framework);
  return json{{"status", program::ProgramStatusName(outcome.status)},
              {"exception", exception},
              {"location", location}};
}

}  // namespace

Result<Concentration> Concentrate(const ConcentrateOptions& options) {
  ASSAY_ASSIGN(Snippets read, ReadSnippets(options.sources));
  Concentration out{.snippets = std::move(read.all), .left_out = std::move(read.left_out)};
  if (!options.framework.empty())
    std::erase_if(out.snippets, [&](const Snippet& s) { return s.framework != options.framework; });
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(std::vector<std::string>()));
  std::vector<std::unique_ptr<NeighbourAsker>>
      askers;  // they stay where they are: their labs refer to them
  for (const std::string& framework : FrameworksOf(out.snippets)) {
    auto asker = std::make_unique<NeighbourAsker>(options, framework);
    if (const Status found = asker->Find(registry); found.ok())
      askers.push_back(std::move(asker));
    else
      out.not_asked[framework] = found.error().message;
  }
  for (const auto& asker : askers) ASSAY_RETURN_IF_ERROR(asker->Run(out));
  if (options.describe) ASSAY_RETURN_IF_ERROR(options.describe(out.snippets));
  // Last: running and describing bring new types.
  for (const auto& asker : askers) ASSAY_RETURN_IF_ERROR(asker->Places(out));
  out.distances = DistanceMatrix(out.snippets, out.places);
  out.neighbourhoods = FindNeighbourhoods(out.snippets, out.distances, options.threshold);
  return out;
}

Result<Enriched> Enrich(std::vector<Snippet>& snippets, const EnrichOptions& options) {
  const std::string path =
      StrCat(options.cache, "/optbug/runs-", options.framework, "-", options.version, ".json");
  json kept = json::object();
  if (const auto text = ReadFile(path); text.ok()) kept = ParseJson(*text);
  if (!kept.is_object()) kept = json::object();
  std::error_code ignored;  // a cache that cannot be written costs only time
  fs::create_directories(fs::path(path).parent_path(), ignored);
  Enriched out;
  for (Snippet& snippet : snippets) {
    if (snippet.framework != options.framework) continue;
    // The lab is the framework's own: what needs further packages would only tell of an import.
    if (!snippet.environment.empty() && snippet.environment != options.framework) continue;
    const std::string key = KeyOf(snippet.source);
    json seen = kept.value(key, json());
    if (!seen.is_object()) {
      if (options.tell) options.tell(snippet.id);
      ASSAY_ASSIGN(program::ProgramLab* const lab, options.open());
      ASSAY_ASSIGN(seen, RunOne(snippet, *lab));
      // How long something takes depends on the machine: a hang is not kept.
      if (seen["status"] != ProgramStatusName(ProgramStatus::kHangs)) kept[key] = seen;
      (void)WriteFile(path, kept.dump(1, ' ', false, json::error_handler_t::replace));
    }
    ++out.run;
    const std::string exception = seen.value("exception", ""),
                      location = seen.value("location", "");
    if (exception.empty()) continue;
    ++out.failed;
    snippet.exception = exception;
    if (!location.empty()) snippet.location = location;
  }
  return out;
}

}  // namespace assay::optbug
