#include "optbug/generate.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "optbug/forms/take.h"
#include "program/lab/on_gpu.h"
#include "program/lab/program_lab.h"
#include "program/parse/edit.h"

namespace assay::optbug {
namespace {

// One of so many programs uses a slow optimiser.
constexpr size_t kSlowEvery = 10;
// One of so many uses one that takes minutes.
constexpr size_t kRareEvery = 100;
// So often a form is tried before its turn is given up.
constexpr int kTries = 40;
constexpr double kTaken = 0.12;        // share of models from the pool
constexpr double kImported = 0.5;      // of those that the user names, in place of the pool's
constexpr double kFurtherRule = 0.35;  // chance of each further change
// Of the programs that start from a neighbourhood and of those that start from nowhere near.
constexpr double kInside = 0.6, kOutward = 0.25;
// So often a seed whose own optimiser is slow gets it, whoever's turn it is: what is cheap instead
// shares little of its code.
constexpr double kOwnSlow = 0.3;

// How many programs of a round each framework gets.
int WeightOf(const std::string& framework) {
  static const std::map<std::string, int> kWeights = {{"torch", 6}, {"tensorflow", 3}, {"jax", 2}};
  const auto found = kWeights.find(framework);
  return found == kWeights.end() ? 1 : found->second;
}

Status CheckNames(const std::vector<std::string>& names, const std::vector<std::string>& known,
                  std::string_view what) {
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end()) {
      const std::string near = Nearest(name, known);
      return Invalid(StrCat("there is no ", what, " '", name, "'",
                            near.empty() ? "" : StrCat(", did you mean '", near, "'?"),
                            "; known: ", Join(known, ", ")));
    }
  return {};
}

bool Wanted(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

// The first value that feeds the start of the chain.
bool ChoosePlainValue(const Parts& parts, Form& form) {
  const std::string& kind = parts.layers[form.layers.front()].from;
  for (size_t i = 0; i < parts.values.size(); ++i)
    if (Feeds(parts.values[i], kind)) {
      form.value = i;
      return true;
    }
  return false;
}

const Hood& PickHood(const Seeds& seeds, Rng& rng) {
  int total = 0;
  for (const Hood& hood : seeds.hoods) total += hood.weight;
  int64_t turn = rng.Int(0, total - 1);
  for (const Hood& hood : seeds.hoods) {
    if (turn < hood.weight) return hood;
    turn -= hood.weight;
  }
  return seeds.hoods.back();
}

// Layers that a chain for this optimiser may begin with.
std::vector<size_t> FirstLayers(const Parts& parts, const Optimiser& optimiser) {
  std::vector<size_t> out;
  const std::set<std::string>& named = optimiser.one_of.empty() ? optimiser.only : optimiser.one_of;
  for (size_t i = 0; i < parts.layers.size(); ++i)
    if (named.empty() ? parts.layers[i].kind == "api" : named.contains(parts.layers[i].name))
      out.push_back(i);
  return out;
}

}  // namespace

Result<Generator> Generator::Open(const GenerateOptions& options) {
  Generator out(options);
  ASSAY_ASSIGN(out.ablation_, ReadAblation(options.ablation));
  std::vector<std::string> rules, optimisers;
  for (const Rule& rule : AllRules()) rules.emplace_back(rule.name);
  ASSAY_RETURN_IF_ERROR(CheckNames(options.rules, rules, "rule"));
  ASSAY_RETURN_IF_ERROR(CheckNames(options.frameworks, KnownFrameworks(), "framework"));
  for (const Rule& rule : AllRules())
    if (Wanted(options.rules, rule.name) &&
        (out.ablation_.rule.empty() || out.ablation_.rule == rule.name))
      out.rules_.push_back(&rule);
  if (out.rules_.empty())
    return Invalid(StrCat("--ablation rule=", out.ablation_.rule, ": --rule leaves it out"));
  for (const std::string& framework : KnownFrameworks()) {
    ASSAY_ASSIGN(const auto known, LoadOptimisers(framework));
    for (const Optimiser& optimiser : known) optimisers.push_back(optimiser.name);
  }
  ASSAY_RETURN_IF_ERROR(CheckNames(options.optimisers, optimisers, "optimiser"));
  for (const std::string& framework : KnownFrameworks())
    if (Wanted(options.frameworks, framework)) ASSAY_RETURN_IF_ERROR(out.AddFramework(framework));
  if (out.frameworks_.empty() && out.notes_.empty())
    return Invalid(StrCat(Join(options.optimisers, ", "), ": no optimiser of ",
                          Join(options.frameworks, ", ")));
  if (out.frameworks_.empty())
    return Invalid(StrCat("no optimiser can be run here: ", Join(out.notes_, "; ")));
  ASSAY_RETURN_IF_ERROR(out.CheckImport());
  return out;
}

Status Generator::CheckImport() {
  notes_.insert(notes_.end(), left_out_.begin(), left_out_.end());
  if (options_.import.empty() ||
      std::ranges::any_of(frameworks_, [](const auto& s) { return !s->taken.empty(); }))
    return {};
  return Invalid(StrCat("--import: no program in ", options_.import,
                        " makes a model and its inputs by name and then optimises it",
                        left_out_.empty() ? "" : "; " + Join(left_out_, "; ")));
}

Status Generator::AddFramework(const std::string& framework) {
  auto from = std::make_unique<FrameworkParts>();
  ASSAY_ASSIGN(from->parts, LoadParts(framework));
  std::map<std::string, std::vector<std::string>> missing;  // optimisers by environment
  for (size_t i = 0; i < from->parts.optimisers.size(); ++i) {
    Optimiser& optimiser = from->parts.optimisers[i];
    if (optimiser.environment.empty()) optimiser.environment = from->parts.environment;
    if (!Wanted(options_.optimisers, optimiser.name)) continue;
    if (!program::FindEnvironment(optimiser.environment).ok())
      missing[optimiser.environment].push_back(optimiser.name);
    else
      (optimiser.rare ? from->rare : optimiser.slow ? from->slow : from->cheap).push_back(i);
  }
  for (const auto& [environment, names] : missing) {
    const std::string plain(program::WithoutGpu(environment));
    const bool gpu = plain != environment && program::FindEnvironment(plain).ok();
    notes_.push_back(
        StrCat(Join(names, ", "), names.size() == 1 ? " needs " : " need ",
               gpu ? "a GPU" : StrCat("the environment ", plain, ": assay targets add ", plain)));
  }
  if (from->cheap.empty() && from->slow.empty() && from->rare.empty()) return {};
  ASSAY_ASSIGN(from->pasts, PastsOf(framework));
  ASSAY_ASSIGN(from->taken, TakenForms(from->parts, options_.import, left_out_));
  if (!ablation_.no_concentration) {
    ASSAY_ASSIGN(from->seeds, FindSeeds(from->parts, {.import = options_.import,
                                                      .unsafe = options_.unsafe,
                                                      .tell = options_.tell}));
    for (const std::vector<size_t>* optimisers : {&from->cheap, &from->slow, &from->rare})
      for (size_t i = 0; i < from->seeds.members.size(); ++i)
        for (const size_t own : from->seeds.members[i].optimisers)
          if (std::ranges::find(*optimisers, own) != optimisers->end())
            from->unchanged.emplace_back(i, own);
  }
  from->weight = WeightOf(framework);
  frameworks_.push_back(std::move(from));
  return {};
}

const Parts& Generator::PartsOf(const std::string& framework) const {
  for (const auto& from : frameworks_)
    if (from->parts.framework == framework) return from->parts;
  return frameworks_.front()->parts;
}

Generator::FrameworkParts& Generator::NextFramework() {
  int total = 0;
  for (const auto& from : frameworks_) total += from->weight;
  int64_t turn = rng_.Int(0, total - 1);
  for (const auto& from : frameworks_) {
    if (turn < from->weight) return *from;
    turn -= from->weight;
  }
  return *frameworks_.back();
}

std::optional<Form> Generator::Chain(const FrameworkParts& from, size_t optimiser, Rng& rng) const {
  const Parts& parts = from.parts;
  Form form{.origin = "layers", .optimiser = optimiser};
  if (!from.taken.empty() && rng.Chance(options_.import.empty() ? kTaken : kImported)) {
    form = rng.Pick(std::span<const Form>(from.taken));
    form.optimiser = optimiser;
    return form;
  }
  const std::vector<size_t> first = FirstLayers(parts, parts.optimisers[optimiser]);
  if (first.empty()) return std::nullopt;
  form.layers = {rng.Pick(std::span<const size_t>(first))};
  // The rule may be at home with another root cause than the pool's bugs.
  if (!from.pasts.empty()) {
    const Past& past = rng.Pick(std::span<const Past>(from.pasts));
    form.category = past.category;
    form.exception = past.exception;
  }
  const int64_t further = rng.Int(0, 2);
  for (int64_t i = 0; i < further; ++i)
    PlaceLayer(parts, [](const Layer& layer) { return layer.kind == "api"; }, form, rng);
  if (!ChoosePlainValue(parts, form)) return std::nullopt;
  return form;
}

const std::vector<size_t>& Generator::NextOptimisers(const FrameworkParts& from) const {
  if (!from.rare.empty() &&
      (made_ % kRareEvery == kRareEvery - 1 || (from.cheap.empty() && from.slow.empty())))
    return from.rare;
  if (!from.slow.empty() && (from.cheap.empty() || made_ % kSlowEvery == kSlowEvery - 1))
    return from.slow;
  return from.cheap;
}

std::optional<Generator::Start> Generator::FromChain(const FrameworkParts& from,
                                                     const std::vector<size_t>& optimisers,
                                                     Rng& rng) const {
  const size_t optimiser = rng.Pick(std::span<const size_t>(optimisers));
  std::optional<Form> form = Chain(from, optimiser, rng);
  if (!form) return std::nullopt;
  return Start{std::move(*form), {from.parts, from.pasts, optimisers}, ""};
}

std::optional<Generator::Start> Generator::FromHood(const FrameworkParts& from,
                                                    const std::vector<size_t>& turn, bool inside,
                                                    Rng& rng) const {
  const Seeds& seeds = from.seeds;
  const Hood& hood = PickHood(seeds, rng);
  const size_t self = rng.Pick(std::span<const size_t>(hood.members));
  const Member& member = seeds.members[self];
  const bool own_slow = std::ranges::any_of(from.slow, [&](size_t i) {
    return std::ranges::find(member.optimisers, i) != member.optimisers.end();
  });
  const std::vector<size_t>& optimisers = own_slow && rng.Chance(kOwnSlow) ? from.slow : turn;
  Start out{{.origin = member.id,
             .taken = member.taken,
             .category = member.category,
             .exception = member.exception},
            {from.parts, from.pasts, optimisers, &seeds, self, {}},
            hood.id};
  if (inside)
    for (const size_t near : hood.members)
      if (near != self) out.input.near.push_back(near);
  // Its own optimiser, or where that has no turn now, one that takes its model.
  std::vector<size_t> own, fitting;
  for (const size_t i : optimisers) {
    out.form.optimiser = i;
    if (!Fits(from.parts, out.form)) continue;
    fitting.push_back(i);
    if (std::ranges::find(member.optimisers, i) != member.optimisers.end()) own.push_back(i);
  }
  if (fitting.empty()) return std::nullopt;
  out.form.optimiser = rng.Pick(std::span<const size_t>(own.empty() ? fitting : own));
  return out;
}

Candidate Generator::Make(const Parts& parts, const Form& form, std::string_view rule,
                          std::string_view kind) const {
  const Optimiser& optimiser = parts.optimisers[form.optimiser];
  Written written = Write(parts, form, options_.cost);
  return {.framework = parts.framework,
          .environment = optimiser.environment,
          .optimiser = optimiser.name,
          .api = optimiser.api,
          .sentence = optimiser.sentence,
          .rule = std::string(rule),
          .kind = std::string(kind),
          .origin = form.taken ? form.taken->origin : form.origin,
          .neighbourhood = "",
          .description = Describe(parts, form),
          .text = std::move(written.text),
          .helpers = std::move(written.helpers),
          .claim_line = written.claim_line,
          .slow = optimiser.slow,
          .form = form};
}

Candidate Generator::Rewrite(const Candidate& like, const Form& form) const {
  Candidate out = like;
  const Parts& parts = PartsOf(like.framework);
  Written written = Write(parts, form, options_.cost);
  out.text = std::move(written.text);
  out.helpers = std::move(written.helpers);
  out.claim_line = written.claim_line;
  out.description = Describe(parts, form);
  out.form = form;
  return out;
}

std::optional<Candidate> Generator::Finish(const Parts& parts, const Form& form,
                                           std::string_view rule, std::string_view kind,
                                           const std::string& neighbourhood) {
  if (!Fits(parts, form)) return std::nullopt;
  Candidate made = Make(parts, form, rule, kind);
  made.neighbourhood = neighbourhood;
  // Layout and names do not make another program.
  if (!seen_.insert(program::DedupKey(program::SyntaxTree::Parse(made.text))).second)
    return std::nullopt;
  return made;
}

std::optional<Candidate> Generator::Try(const FrameworkParts& from, Start start, const Rule& rule,
                                        Rng& rng) {
  Form& form = start.form;
  const RuleInput& input = start.input;
  if (!rule.apply(input, form, rng)) {
    // A single optimiser has no other one to turn to: the model changes instead.
    const bool alone =
        (rule.name == "api" || rule.name == "location") && input.optimisers.size() < 3;
    if (!alone) return std::nullopt;
  }
  while (rng.Chance(kFurtherRule))
    rules_[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(rules_.size()) - 1))]->apply(
        input, form, rng);
  if (!form.taken && !form.layers.empty() &&
      !Feeds(from.parts.values[form.value], from.parts.layers[form.layers.front()].from))
    ChoosePlainValue(from.parts, form);
  return Finish(from.parts, form, rule.name, rule.kind, start.neighbourhood);
}

std::optional<Candidate> Generator::NextUnchanged() {
  for (const auto& from : frameworks_)
    for (; !from->unchanged.empty(); from->unchanged.erase(from->unchanged.begin())) {
      const auto [member, optimiser] = from->unchanged.front();
      const Seeds& seeds = from->seeds;
      const auto home = std::ranges::find_if(seeds.hoods, [&](const Hood& hood) {
        return std::ranges::find(hood.members, member) != hood.members.end();
      });
      const Member& seed = seeds.members[member];
      if (auto made =
              Finish(from->parts, {.origin = seed.id, .taken = seed.taken, .optimiser = optimiser},
                     "none", "api", home == seeds.hoods.end() ? "" : home->id))
        return made;
    }
  return std::nullopt;
}

std::optional<Candidate> Generator::Next() {
  if (ablation_.no_diffusion) return NextUnchanged();
  for (int turn = 0; turn < kTries; ++turn) {
    const FrameworkParts& from = NextFramework();
    // A rule that finds nothing to change (few optimisers, few layers) gives its turn to the next.
    const Rule& rule = *rules_[(made_ + static_cast<size_t>(turn)) % rules_.size()];
    const std::vector<size_t>& optimisers = NextOptimisers(from);
    // Where the rule finds nothing inside, it looks outward.
    const double far = from.seeds.hoods.empty() ? 1.0 : rng_.Unit();
    for (int i = 0; i < 2 * kTries; ++i) {
      Rng own = rng_.Split();
      std::optional<Start> start =
          far >= kInside + kOutward ? FromChain(from, optimisers, own)
                                    : FromHood(from, optimisers, far < kInside && i < kTries, own);
      if (!start) continue;
      if (auto made = Try(from, std::move(*start), rule, own)) {
        ++made_;
        return made;
      }
    }
  }
  return std::nullopt;
}

Result<Ablation> ReadAblation(const std::string& word) {
  constexpr std::string_view kRule = "rule=";
  Ablation out;
  if (word == "no-concentration")
    out.no_concentration = true;
  else if (word == "no-diffusion")
    out.no_diffusion = true;
  else if (word.starts_with(kRule))
    out.rule = word.substr(kRule.size());
  else if (!word.empty())
    return Invalid(
        StrCat("--ablation ", word, ": known: no-concentration, no-diffusion, rule=NAME"));
  std::vector<std::string> rules;
  for (const Rule& rule : AllRules()) rules.emplace_back(rule.name);
  if (!out.rule.empty() || word == kRule)
    ASSAY_RETURN_IF_ERROR(CheckNames({out.rule}, rules, "rule"));
  return out;
}

}  // namespace assay::optbug
