// E3 across frameworks, on models whose weights mean something: those that are trained here, and
// the user's own (--models FILE).
//
// Each subject and a chain of its mutants run on all targets, many examples at a time. Asked is
// whether targets agree on the top class, and for labelled data how many of the examples each gets
// right. Most mutations make the model worse, on every target alike, which accuses nobody; the
// table says how much of it is left. A target is accused (E3) when it gets fewer examples right
// than each of the others by more than a coin would (training/metric.h).
#include "training/trained.h"

#include <cmath>

#include "base/strings.h"
#include "onnx/model_io.h"
#include "oracle/check.h"
#include "study/chain.h"
#include "study/part.h"
#include "study/statistics.h"
#include "study/subjects.h"
#include "training/metric.h"
#include "zoo/zoo.h"

namespace assay::study {
namespace trained {
namespace {

constexpr int64_t kExamples = 128;      // that targets see at a time
constexpr int64_t kTestExamples = 512;  // behind the accuracy that is stated
// Scores so near to each other, relative to the larger of one and their size, are a tie.
constexpr double kTie = 1e-4;
constexpr double kAlive = 0.9;  // of the original's accuracy: the mutant still does its work

// One subject, and what is known of its data.
struct Subject {
  ModelCase model_case;
  std::vector<int64_t> classes;  // of the examples; empty: not known
  double test_accuracy = -1;     // of the reference; negative: not known
};

Result<Subject> Load(const std::string& name) {
  if (!name.starts_with("trained:")) {
    ASSAY_ASSIGN(ModelCase own, SubjectModel(name));
    return Subject{std::move(own), {}, -1};
  }
  const training::TrainedDef* def = training::FindTrained(name.substr(8));
  if (def == nullptr) return Invalid(StrCat("there is no trained model '", name, "'"));
  ASSAY_ASSIGN(training::TrainedCase found, training::TrainedCaseOf(*def, kExamples));
  ASSAY_ASSIGN(const double accuracy, training::TestAccuracy(*def, kTestExamples));
  return Subject{std::move(found.model_case), std::move(found.classes), accuracy};
}

// The scores of classes that a run gave: its first float output of rank two; nullptr without one.
const Tensor* ScoresOf(const lab::Observation& run) {
  if (!run.ok()) return nullptr;
  for (const auto& [name, datum] : run.outputs)
    if (datum.kind == Datum::Kind::kTensor && IsFloat(datum.tensor.dtype()) &&
        datum.tensor.rank() == 2 && datum.tensor.shape()[1] >= 2)
      return &datum.tensor;
  return nullptr;
}

int64_t TopOf(const Tensor& scores, int64_t row) {
  const int64_t classes = scores.shape()[1];
  int64_t best = 0;
  for (int64_t c = 1; c < classes; ++c)
    if (scores.RealAt(row * classes + c) > scores.RealAt(row * classes + best)) best = c;
  return best;
}

// Whether `scores` itself can hardly tell two classes of a row apart.
bool NearTie(const Tensor& scores, int64_t row, int64_t a, int64_t b) {
  const int64_t classes = scores.shape()[1];
  const double x = scores.RealAt(row * classes + a), y = scores.RealAt(row * classes + b);
  return std::fabs(x - y) <= kTie * std::max(1.0, std::max(std::fabs(x), std::fabs(y)));
}

// Counts over the original and its mutants.
struct Counts {
  int mutants = 0;       // run, the original included
  int scoreless = 0;     // of those: no target gives scores of classes any more
  int alive = 0;         // mutants that still do their work on every target
  int64_t compared = 0;  // examples, over all pairs
  int64_t changed = 0;   // of those: another top class
  int64_t ties = 0;      // of those: hardly told apart by one of the two
  std::vector<std::vector<double>> accuracy;  // per target, the original first
  nlohmann::json accused = nlohmann::json::array();
};

void CompareTops(const Tensor& a, const Tensor& b, Counts& counts) {
  if (!(a.shape() == b.shape())) return;
  for (int64_t row = 0; row < a.shape()[0]; ++row) {
    const int64_t x = TopOf(a, row), y = TopOf(b, row);
    ++counts.compared;
    if (x == y) continue;
    ++counts.changed;
    counts.ties += NearTie(a, row, x, y) || NearTie(b, row, x, y) ? 1 : 0;
  }
}

// Who gets fewer right than each of the others, beyond chance?
void Accuse(const std::vector<training::Marks>& marks, const std::vector<lab::Target>& targets,
            int round, Counts& counts) {
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].empty()) continue;
    std::vector<training::Marks> others;
    for (size_t j = 0; j < marks.size(); ++j)
      if (j != i && !marks[j].empty()) others.push_back(marks[j]);
    if (others.size() < 2) continue;  // of two one cannot tell which is worse off
    const training::MetricVerdict verdict = training::JudgeMetric(others, marks[i]);
    if (!verdict.wrong) continue;
    counts.accused.push_back({{"target", targets[i].name},
                              {"round", round},
                              {"right", verdict.right},
                              {"others_right", verdict.reference_right},
                              {"examples", verdict.examples},
                              {"p", verdict.p},
                              {"type", "E3"}});
  }
}

void Examine(const oracle::Subject& subject, const Subject& known, int round,
             const Context& context, Counts& counts) {
  std::vector<lab::Observation> runs;
  for (const lab::Target& target : context.targets)
    runs.push_back(context.lab.Run(target, oracle::PlainRequest(subject)));
  std::vector<training::Marks> marks(runs.size());
  ++counts.mutants;
  bool scored = false, alive = true;
  for (size_t i = 0; i < runs.size(); ++i) {
    const Tensor* scores = ScoresOf(runs[i]);
    if (scores == nullptr) continue;
    scored = true;
    for (size_t j = i + 1; j < runs.size(); ++j)
      if (const Tensor* other = ScoresOf(runs[j])) CompareTops(*scores, *other, counts);
    // A mutant that gives other numbers of scores is no classifier of these data any more.
    if (static_cast<int64_t>(known.classes.size()) != scores->shape()[0]) continue;
    marks[i] = training::MarksOf(*scores, known.classes);
    counts.accuracy[i].push_back(static_cast<double>(std::ranges::count(marks[i], true)) /
                                 static_cast<double>(marks[i].size()));
    alive = alive && counts.accuracy[i].back() >= kAlive * counts.accuracy[i].front();
  }
  counts.scoreless += scored ? 0 : 1;
  if (round > 0 && scored && alive && !known.classes.empty()) ++counts.alive;
  Accuse(marks, context.targets, round, counts);
}

std::string CellName(const std::string& subject) {
  std::string out = "trained-" + subject;
  for (char& c : out)
    if (c == '/' || c == ':') c = '-';
  return out;
}

Result<nlohmann::json> Measure(const std::string& name, const Context& context) {
  ASSAY_ASSIGN(const Subject known, Load(name));
  ASSAY_ASSIGN(const std::string bytes, onnxio::SerializeModel(known.model_case.model));
  Counts counts;
  counts.accuracy.resize(context.targets.size());
  Examine({known.model_case.model, bytes, known.model_case.inputs, 0}, known, 0, context, counts);
  ChainOptions options;
  options.mutators = MutatorsOf(kGroup);
  options.rounds =
      RoundsFor(kGroup, known.model_case.model.graph.node_count(), context.settings.rounds_scale);
  options.seed = SeedOf(context.settings, "trained " + name);
  const ChainCounts chain = RunChain(known.model_case, options, [&](const Link& link) {
    Examine(link.prepared.subject, known, link.round, context, counts);
    return !context.enough();
  });
  nlohmann::json accuracy = nlohmann::json::object(), last = nlohmann::json::object();
  for (size_t i = 0; i < context.targets.size(); ++i) {
    const auto& of = counts.accuracy[i];
    const std::string& target = context.targets[i].name;
    accuracy[target] = of.empty() ? nlohmann::json() : nlohmann::json(of.front());
    last[target] = of.size() < 2 ? nlohmann::json()
                                 : nlohmann::json(QuartilesOf({of.begin() + 1, of.end()}).median);
  }
  return nlohmann::json{
      {"subject", name},
      {"test_accuracy",
       known.test_accuracy < 0 ? nlohmann::json() : nlohmann::json(known.test_accuracy)},
      {"examples", known.classes.size()},
      {"accuracy", accuracy},
      {"mutants", counts.mutants - 1},
      {"illegal", chain.illegal},
      {"scoreless", counts.scoreless},
      {"alive", counts.alive},
      {"median_mutant_accuracy", last},
      {"compared", counts.compared},
      {"changed", counts.changed},
      {"near_ties", counts.ties},
      {"accused", counts.accused}};
}

// Those that are trained here, and of the models that were asked for those in files.
std::vector<std::string> NamesOf(const Settings& settings) {
  std::vector<std::string> out;
  for (const training::TrainedDef& def : training::AllTrained())
    out.push_back(StrCat("trained:", def.name));
  for (const std::string& name : settings.operator_models)
    if (zoo::FindModel(name) == nullptr && !name.starts_with("trained:")) out.push_back(name);
  return out;
}

std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const std::string& name : NamesOf(settings))
    out.push_back(
        {CellName(name), false, [name](const Context& context) { return Measure(name, context); }});
  return out;
}

// "95.3 / 95.3 / 95.3"
std::string Shares(const nlohmann::json& by_target) {
  std::vector<std::string> out;
  for (const auto& [target, share] : by_target.items())
    out.push_back(share.is_null() ? "-" : Fixed(100 * share.get<double>(), 1));
  return Join(out, " / ");
}

std::string TargetsIn(const nlohmann::json& row) {
  std::vector<std::string> out;
  for (const auto& [target, share] : row["accuracy"].items()) out.push_back(target);
  return Join(out, " / ");
}

void Present(const Settings& settings, const Results& results, const Paper&, nlohmann::json& data,
             Chapter& chapter) {
  Table table{.name = "trained",
              .title = "Trained models and their mutants on all targets",
              .header = {"subject", "test accuracy %", "accuracy % by target", "mutants",
                         "still do their work", "their median accuracy %", "examples compared",
                         "top class changed", "of those near ties", "E3"}};
  data["trained"] = nlohmann::json::array();
  for (const std::string& name : NamesOf(settings)) {
    const nlohmann::json& row = results.at(CellName(name));
    data["trained"].push_back(row);
    if (table.note.empty())
      table.note = StrCat("Targets: ", TargetsIn(row), ". Test accuracy: of the reference on ",
                          kTestExamples,
                          " examples that were not trained on. A near tie: one of the "
                          "two targets gives both classes the same score within 1e-4. E3: a target "
                          "gets fewer right than each other, beyond a chance of one in a million.");
    table.rows.push_back(
        {name,
         row["test_accuracy"].is_null() ? "-" : Fixed(100 * row["test_accuracy"].get<double>(), 1),
         Shares(row["accuracy"]), row["mutants"].dump(), row["alive"].dump(),
         Shares(row["median_mutant_accuracy"]), row["compared"].dump(), row["changed"].dump(),
         row["near_ties"].dump(), StrCat(row["accused"].size())});
  }
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace trained

PartDef TrainedPartDef() {
  return {"trained", "E3: do frameworks agree on what trained models say?", trained::Cells,
          trained::Present};
}

}  // namespace assay::study
