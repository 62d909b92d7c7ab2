#include "judge/model/judge_with_model.h"

#include <set>

#include "base/strings.h"
#include "judge/model/change.h"
#include "judge/model/error_kind.h"
#include "trial/model/answer.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

using knowledge::ApiDoc;

// A program that is there, with its run.
struct Tried {
  std::string source, program;
  Observed observed;
};

bool AnyWaits(const std::vector<llm::Outcome>& outcomes) { return llm::PendingCount(outcomes) > 0; }

Shown ShownOf(const ModelOptions& options, const llm::Client& client) {
  return {DocBytes(client.context()), options.surroundings};
}

void NamePrompt(const llm::Prompt& prompt, const std::vector<llm::Outcome>& outcomes,
                ModelCase& out) {
  out.prompt = outcomes.empty() ? "" : outcomes.front().key;
  out.prompt_text = prompt.messages.back().text;
}

// Runs the changed program and holds it against what was said of it.
Result<ModelCase> HoldChange(const ApiDoc& doc, const char* source, const std::string& parameter,
                             const std::string& program, const std::vector<SampledAnswer>& samples,
                             const Observed& before, const Observer& observe) {
  ModelCase out{.source = source,
                .parameter = parameter,
                .program = program,
                .consensus = Vote(samples),
                .before = before.ending.status};
  ASSAY_ASSIGN(out.observed, observe(program, doc.name));
  out.compared = CompareChange(out.consensus, before, out.observed, doc);
  out.error_kind = ErrorKindOf(out, doc);
  return out;
}

// Whether a change of a parameter can start there: the API was reached, or refused the call.
bool CanStart(const Observed& observed) {
  return observed.ending.status != "notarget" && !observed.not_reached &&
         !observed.outcome.run.invalid;
}

class Driver {
 public:
  Driver(const ApiDoc& doc, const ModelOptions& options, llm::Client& client,
         const Observer& observe)
      : doc_(doc), options_(options), client_(client), observe_(observe) {
    out_.api = doc.name;
    out_.framework = doc.framework;
    out_.version = doc.version;
  }

  Result<ModelReport> Run(const std::vector<std::string>& programs) {
    for (const std::string& program : programs) {
      ASSAY_ASSIGN([[maybe_unused]] const bool valid, Try("rules", program));
    }
    if (!Stopped()) ASSAY_RETURN_IF_ERROR(Write(programs));
    ASSAY_RETURN_IF_ERROR(PredictAll());
    if (options_.changes) {
      ASSAY_RETURN_IF_ERROR(ChangeByRules());
      ASSAY_RETURN_IF_ERROR(ChangeByModel());
    }
    out_.stopped = out_.stopped || out_.spent.stopped > 0;
    return std::move(out_);
  }

 private:
  // What is left of this API is then left out.
  bool Stopped() {
    out_.stopped = out_.stopped || (options_.should_stop && options_.should_stop());
    return out_.stopped;
  }

  Result<bool> Try(const std::string& source, const std::string& program) {
    ASSAY_ASSIGN(Observed observed, observe_(program, doc_.name));
    if (source != "rules") ++out_.generated[observed.ending.status];
    const bool valid = observed.ending.status == "valid";
    tried_.push_back({source, program, std::move(observed)});
    return valid;
  }

  // The model's own programs, each run.
  Status Write(const std::vector<std::string>& known) {
    const GenerateOptions how = {options_.seeds, options_.mutants, options_.generations,
                                 options_.should_stop, ShownOf(options_, client_)};
    ASSAY_ASSIGN(Generated written,
                 Generate(doc_, known, how, client_,
                          [this](const std::string& source, const std::string& program) {
                            return Try(source, program);
                          }));
    ASSAY_RETURN_IF_ERROR(out_.spent.Add(written.outcomes));
    out_.not_run = std::move(written.rejected);
    out_.operators = std::move(written.operators);
    out_.generations = written.generations;
    return {};
  }

  Status PredictAll() {
    for (const Tried& tried : tried_) {
      if (Stopped()) break;
      ASSAY_ASSIGN(ModelCase one, PredictCase({doc_, {}}, tried.source, tried.program,
                                              tried.observed, options_, client_, out_.spent));
      out_.cases.push_back(std::move(one));
    }
    return {};
  }

  // Where changes start: all valid programs by rules, and of every other status the first that a
  // parameter can be changed in.
  std::vector<const Tried*> Starts(const std::function<bool(const Tried&)>& fits) const {
    std::vector<const Tried*> out;
    std::set<std::string> statuses;
    for (const Tried& tried : tried_) {
      const std::string& status = tried.observed.ending.status;
      const bool by_rules = tried.source == "rules" && status == "valid";
      if (!CanStart(tried.observed) || (!by_rules && status == "valid") || !fits(tried)) continue;
      if (statuses.insert(status).second || by_rules) out.push_back(&tried);
    }
    return out;
  }

  Status ChangeByRules() {
    const auto starts =
        Starts([&](const Tried& tried) { return MakeVariant(tried.program, doc_).has_value(); });
    for (const Tried* tried : starts) {
      if (Stopped()) break;
      ASSAY_ASSIGN(auto one, PredictVariant(doc_, tried->program, tried->observed, options_,
                                            client_, observe_, out_.spent));
      if (one) out_.cases.push_back(std::move(*one));
    }
    return {};
  }

  // One program of each status: the parameter would be the same in the others.
  Status ChangeByModel() {
    const auto starts =
        Starts([&](const Tried& tried) { return !ParameterToChange(tried.program, doc_).empty(); });
    std::set<std::string> statuses;
    for (const Tried* tried : starts) {
      if (!statuses.insert(tried->observed.ending.status).second) continue;
      if (Stopped()) break;
      ASSAY_ASSIGN(OwnChange change, PredictOwnChange(doc_, tried->program, tried->observed,
                                                      options_, client_, observe_, out_.spent));
      if (change.held) out_.cases.push_back(std::move(*change.held));
      if (!change.rejected.empty()) ++out_.changes_rejected[change.rejected];
    }
    return {};
  }

  const ApiDoc& doc_;
  const ModelOptions& options_;
  llm::Client& client_;
  const Observer& observe_;
  std::vector<Tried> tried_;
  ModelReport out_;
};

json EndingJson(const Ending& ending) {
  return {{"status", ending.status},
          {"exception", ending.exception},
          {"shape", ending.shape},
          {"dtype", ending.dtype}};
}

}  // namespace

Result<ModelCase> PredictCase(const Documents& documents, const std::string& source,
                              const std::string& program, const Observed& observed,
                              const ModelOptions& options, llm::Client& client,
                              trial::ModelUsage& spent) {
  const ApiDoc& doc = documents.doc;
  ASSAY_ASSIGN(const auto prompts, PredictionPrompts(doc, program, options.samples,
                                                     ShownOf(options, client), documents.others));
  const std::vector<llm::Outcome> outcomes = client.AskAll(prompts);
  ASSAY_RETURN_IF_ERROR(spent.Add(outcomes));
  std::vector<SampledAnswer> samples;
  for (const llm::Outcome& outcome : outcomes)
    samples.push_back(ReadAnswer(outcome, doc, documents.others));
  ModelCase out{.source = source,
                .program = program,
                .consensus = Vote(samples),
                .observed = observed,
                .waiting = AnyWaits(outcomes)};
  NamePrompt(prompts.front(), outcomes, out);
  out.compared = Compare(out.consensus, out.observed, doc);
  out.error_kind = ErrorKindOf(out, doc);
  return out;
}

Result<std::optional<ModelCase>> PredictVariant(const ApiDoc& doc, const std::string& program,
                                                const Observed& before, const ModelOptions& options,
                                                llm::Client& client, const Observer& observe,
                                                trial::ModelUsage& spent) {
  const auto variant = CanStart(before) ? MakeVariant(program, doc) : std::nullopt;
  if (!variant) return std::optional<ModelCase>();
  ASSAY_ASSIGN(const llm::Prompt prompt,
               ChangePredictionPrompt(doc, program, before.ending, variant->parameter,
                                      variant->program, ShownOf(options, client)));
  const std::vector<llm::Outcome> outcomes = client.AskAll(Samples(prompt, options.samples));
  ASSAY_RETURN_IF_ERROR(spent.Add(outcomes));
  std::vector<SampledAnswer> samples;
  for (const llm::Outcome& outcome : outcomes) samples.push_back(ReadChange(outcome, doc).sample);
  ASSAY_ASSIGN(ModelCase out, HoldChange(doc, "change-by-rules", variant->parameter,
                                         variant->program, samples, before, observe));
  out.waiting = AnyWaits(outcomes);
  NamePrompt(prompt, outcomes, out);
  return std::optional<ModelCase>(std::move(out));
}

Result<OwnChange> PredictOwnChange(const ApiDoc& doc, const std::string& program,
                                   const Observed& before, const ModelOptions& options,
                                   llm::Client& client, const Observer& observe,
                                   trial::ModelUsage& spent) {
  OwnChange out;
  const std::string parameter = CanStart(before) ? ParameterToChange(program, doc) : "";
  if (parameter.empty()) return out;
  ASSAY_ASSIGN(const llm::Prompt prompt,
               ChangePrompt(doc, program, before.ending, parameter, ShownOf(options, client)));
  const std::vector<llm::Outcome> outcomes = client.AskAll(Samples(prompt, 1));
  ASSAY_RETURN_IF_ERROR(spent.Add(outcomes));
  if (!outcomes[0].ok()) return out;
  const ChangePrediction change = ReadChange(outcomes[0], doc);
  const std::string changed = trial::WithoutFence(change.program);
  out.rejected = CheckChange(program, changed, doc, parameter, change.value).label;
  if (!out.rejected.empty()) return out;
  ASSAY_ASSIGN(out.held, HoldChange(doc, "change-by-model", parameter, changed, {change.sample},
                                    before, observe));
  NamePrompt(prompt, outcomes, *out.held);
  return out;
}

Result<ModelReport> JudgeWithModel(const ApiDoc& doc, const std::vector<std::string>& programs,
                                   const ModelOptions& options, llm::Client& client,
                                   const Observer& observe) {
  return Driver(doc, options, client, observe).Run(programs);
}

// Reports of the model's judgement as JSON.
json ModelCaseJson(const ModelCase& one) {
  const Consensus& consensus = one.consensus;
  json out = {{"kind", one.suspected() ? "suspected" : "judged"},
              {"source", one.source},
              {"parameter", one.parameter},
              {"program", one.program},
              {"agreement", one.waiting ? "waiting" : AgreementName(one.compared.agreement)},
              {"reason", one.waiting ? "waits for answers" : one.compared.reason},
              {"final_answer", consensus.Final()},
              {"confidence", consensus.confidence},
              {"runs", consensus.runs},
              {"answered", consensus.answered},
              {"low_score", consensus.low_score},
              {"quotes_rejected", consensus.quote_rejected},
              {"evidence", consensus.sentence},
              {"predicted", nullptr},
              {"error_kind", one.error_kind},
              {"prompt", one.prompt},
              {"seen", EndingJson(one.observed.ending)},
              {"message", one.observed.outcome.run.message}};
  if (!one.before.empty()) out["before"] = one.before;
  out["seen"]["properties"] = one.observed.holds;
  if (!consensus.answer) return out;
  out["predicted"] = EndingJson(consensus.answer->result);
  out["predicted"]["values"] = consensus.more;
  out["predicted"]["elements"] = consensus.stated.elements;
  out["predicted"]["properties"] = consensus.stated.properties;
  out["score"] = consensus.answer->score;
  out["explanation"] = consensus.answer->explanation;
  return out;
}

json ModelReportJson(const ModelReport& report) {
  json cases = json::array(), operators = json::object();
  size_t suspected = 0;
  for (const ModelCase& one : report.cases) {
    cases.push_back(ModelCaseJson(one));
    suspected += one.suspected() && !one.waiting ? 1 : 0;
  }
  for (const auto& [name, arm] : report.operators)
    operators[name] = {{"new and valid", arm.successes}, {"not", arm.failures}};
  return {{"api", report.api},
          {"framework", report.framework},
          {"version", report.version},
          {"suspected", suspected},
          {"generated", report.generated},
          {"generations", report.generations},
          {"operators", std::move(operators)},
          {"not_run", report.not_run},
          {"changes_rejected", report.changes_rejected},
          {"spent", report.spent},
          {"cases", std::move(cases)}};
}

}  // namespace assay::judge::model
