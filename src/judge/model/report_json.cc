// Reports of the model's judgement as JSON.
#include "base/strings.h"
#include "judge/model/judge_with_model.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

json EndingJson(const Ending& ending) {
  return {{"status", ending.status},
          {"exception", ending.exception},
          {"shape", ending.shape},
          {"dtype", ending.dtype}};
}

}  // namespace

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
          {"spent", trial::UsageJson(report.spent)},
          {"cases", std::move(cases)}};
}

}  // namespace assay::judge::model
