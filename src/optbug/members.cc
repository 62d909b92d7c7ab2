#include "optbug/members.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"
#include "optbug/forms/take.h"

namespace assay::optbug {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// So many are asked in one process: few enough that one which ends it costs little.
constexpr size_t kBatch = 48;
constexpr double kBatchSeconds = 300;

std::string ModuleOfApi(const std::string& api) { return api.substr(0, api.rfind('.')); }

json UnitOf(const Taken& taken) {
  return {{"top", taken.top}, {"model", taken.model}, {"inputs", taken.InputTuple()}};
}

std::string UnitKey(const Taken& taken) {
  std::ostringstream out;
  out << std::hex << HashBytes(UnitOf(taken).dump());
  return out.str();
}

// What the process told before it ended, one line each.
std::vector<json> ToldIn(const std::string& out) {
  constexpr std::string_view kMark = "told ";
  std::vector<json> all;
  for (const std::string& line : Split(out, '\n'))
    if (line.starts_with(kMark)) all.push_back(ParseJson(line.substr(kMark.size())));
  return all;
}

Result<std::vector<json>> AskUnits(const std::string& script, const json& units,
                                   program::ProgramLab& lab) {
  program::ProgramRequest request;
  // A text in a text: JSON's escapes of a string are Python's too.
  request.text =
      StrCat("import json\n\nUNITS = json.loads(", json(units.dump()).dump(), ")\n", script);
  request.limits.wall_s = kBatchSeconds;
  request.watch = false;
  ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab.Run(request));
  return ToldIn(outcome.run.out);
}

// All units, however many end their process.
Result<std::vector<json>> AskAllUnits(const std::string& script, const std::vector<json>& units,
                                      program::ProgramLab& lab) {
  std::vector<json> out;
  while (out.size() < units.size()) {
    const size_t end = std::min(units.size(), out.size() + kBatch);
    const json batch(std::vector<json>(units.begin() + static_cast<long>(out.size()),
                                       units.begin() + static_cast<long>(end)));
    ASSAY_ASSIGN(std::vector<json> told, AskUnits(script, batch, lab));
    told.resize(std::min(told.size(), batch.size()));
    const bool ended = told.size() < batch.size();
    for (json& one : told) out.push_back(std::move(one));
    if (ended) out.push_back({{"runs", false}});
  }
  return out;
}

void TakeOver(const json& told, Taken& taken) {
  taken.takes = told.value("takes", std::vector<std::string>());
  taken.gives = told.value("gives", "");
  // What was feared before it ran is known now.
  for (const char* tag : {"other-float", "extreme", "integer-input"}) taken.tags.erase(tag);
  for (const std::string& tag : told.value("tags", std::vector<std::string>()))
    taken.tags.insert(tag);
}

// "torch/jit" of torch.jit.frontend: the folders that a module's name tells.
std::string FolderOfModule(const std::string& module) {
  std::string out = module;
  std::ranges::replace(out, '.', '/');
  return out;
}

class SeedFinder {
 public:
  SeedFinder(const Parts& parts, const SeedOptions& options)
      : parts_(parts), options_(options), home_(parts.environment) {}

  Result<Seeds> Find() {
    ConcentrateOptions known{.framework = home_, .unsafe = options_.unsafe, .tell = options_.tell};
    if (options_.import.empty())
      known.sources.pool = lab::HomeFolder() + "/pool";
    else
      known.sources.imported = {options_.import};
    ASSAY_ASSIGN(const Concentration all, Concentrate(known));
    out_.snippets = all.snippets.size();
    const auto version = all.versions.find(home_);
    if (version == all.versions.end()) return std::move(out_);  // nobody to ask
    version_ = version->second;
    if (options_.import.empty()) {
      ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(known.sources.pool));
      for (const knowledge::PoolProgram& program : pool)
        if (program.outcome != "fixed") there_.insert(program.id);
    }
    ASSAY_RETURN_IF_ERROR(TakeMembers(all.snippets));
    FindHoods(all);
    ASSAY_RETURN_IF_ERROR(FindExchanges());
    return std::move(out_);
  }

 private:
  Status TakeMembers(const std::vector<Snippet>& snippets) {
    std::vector<std::vector<Taken>> choices(snippets.size());
    std::vector<Taken*> all;
    for (size_t i = 0; i < snippets.size(); ++i) {
      choices[i] = TakeModels(snippets[i].source, home_);
      for (Taken& taken : choices[i]) {
        taken.origin = snippets[i].id;
        all.push_back(&taken);
      }
    }
    ASSAY_ASSIGN(const std::vector<bool> run, Probe(home_, version_, all, open_, options_.cache));
    size_t at = 0;
    for (size_t i = 0; i < snippets.size(); ++i) {
      bool found = false;
      for (Taken& taken : choices[i]) {
        if (run[at++] && !found) AddMember(snippets[i], i, std::move(taken)), found = true;
      }
    }
    return {};
  }

  void AddMember(const Snippet& snippet, size_t position, Taken taken) {
    place_[position] = out_.members.size();
    const std::string exception = snippet.exception.substr(snippet.exception.rfind('.') + 1);
    out_.members.push_back({.id = snippet.id,
                            .taken = std::move(taken),
                            .optimisers = OptimisersWith(parts_, snippet.optimisers),
                            .layers = snippet.layers,
                            .types = snippet.types,
                            .category = snippet.category,
                            .exception = exception,
                            .folder = FolderOfModule(snippet.location),
                            .there = there_.contains(snippet.id)});
  }

  void FindHoods(const Concentration& all) {
    for (const Neighbourhood& near : all.neighbourhoods) {
      Hood hood{near.id, {}};
      for (const size_t member : near.members)
        if (const auto found = place_.find(member); found != place_.end())
          hood.members.push_back(found->second);
      constexpr int kThere = 2;
      for (const size_t member : hood.members)
        hood.weight += out_.members[member].there ? kThere : 0;
      if (!hood.members.empty()) out_.hoods.push_back(std::move(hood));
    }
  }

  Status FindExchanges() {
    std::map<std::pair<size_t, size_t>, Taken> pairs;
    for (const Hood& hood : out_.hoods)
      for (const size_t a : hood.members)
        for (const size_t b : hood.members) {
          const Taken &model = out_.members[a].taken, &inputs = out_.members[b].taken;
          if (a == b || model.inputs.size() != inputs.inputs.size() || pairs.contains({a, b}))
            continue;
          pairs[{a, b}] = Exchange(model, inputs);
        }
    std::vector<Taken*> all;
    for (auto& [pair, taken] : pairs) all.push_back(&taken);
    ASSAY_ASSIGN(const std::vector<bool> run, Probe(home_, version_, all, open_, options_.cache));
    size_t at = 0;
    for (auto& [pair, taken] : pairs)
      if (run[at++]) out_.exchanged[pair] = std::move(taken);
    return {};
  }

  Result<program::ProgramLab*> Open() {
    if (!lab_.has_value()) {
      if (options_.tell) options_.tell("which known bugs' models run");
      ASSAY_ASSIGN(program::ProgramLab lab,
                   program::ProgramLab::Open({.environment = home_, .unsafe = options_.unsafe}));
      lab_.emplace(std::move(lab));
    }
    return &*lab_;
  }

  const Parts& parts_;
  const SeedOptions& options_;
  const std::string home_;
  std::string version_;
  Seeds out_;
  std::map<size_t, size_t> place_;  // of snippets among members
  std::set<std::string> there_;     // ids of those whose bug is not mended
  std::optional<program::ProgramLab> lab_;
  const OpenLab open_ = [this] { return Open(); };
};

}  // namespace

std::vector<size_t> OptimisersWith(const Parts& parts, const std::vector<std::string>& apis) {
  std::set<std::string> names, modules;
  for (const std::string& api : apis) {
    names.insert(ModernName(api));
    modules.insert(ModuleOfApi(ModernName(api)));
  }
  std::vector<size_t> same, near;
  for (size_t i = 0; i < parts.optimisers.size(); ++i) {
    const std::string api = ModernName(parts.optimisers[i].api);
    if (names.contains(api)) same.push_back(i);
    // "torch" itself says nothing: torch.compile is no neighbour of torch.matmul.
    if (modules.contains(ModuleOfApi(api)) && ModuleOfApi(api).find('.') != std::string::npos)
      near.push_back(i);
  }
  return same.empty() ? near : same;
}

Result<std::vector<bool>> Probe(const std::string& framework, const std::string& version,
                                std::vector<Taken*> taken, const OpenLab& open,
                                const std::string& cache) {
  ASSAY_ASSIGN(const std::string script, ReadData(framework, "probe.py"));
  // Another script may answer otherwise.
  const std::string path = StrCat(cache, "/optbug/probes-", framework, "-", version, "-", std::hex,
                                  HashBytes(script) & 0xffffffff, ".json");
  json kept = json::object();
  if (const auto text = ReadFile(path); text.ok()) kept = ParseJson(*text);
  if (!kept.is_object()) kept = json::object();
  std::vector<json> units;
  std::vector<std::string> keys;
  for (const Taken* one : taken)
    if (const std::string key = UnitKey(*one);
        !kept.contains(key) && std::ranges::find(keys, key) == keys.end()) {
      keys.push_back(key);
      units.push_back(UnitOf(*one));
    }
  if (!units.empty()) {
    ASSAY_ASSIGN(program::ProgramLab* const lab, open());
    ASSAY_ASSIGN(std::vector<json> told, AskAllUnits(script, units, *lab));
    for (size_t i = 0; i < keys.size(); ++i) kept[keys[i]] = std::move(told[i]);
    std::error_code ignored;  // a cache that cannot be written costs only time
    fs::create_directories(fs::path(path).parent_path(), ignored);
    (void)WriteFile(path, kept.dump(1, ' ', false, json::error_handler_t::replace));
  }
  std::vector<bool> out;
  for (Taken* one : taken) {
    const json& told = kept[UnitKey(*one)];
    const bool runs = told.is_object() && told.value("runs", false);
    if (runs) TakeOver(told, *one);
    out.push_back(runs);
  }
  return out;
}

Result<Seeds> FindSeeds(const Parts& parts, const SeedOptions& options) {
  return SeedFinder(parts, options).Find();
}

}  // namespace assay::optbug
