// Who is wrong, and the proof: what was got, what is true, where the specification says so.
#include <algorithm>

#include "ops/op.h"
#include "ops/schema.h"
#include "report/sections/sections.h"
#include "triage/runs_kind.h"
#include "triage/stated_limit.h"

namespace assay::report::sections {
namespace {

using nlohmann::json;

constexpr size_t kOpsCited = 4;         // more than that nobody looks up
constexpr size_t kPrintedShown = 4000;  // bytes of what a framework printed

// "Clip, version 13 (in force at opset 17): limits each element to an interval"
std::string Citation(const Model& model, const Node& node) {
  const int opset = model.opset(node.domain);
  const ops::Schema* schema = ops::FindSchema(node.domain, node.op, opset);
  const ops::OpDef* def = ops::FindOp(node.domain, node.op);
  const std::string domain = node.domain.empty() ? "ai.onnx" : node.domain;
  const std::string version =
      schema == nullptr ? ""
                        : StrCat(", version ", schema->since, " (in force at opset ", opset, ")");
  return StrCat(node.op, " of ", domain, version,
                def == nullptr || def->meaning.empty() ? "" : StrCat(": ", def->meaning));
}

// The operators whose documentation decides: all of a small model, of a larger one those at fault.
std::vector<std::string> Citations(const Material& material) {
  if (!material.smallest.has_value()) return {};
  const Model& model = material.smallest->model;
  const std::string blamed = BlamedOp(material);
  std::vector<std::string> all, of_blamed;
  for (const NodePtr& node : model.graph.nodes()) {
    const std::string citation = Citation(model, *node);
    if (std::ranges::find(all, citation) != all.end()) continue;
    all.push_back(citation);
    if (node->op == blamed) of_blamed.push_back(citation);
  }
  return all.size() <= kOpsCited ? all : of_blamed;
}

void AddValues(const std::string& kind, const json& evidence, Pairs& out) {
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) out.rows.emplace_back(label, text);
  };
  add("output", TextAt(evidence, "output"));
  add("difference", TextAt(evidence, "note"));
  add("element", NumberAt(evidence, "element"));
  add("got", NumberAt(evidence, "got"));
  if (evidence.contains("truth")) add("truth", TruthText(evidence));
  const json& layer = ObjectAt(evidence, "layer");
  // Of a wrong shape no value is told: those of another shape say nothing.
  if (layer.empty() || kind == "shape") return;
  const std::string low = NumberAt(layer, "low"), high = NumberAt(layer, "high");
  const std::string admitted =
      layer.contains("ends") ? StrCat(low, " or ", high) : StrCat("within [", low, ", ", high, "]");
  add("first wrong layer",
      StrCat(TextAt(layer, "op"), ", tensor '", TextAt(layer, "tensor"), "', element ",
             NumberAt(layer, "element"), ": got ", NumberAt(layer, "got"), ", must be ", admitted,
             " on the inputs that it had"));
}

Paragraph WhyWrong(const Material& material) {
  const std::string& kind = material.row.kind;
  const std::string who = TargetPhrase(material.row);
  if (kind == "nondeterministic" && triage::KindByRuns(kind, material.row.message) == "crash")
    return {StrCat(
        who, " is wrong in one of its runs at least: one took its process down, another did not.")};
  if (kind == "nondeterministic")
    return {StrCat(who,
                   " is wrong in one of its runs at least: two runs are further apart than two "
                   "correct implementations can be.")};
  if (kind == "equivalence")
    return {StrCat(who,
                   " is wrong in one of two models at least: they differ only in how data is "
                   "moved, and the certified bounds of one exclude the result of the other.")};
  if (IsMeasured(kind))
    return {StrCat(who,
                   " wastes time or memory, while its results are right. It was measured in "
                   "processes of its own, without the time that they stood in line for a CPU, and "
                   "found again in the same words by new ones.")};
  if (kind == "curve" || kind == "metric")
    return {StrCat(who,
                   " is wrong: trainings of the reference, which round in all sorts of admissible "
                   "ways, do not come out like this one; p is the chance that it is one of them.")};
  if (kind == "step")
    return {StrCat(who,
                   " is wrong: by the optimiser's definition the new value follows from the old "
                   "one and from the gradients that it reported itself, and it does not.")};
  if (material.row.stage == "train" && GaveResults(kind))
    return {
        StrCat(who,
               " is wrong: the derivative, evaluated with certified bounds, is far from what it "
               "gives, further than other formulas and roundings take it.")};
  if (material.row.state == "disputed")
    return {StrCat("Nobody is called wrong: ", who,
                   " gives what the certified reference does not admit, but independent judges "
                   "disagree on this case.")};
  if (kind == "inaccurate")
    return {StrCat(who,
                   " is not wrong: the result lies within what known approximations need, but far "
                   "outside what a careful library gives, and others are more accurate.")};
  if (GaveResults(kind))
    return {StrCat(who,
                   " is wrong: the certified reference encloses every result that a correct "
                   "implementation can give, and this one is outside.")};
  if (const std::string limit = triage::StatedLimitOf(kind, material.row.message); !limit.empty())
    return {
        StrCat(who, " does not take a legal model and states the limit itself: \"", limit,
               "\". The model passes the official ONNX checker, its types and shapes are "
               "consistent, and the certified reference evaluates it on these inputs: something "
               "that the specification defines is missing, no result is wrong.")};
  return {StrCat(who,
                 " is wrong: the model passes the official ONNX checker, its types and shapes "
                 "are consistent, the certified reference evaluates it on these inputs, and the "
                 "failure is not a limit that the framework states.")};
}

}  // namespace

std::vector<Block> ProofBlocks(const Material& material) {
  std::vector<Block> out = {WhyWrong(material)};
  Pairs pairs;
  if (GaveResults(material.row.kind) && material.row.stage != "train")
    AddValues(material.row.kind, material.fact("evidence"), pairs);
  if (!pairs.rows.empty())
    out.emplace_back(std::move(pairs));
  else if (!material.row.message.empty())
    out.emplace_back(Code{"", material.row.message.substr(0, kPrintedShown)});
  if (std::vector<std::string> texts = Citations(material); !texts.empty()) {
    Paragraph head;
    head.text = "What the operators do by the ONNX specification, in short:";
    out.emplace_back(std::move(head));
    out.emplace_back(Bullets{std::move(texts)});
  }
  return out;
}

}  // namespace assay::report::sections
