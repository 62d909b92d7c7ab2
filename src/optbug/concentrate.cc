#include "optbug/concentrate.h"

#include <memory>
#include <optional>
#include <set>

#include "base/strings.h"
#include "lab/registry.h"
#include "optbug/alternatives.h"

namespace assay::optbug {
namespace {

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

}  // namespace

Result<Concentration> Concentrate(const ConcentrateOptions& options) {
  ASSAY_ASSIGN(Snippets read, ReadSnippets(options.sources));
  Concentration out;
  out.snippets = std::move(read.all);
  out.left_out = std::move(read.left_out);
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

}  // namespace assay::optbug
