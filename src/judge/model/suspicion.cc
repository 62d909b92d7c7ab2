#include "judge/model/suspicion.h"

#include "base/strings.h"

namespace assay::judge::model {

casebook::ProgramFinding SuspicionOf(const ModelCase& one, const ModelReport& report,
                                     const std::string& environment) {
  casebook::ProgramFinding out;
  out.pipeline = "judge";
  out.framework = report.framework;
  out.version = report.version;
  out.environment = environment;
  out.api = report.api;
  out.oracle = one.parameter.empty() ? "model" : "model-change";
  out.parameter = one.parameter;
  out.kind = "suspected";
  out.title =
      StrCat(report.api, ": a model reads the documentation otherwise: ", one.compared.reason);
  out.sentence = one.consensus.sentence;
  out.message = one.compared.reason;
  out.program = one.program;
  out.target_api = report.api;
  out.seen = casebook::SignatureOf(one.observed.outcome, 0);
  out.facts = {{"source", one.source},
               {"confidence", one.consensus.confidence},
               {"runs", one.consensus.runs},
               {"confirmed", 0}};
  if (!one.consensus.answer) return out;
  out.facts["score"] = one.consensus.answer->score;
  out.facts["predicted"] = one.consensus.answer->result.Text();
  out.facts["explanation"] = one.consensus.answer->explanation;
  return out;
}

}  // namespace assay::judge::model
