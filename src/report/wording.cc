#include "report/wording.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/strings.h"
#include "oracle/oracle.h"
#include "resources/check.h"
#include "triage/runs_kind.h"
#include "triage/stated_limit.h"

namespace assay::report {
namespace {

constexpr size_t kMessageShown = 100;  // of a message within a headline

// Names that generators and converters give to everything.
bool IsTelling(const std::string& name) {
  constexpr std::array<std::string_view, 9> kCommon = {
      "", "g", "graph", "main_graph", "random", "generated", "torch_jit", "model", "plain"};
  return std::ranges::find(kCommon, name) == kCommon.end();
}

// "Conv", of the node that makes `tensor`; "" when there is none.
std::string MakerOf(const Graph& graph, const std::string& tensor) {
  const ValueId id = graph.Find(tensor);
  if (id == kAbsent) return "";
  const int producer = graph.Producers()[static_cast<size_t>(id)];
  return producer < 0 ? "" : graph.node(static_cast<size_t>(producer)).op;
}

// " in output 'v12' of Conv (model 'lenet', 28 nodes)", " (28 nodes): what it says", for the end of
// a headline. "" of a reduced finding and where the operator at fault is known: that tells enough.
std::string Whereabouts(const Material& material) {
  if (material.reduced || !material.smallest.has_value() || !BlamedOp(material).empty()) return "";
  const Graph& graph = material.smallest->model.graph;
  const size_t nodes = graph.node_count();
  std::string out;
  if (const std::string output = WrongOutput(material); !output.empty()) {
    const std::string op = MakerOf(graph, output);
    out = StrCat(" in output '", output, "'", op.empty() ? "" : " of " + op);
  }
  out += StrCat(" (", IsTelling(graph.name) ? StrCat("model '", graph.name, "', ") : "", nodes,
                nodes == 1 ? " node)" : " nodes)");
  if (GaveResults(material.row.kind)) return out;
  const std::string message = Quote(material.row.message, kMessageShown);
  return message.empty() ? out : StrCat(out, ": ", message);
}

constexpr size_t kQuoteLength = 300;  // of a message within a sentence
constexpr size_t kOpsNamed = 5;
constexpr size_t kOpsInHeadline = 3;

std::string WhileDoing(const std::string& stage) {
  if (stage == "load") return " while it is loaded";
  if (stage == "compile") return " while it is compiled";
  if (stage == "run") return " while it is run";
  if (stage == "train") return " while it is trained";
  return "";
}

// Distinct operators in the order of the model.
std::vector<std::string> OpsOf(const Material& material) {
  std::vector<std::string> ops;
  if (!material.smallest.has_value()) return ops;
  for (const NodePtr& node : material.smallest->model.graph.nodes())
    if (std::ranges::find(ops, node->op) == ops.end()) ops.push_back(node->op);
  return ops;
}

// " of Relu and Clip", when they are few.
std::string OfOps(const Material& material) {
  const std::vector<std::string> ops = OpsOf(material);
  if (ops.empty() || ops.size() > kOpsInHeadline) return "";
  const std::vector<std::string> head(ops.begin(), ops.end() - 1);
  return StrCat(" of ", Join(head, ", "), head.empty() ? "" : " and ", ops.back());
}

// What a target does wrong, as the verb phrase of a sentence.
std::string Misdeed(const Material& material) {
  const store::FindingRow& row = material.row;
  const std::string op = BlamedOp(material);
  const std::string of_op = op.empty() ? "" : " of " + op;
  const std::string model = StrCat("a legal model", OfOps(material), WhileDoing(row.stage));
  if (row.kind != "crash" && triage::KindByRuns(row.kind, row.message) == "crash")
    return StrCat("takes its process down in some runs of ", model);
  if (!triage::StatedLimitOf(row.kind, row.message).empty())
    return StrCat("refuses ", model, ", stating a limit");
  if (row.state == "disputed")
    return StrCat("gives a result", of_op, " on which the judges disagree");
  const std::map<std::string, std::string> phrases = {
      {"conversion", "fails to save, convert or load again " + model},
      {"rejected", "refuses " + model},
      {"crash", "takes its process down with " + model},
      {"hang", "gives no answer to " + model},
      {"nondeterministic", "gives different results for the same model and inputs"},
      {"shape", StrCat("gives a result", of_op, " of the wrong shape or element type")},
      {"nan",
       StrCat("gives a result", of_op, " that is NaN or infinite where the truth is finite")},
      {"wrong", StrCat("computes a wrong result", of_op)},
      {"inaccurate",
       StrCat("computes a result", of_op, " that is far less accurate than a careful library's")},
      {"equivalence", "gives different results for two equivalent models"},
      {"loss", "computes a wrong loss" + of_op},
      {"gradient", "computes a wrong gradient" + of_op},
      {"nan-gradient",
       StrCat("gives a gradient", of_op, " that is NaN or infinite where the truth is finite")},
      {"none-gradient", StrCat("gives no gradient", of_op, " where there is one")},
      {"step", "takes a wrong step" + of_op},
      {"curve", "trains otherwise than it should by the steps" + of_op},
      {"metric", "is right less often after training than it should be"},
      {"slow", "takes many times longer than the work explains for " + model},
      {"scaling", StrCat("takes time that grows faster than the work of ", model)},
      {"slower-than-baseline", "is slower with its optimisations than without for " + model},
      {"idle", "leaves the CPU unused during most of " + model},
      {"leak", "keeps more memory after every run of " + model},
      {"peak", "takes far more memory than the tensors need for " + model}};
  const auto found = phrases.find(row.kind);
  if (found != phrases.end()) return found->second;
  const oracle::OracleDef* known = oracle::FindOracle(row.kind);
  return StrCat("misbehaves: ", known == nullptr ? row.kind : known->meaning);
}

// "2 nodes (Relu, Clip)"
std::string ModelPhrase(const Material& material) {
  if (!material.smallest.has_value()) return "";
  std::vector<std::string> ops = OpsOf(material);
  const size_t all = ops.size();
  if (all > kOpsNamed) {
    ops.resize(kOpsNamed);
    ops.push_back(StrCat("and ", all - kOpsNamed, " other operators"));
  }
  const size_t nodes = material.smallest->model.graph.node_count();
  return StrCat(nodes, nodes == 1 ? " node" : " nodes", all == 0 ? "" : " (", Join(ops, ", "),
                all == 0 ? "" : ")");
}

// What stands between two texts; "" when they are not there.
std::string Between(const std::string& text, std::string_view before, std::string_view after) {
  const size_t at = text.find(before);
  if (at == std::string::npos) return "";
  const size_t start = at + before.size(), end = text.find(after, start);
  return end == std::string::npos ? "" : text.substr(start, end - start);
}

bool SpeaksOfLayer(const Material& material) {
  return GaveResults(material.row.kind) && material.row.message.starts_with("layer ");
}

std::string ProofSentence(const Material& material) {
  const nlohmann::json& evidence = material.fact("evidence");
  // Of a training the message tells what is wrong, which is no output of the model.
  if (!GaveResults(material.row.kind) || !evidence.contains("got") ||
      material.row.stage == "train") {
    const std::string message = Quote(material.row.message, kQuoteLength);
    if (message.empty()) return "It says nothing about the reason.";
    if (IsMeasured(material.row.kind)) return StrCat("Measured: ", message, ".");
    return GaveResults(material.row.kind) ? StrCat("Seen: ", message, ".")
                                          : StrCat("It says: ", message);
  }
  return StrCat("Output '", TextAt(evidence, "output"), "', element ",
                NumberAt(evidence, "element"), ", is ", NumberAt(evidence, "got"),
                "; the truth is ", TruthText(evidence), ".");
}

}  // namespace

bool GaveResults(std::string_view kind) {
  return kind != "conversion" && kind != "rejected" && kind != "crash" && kind != "hang";
}

bool IsMeasured(std::string_view kind) { return resources::FindCheck(kind) != nullptr; }

std::string Quote(std::string_view text, size_t limit) {
  while (text.ends_with('\n') || text.ends_with(' ')) text.remove_suffix(1);
  text = text.substr(0, text.find('\n'));
  if (text.size() <= limit) return std::string(text);
  // Whole words, where there are any.
  const size_t least = text.size() - limit * 2 / 3, space = text.find(' ', least);
  size_t tail = space == std::string_view::npos ? least : space + 1;
  while (tail < text.size() && (static_cast<unsigned char>(text[tail]) & 0xC0) == 0x80) ++tail;
  return StrCat(FirstLine(text, limit / 3), " ", text.substr(tail));
}

std::string TargetPhrase(const store::FindingRow& row) {
  const bool told = row.version.empty() || row.target.find("@" + row.version) != std::string::npos;
  return told ? row.target : StrCat(row.target, " ", row.version);
}

std::string Headline(const Material& material) {
  return StrCat(TargetPhrase(material.row), " ", Misdeed(material), Whereabouts(material));
}

std::vector<std::string> Summary(const Material& material) {
  const std::string model = ModelPhrase(material);
  const std::string on = material.row.device.empty() ? "" : StrCat(" (", material.row.device, ")");
  return {StrCat(TargetPhrase(material.row), on, " ", Misdeed(material),
                 model.empty() ? "." : StrCat("; shown by ", model, ".")),
          ProofSentence(material)};
}

std::string BlamedOp(const Material& material) {
  const std::string located = TextAt(ObjectAt(material.fact("location"), "first_wrong"), "op");
  if (!located.empty()) return located;
  const std::string layer = TextAt(ObjectAt(material.fact("evidence"), "layer"), "op");
  if (!layer.empty()) return layer;
  if (SpeaksOfLayer(material)) return Between(material.row.message, "layer ", ",");
  const bool one =
      material.smallest.has_value() && material.smallest->model.graph.node_count() == 1;
  return one ? material.smallest->model.graph.node(0).op : "";
}

std::string FirstWrongTensor(const Material& material) {
  const std::string located = TextAt(ObjectAt(material.fact("location"), "first_wrong"), "tensor");
  if (!located.empty()) return located;
  const std::string layer = TextAt(ObjectAt(material.fact("evidence"), "layer"), "tensor");
  // Without evidence the oracle's words name a tensor of the case as it was seen.
  const bool told = layer.empty() && !material.reduced && SpeaksOfLayer(material);
  return told ? Between(material.row.message, "tensor '", "'") : layer;
}

std::string WrongOutput(const Material& material) {
  if (!GaveResults(material.row.kind)) return "";
  const std::string output = TextAt(material.fact("evidence"), "output");
  const bool told = output.empty() && !material.reduced && !SpeaksOfLayer(material);
  return told ? Between(material.row.message, "output '", "'") : output;
}

std::string NumberAt(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  if (found->is_number_integer()) return StrCat(found->get<int64_t>());
  if (found->is_number()) return FormatDouble(found->get<double>());
  return found->is_string() ? found->get<std::string>() : "";
}

bool IsExact(const nlohmann::json& evidence) {
  const auto bound = evidence.find("bound");
  return bound != evidence.end() && bound->is_number() && bound->get<double>() == 0;
}

std::string TruthText(const nlohmann::json& evidence) {
  const std::string truth = NumberAt(evidence, "truth");
  if (evidence.contains("ends"))  // nothing between the two
    return StrCat(NumberAt(evidence, "low"), " or ", NumberAt(evidence, "high"));
  if (evidence.contains("low"))  // the bound is that of the other side
    return StrCat(truth, " (", NumberAt(evidence, "low"), " to ", NumberAt(evidence, "high"), ")");
  return IsExact(evidence) ? StrCat("exactly ", truth)
                           : StrCat(truth, " ± ", NumberAt(evidence, "bound"));
}

}  // namespace assay::report
