// The model is legal and the standard says what should come out; a suspicion is no report.
#include "onnx/official.h"
#include "report/gate/check.h"

namespace assay::report::gate {

namespace {

// Where the operator's documentation stands.
std::string PageOf(const std::string& op) {
  return StrCat("https://onnx.ai/onnx/operators/onnx__", op, ".html");
}

}  // namespace

Outcome CheckSpecified(const Dossier& dossier, const Rule& rule, const Project&) {
  const Model& model = dossier.smallest.model;
  Status legal = onnxio::CheckWithOfficial(model);
  if (legal.ok()) legal = onnxio::CheckWithOfficialInference(model);
  if (!legal.ok())
    return FailWith("the official checker refuses the model: " + legal.error().message,
                    "nothing to report");
  if (dossier.row.kind == "suspicious" || (dossier.row.kind == "inaccurate" && !rule.inaccurate))
    return FailWith("less accurate than a careful library, but within what the bounds admit",
                    "collect what it costs a real model first");
  for (const NodePtr& node : model.graph.nodes())
    if (!node->domain.empty() && !node->domain.starts_with("ai.onnx"))
      return FailWith(StrCat(node->op, " is of the domain ", node->domain,
                             ", which the ONNX standard does not describe"),
                      "quote that domain's own documentation by hand");
  const std::string op = dossier.BlamedOperator();
  const std::string where = op.empty() ? "the ONNX standard" : PageOf(op);
  return Pass(StrCat("legal at opset ", model.opset(""), "; what should come out: ", where));
}

}  // namespace assay::report::gate
