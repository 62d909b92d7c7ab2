#include "judge/model/judge_with_model.h"

#include "base/strings.h"
#include "judge/model/change.h"
#include "judge/model/generate.h"
#include "judge/model/predict.h"
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

// Runs the changed program and holds it against what was said of it.
Result<ModelCase> HoldChange(const ApiDoc& doc, const char* source, const std::string& parameter,
                             const std::string& program, const std::vector<SampledAnswer>& samples,
                             const Observed& before, const ModelOptions& options,
                             program::ProgramLab& lab) {
  ModelCase out{source, parameter, program, Vote(samples), {}, {}};
  ASSAY_ASSIGN(out.observed, Observe(program, doc.name, options.observe, lab));
  out.compared = CompareChange(out.consensus, before, out.observed, doc);
  return out;
}

class Driver {
 public:
  Driver(const ApiDoc& doc, const ModelOptions& options, llm::Client& client,
         program::ProgramLab& lab)
      : doc_(doc), options_(options), client_(client), lab_(lab) {
    out_.api = doc.name;
    out_.framework = doc.framework;
    out_.version = doc.version;
  }

  Result<ModelReport> Run(const std::vector<std::string>& programs) {
    for (const std::string& program : programs) ASSAY_RETURN_IF_ERROR(Try("rules", program));
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

  Status Try(const std::string& source, const std::string& program) {
    ASSAY_ASSIGN(Observed observed, Observe(program, doc_.name, options_.observe, lab_));
    if (source != "rules") ++out_.generated[observed.ending.status];
    tried_.push_back({source, program, std::move(observed)});
    return {};
  }

  // The model's own programs, each run.
  Status Write(const std::vector<std::string>& known) {
    ASSAY_ASSIGN(const Generated written,
                 Generate(doc_, known, {options_.seeds, options_.mutants}, client_));
    ASSAY_RETURN_IF_ERROR(out_.spent.Add(written.outcomes));
    out_.not_run = written.rejected;
    for (const Generated::Item& item : written.programs)
      ASSAY_RETURN_IF_ERROR(Try(item.source, item.program));
    return {};
  }

  Status PredictAll() {
    for (const Tried& tried : tried_) {
      if (Stopped()) break;
      ASSAY_ASSIGN(ModelCase one, PredictCase(doc_, tried.source, tried.program, tried.observed,
                                              options_, client_, out_.spent));
      out_.cases.push_back(std::move(one));
    }
    return {};
  }

  static bool IsValid(const Tried& tried) { return tried.observed.ending.status == "valid"; }

  Status ChangeByRules() {
    for (const Tried& tried : tried_) {
      if (!IsValid(tried) || tried.source != "rules") continue;
      if (Stopped()) break;
      ASSAY_ASSIGN(auto one, PredictVariant(doc_, tried.program, tried.observed, options_, client_,
                                            lab_, out_.spent));
      if (one) out_.cases.push_back(std::move(*one));
    }
    return {};
  }

  // The new program and what is said of it come in one answer, which therefore stands alone: its
  // score decides.
  Status ChangeByModel() {
    for (const Tried& tried : tried_) {
      const std::string parameter = ParameterToChange(tried.program, doc_);
      if (!IsValid(tried) || tried.source != "rules" || parameter.empty()) continue;
      if (Stopped()) break;
      ASSAY_ASSIGN(const llm::Prompt prompt,
                   ChangePrompt(doc_, tried.program, parameter, DocBytes(client_.context())));
      const std::vector<llm::Outcome> outcomes = client_.AskAll(Samples(prompt, 1));
      ASSAY_RETURN_IF_ERROR(out_.spent.Add(outcomes));
      if (!outcomes[0].ok()) return {};
      const ChangePrediction change = ReadChange(outcomes[0], doc_);
      const std::string program = trial::WithoutFence(change.program);
      const ChangeCheck check = CheckChange(tried.program, program, doc_, parameter);
      if (!check.label.empty()) {
        ++out_.changes_rejected[check.label];
        return {};
      }
      ASSAY_ASSIGN(ModelCase one, HoldChange(doc_, "change-by-model", parameter, program,
                                             {change.sample}, tried.observed, options_, lab_));
      out_.cases.push_back(std::move(one));
      return {};  // one program: the parameter would be the same in the others
    }
    return {};
  }

  const ApiDoc& doc_;
  const ModelOptions& options_;
  llm::Client& client_;
  program::ProgramLab& lab_;
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

Result<ModelCase> PredictCase(const ApiDoc& doc, const std::string& source,
                              const std::string& program, const Observed& observed,
                              const ModelOptions& options, llm::Client& client,
                              trial::ModelUsage& spent) {
  ASSAY_ASSIGN(const auto prompts,
               PredictionPrompts(doc, program, options.samples, DocBytes(client.context())));
  const std::vector<llm::Outcome> outcomes = client.AskAll(prompts);
  ASSAY_RETURN_IF_ERROR(spent.Add(outcomes));
  std::vector<SampledAnswer> samples;
  for (const llm::Outcome& outcome : outcomes) samples.push_back(ReadAnswer(outcome, doc));
  ModelCase out{source, "", program, Vote(samples), observed, {}};
  out.compared = Compare(out.consensus, out.observed, doc);
  return out;
}

Result<std::optional<ModelCase>> PredictVariant(const ApiDoc& doc, const std::string& program,
                                                const Observed& before, const ModelOptions& options,
                                                llm::Client& client, program::ProgramLab& lab,
                                                trial::ModelUsage& spent) {
  const auto variant = MakeVariant(program, doc);
  if (!variant) return std::optional<ModelCase>();
  ASSAY_ASSIGN(const llm::Prompt prompt,
               ChangePredictionPrompt(doc, program, variant->parameter, variant->program,
                                      DocBytes(client.context())));
  const std::vector<llm::Outcome> outcomes = client.AskAll(Samples(prompt, options.samples));
  ASSAY_RETURN_IF_ERROR(spent.Add(outcomes));
  std::vector<SampledAnswer> samples;
  for (const llm::Outcome& outcome : outcomes) samples.push_back(ReadChange(outcome, doc).sample);
  ASSAY_ASSIGN(ModelCase out, HoldChange(doc, "change-by-rules", variant->parameter,
                                         variant->program, samples, before, options, lab));
  return std::optional<ModelCase>(std::move(out));
}

Result<ModelReport> JudgeWithModel(const ApiDoc& doc, const std::vector<std::string>& programs,
                                   const ModelOptions& options, llm::Client& client,
                                   program::ProgramLab& lab) {
  return Driver(doc, options, client, lab).Run(programs);
}

// Reports of the model's judgement as JSON.
json ModelCaseJson(const ModelCase& one) {
  const Consensus& consensus = one.consensus;
  json out = {{"kind", one.suspected() ? "suspected" : "judged"},
              {"source", one.source},
              {"parameter", one.parameter},
              {"program", one.program},
              {"agreement", AgreementName(one.compared.agreement)},
              {"reason", one.compared.reason},
              {"final_answer", consensus.Final()},
              {"confidence", consensus.confidence},
              {"runs", consensus.runs},
              {"answered", consensus.answered},
              {"low_score", consensus.low_score},
              {"quotes_rejected", consensus.quote_rejected},
              {"evidence", consensus.sentence},
              {"predicted", nullptr},
              {"seen", EndingJson(one.observed.ending)},
              {"message", one.observed.outcome.run.message}};
  if (!consensus.answer) return out;
  out["predicted"] = EndingJson(consensus.answer->result);
  out["predicted"]["values"] = consensus.more;
  out["score"] = consensus.answer->score;
  out["explanation"] = consensus.answer->explanation;
  return out;
}

json ModelReportJson(const ModelReport& report) {
  json cases = json::array();
  size_t suspected = 0;
  for (const ModelCase& one : report.cases) {
    cases.push_back(ModelCaseJson(one));
    suspected += one.suspected() ? 1 : 0;
  }
  return {{"api", report.api},
          {"framework", report.framework},
          {"version", report.version},
          {"suspected", suspected},
          {"generated", report.generated},
          {"not_run", report.not_run},
          {"changes_rejected", report.changes_rejected},
          {"spent", report.spent},
          {"cases", std::move(cases)}};
}

}  // namespace assay::judge::model
