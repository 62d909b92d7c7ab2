#include "campaign/case_worker.h"

#include <algorithm>

#include "base/clock.h"
#include "base/strings.h"
#include "oracle/pack.h"
#include "triage/case_bytes.h"
#include "triage/symptom.h"

namespace assay::campaign {
namespace {

constexpr int kAttempts = 6;     // candidates per case number
constexpr int kRerunEvery = 8;   // cases of which one is run twice
constexpr int kLayersEvery = 8;  // generated cases of which one is judged by layers if need be

constexpr int kLargeEvery = 32;  // cases of which compilers take one whatever its size
// A pack should not take longer: what is under way at the end is lost.
constexpr double kPackMs = 20e3;
// Below that most of the time goes into what a pack takes whatever its size; a machine that is busy
// with other things makes every case look slow.
constexpr int kLeastPack = 16;
// Packs of which one is compiled as users have it; the others in a quicker mode, if there is one.
// It is the fourth of them: the first are small.
constexpr int64_t kFullEvery = 8, kFullFirst = 3;

}  // namespace

CaseWorker::CaseWorker(const Plan& plan, lab::Lab& lab, const Roster& roster, Shares& shares,
                       Journal& journal)
    : plan_(plan),
      lab_(lab),
      roster_(roster),
      shares_(shares),
      journal_(journal),
      packs_(plan.judge == Judge::kCertified && plan.stage.packs &&
             plan.assignment.config.pack != 1 && !plan.method->follows_distance()),
      reach_(plan.gaps),
      inspector_(plan.assignment.config.resources) {}

void CaseWorker::Work() {
  while (const auto ticket = journal_.Next()) RunCase(*ticket);
  // Time that is over is over for those who wait, too.
  if (journal_.stopped()) return;
  for (const Pack& pack : waiting_.TakeAll()) {
    shares_.Begin(pack.target);
    RunPack(pack);
  }
}

bool CaseWorker::Make(const Ticket& ticket, Prepared& prepared, Report& report) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto made = plan_.method->Make(*ticket.state, ticket.index, attempt);
    if (!made.ok()) {
      journal_.NoteRetry();
      continue;
    }
    const std::vector<Step> steps = made->recipe.steps;
    prepared = {};
    Legality legality =
        Prepare(std::move(made).value(), plan_.realism, prepared, plan_.assignment.config.literal);
    if (legality == Legality::kLegal && plan_.stage.fit != nullptr)
      legality = plan_.stage.fit(prepared);
    journal_.NoteCandidate(steps, legality);
    if (legality == Legality::kLegal) return true;
    if (!steps.empty()) report.put_aside.push_back(steps.back().mutator);
  }
  return false;
}

ExamineOptions CaseWorker::OptionsFor(int64_t index, const Prepared& prepared) {
  ExamineOptions options;
  options.judge = plan_.judge;
  options.distance = plan_.method->follows_distance();
  options.energy = plan_.method->energy();
  options.to_nan = plan_.method->follows_nan();
  options.literal = plan_.assignment.config.literal;
  options.rerun = index % kRerunEvery == 0;
  // Generated graphs are small and mostly well bounded; layers tell of real models.
  options.layers =
      !prepared.made.recipe.root.starts_with("generated:") || index % kLayersEvery == 0;
  options.seen_before = [this](const std::string& signature) {
    return journal_.Believed(signature);
  };
  // What a method that follows distances does next depends on all of its targets, and what a target
  // runs says little of what it trains or exports.
  if (!options.distance && plan_.stage.packs) {
    options.reach = &reach_;
    options.turn = index;
  }
  return options;
}

void CaseWorker::RunCase(const Ticket& ticket) {
  Report report;
  report.index = ticket.index;
  const auto made = std::make_shared<Prepared>();
  if (!Make(ticket, *made, report)) return journal_.NoteUnmade(std::move(report));
  const Prepared& prepared = *made;
  report.recipe = prepared.made.recipe.Text();
  const WorkList::Entry entry = work_.Enter(ticket.index, report.recipe);
  ExamineOptions options = OptionsFor(ticket.index, prepared);
  const Roster::List targets = roster_.now();
  options.small_for_compilers = packs_ && ticket.index % kLargeEvery != 0 &&
                                std::any_of(targets->begin(), targets->end(),
                                            [](const lab::Target& target) { return !target.slow; });
  std::vector<Pack> full;
  if (packs_)
    options.keep_for_later = [&](size_t i) {
      const lab::Target& target = (*targets)[i];
      if (!Packs::Fits(target, prepared)) return false;
      Pack pack = waiting_.Add(i, PackSize(target, i), oracle::MixesOpsets(target),
                               {ticket.index, made, OptionsFor(ticket.index, prepared)});
      if (!pack.cases.empty()) full.push_back(std::move(pack));
      return true;
    };
  Examined examined = plan_.stage.examine(prepared, *targets, lab_, shares_, options);
  // Not done: it will be run when the campaign is taken up again.
  if (examined.abandoned) return;
  report.run = true;
  report.parent = prepared.made.parent;
  report.keys = plan_.method->Keys(prepared.subject.model.graph);
  report.distance = examined.distance;
  report.to_nan = examined.to_nan;
  report.findings = static_cast<int>(examined.hits.size());
  // Behind the report: figures of time must not decide which cases come next.
  inspector_.Look(ticket.index, prepared, *targets, examined);
  NoteGains(journal_.NoteDone(std::move(report), prepared, examined, *targets), *targets);
  for (const Pack& pack : full) {
    shares_.Begin(pack.target);
    RunPack(pack);
  }
}

int CaseWorker::PackSize(const lab::Target& target, size_t i) const {
  const int asked = plan_.assignment.config.pack;
  const int most = asked > 0 ? std::min(asked, target.pack) : target.pack;
  const double mean = shares_.MeanMs(i);
  if (mean <= 0) return most;
  return std::min(most, std::max(kLeastPack, static_cast<int>(kPackMs / mean)));
}

void CaseWorker::RunPack(const Pack& pack) {
  const Roster::List targets = roster_.now();
  const lab::Target& target = (*targets)[pack.target];
  std::vector<oracle::PackMember> members;
  std::vector<char> known(pack.cases.size(), 0);
  for (size_t i = 0; i < pack.cases.size(); ++i) {
    const auto& [index, prepared, options] = pack.cases[i];
    oracle::PackMember member{&prepared->subject, &prepared->truth,
                              CheckOptionsOf(*prepared, options)};
    // Deep models are not packed, and what is loose in a small one is seen by other targets.
    member.options.layers_where_loose = false;
    // There is nobody to compare with.
    member.options.seek_inaccurate = false;
    member.options.seen_before = [this, &known, i, &graph = prepared->subject.model.graph](
                                     const oracle::TargetResult& seen) {
      return (known[i] = journal_.Believed(triage::Signature(seen, graph)) ? 1 : 0) != 0;
    };
    members.push_back(std::move(member));
  }
  const double start = NowMs();
  const auto level =
      pack.number % kFullEvery == kFullFirst ? oracle::PackLevel::kFull : oracle::PackLevel::kQuick;
  oracle::PackResult result = oracle::CheckTogether(members, target, lab_, level);
  const double ms = NowMs() - start, each = ms / static_cast<double>(members.size());
  shares_.Spent(pack.target, ms, true, static_cast<int64_t>(members.size()));
  for (size_t i = 0; i < members.size(); ++i) {
    if (result.members[i].abandoned) continue;
    const auto& [index, prepared, options] = pack.cases[i];
    const Graph& graph = prepared->subject.model.graph;
    reach_.Saw(target, UsesOf(prepared->subject.model),
               result.members[i].status != oracle::CaseStatus::kUnsupported);
    Examined examined;
    Note(pack.target, std::move(result.members[i]), each, known[i] != 0, graph, examined);
    NoteGains(journal_.NoteLater(index, *prepared, examined, *targets), *targets);
  }
  if (!result.together.has_value()) return;
  // Nobody's alone: shown by the united model, under the number of the first case in it.
  auto& [model_case, found] = *result.together;
  Prepared united = *pack.cases[0].prepared;
  auto subject = triage::MakeSubject(model_case);
  if (!subject.ok()) return;
  united.subject = std::move(subject).value();
  united.made.model_case = std::move(model_case);
  found.message = StrCat("only beside other models: ", found.message);
  Examined examined;
  Note(pack.target, std::move(found), 0, false, united.subject.model.graph, examined);
  examined.runs.clear();  // its cases are counted
  NoteGains(journal_.NoteLater(pack.cases[0].index, united, examined, *targets), *targets);
}

void CaseWorker::NoteGains(const std::vector<std::string>& names,
                           const std::vector<lab::Target>& targets) {
  for (const std::string& name : names)
    for (size_t i = 0; i < targets.size(); ++i)
      if (targets[i].name == name) shares_.Gained(i);
}

}  // namespace assay::campaign
