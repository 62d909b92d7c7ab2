#include "report/gate/issue_text.h"

#include "base/strings.h"
#include "graph/text.h"
#include "report/wording.h"
#include "triage/runs_kind.h"
#include "triage/stated_limit.h"

namespace assay::report::gate {
namespace {

// Facts are JSON that another version, or anybody, may have written: what is no text is shown as it
// is.
std::string Text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string TextOf(const nlohmann::json& json, const char* key) {
  if (!json.is_object() || !json.contains(key)) return "";
  return Text(json[key]);
}

std::string Trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// Of fenced blocks; a model with large weights is attached, not pasted.
constexpr size_t kMostModelText = 4000;

std::string ModelText(const Dossier& dossier) {
  const std::string text = Trimmed(PrintModel(dossier.smallest.model));
  if (text.size() <= kMostModelText) return text;
  return StrCat(text.substr(0, text.find('\n')),
                "\n# …too long to paste; the file above builds it");
}

std::string KindText(const std::string& kind) {
  static const std::map<std::string, std::string> kTexts = {
      {"crash", "takes its process down on a legal model"},
      {"hang", "does not come back on a legal model"},
      {"conversion", "fails to convert a legal model"},
      {"rejected", "refuses a legal model"},
      {"shape", "gives a result of the wrong shape or type"},
      {"nan", "gives NaN or infinity where the right result is a finite number"},
      {"nondeterministic", "gives different results for the same inputs"}};
  const auto found = kTexts.find(kind);
  return found == kTexts.end() ? "gives a wrong result" : found->second;
}

std::string Operators(const Dossier& dossier) {
  std::vector<std::string> names;
  for (const NodePtr& node : dossier.smallest.model.graph.nodes()) names.push_back(node->op);
  if (names.size() > 4) return StrCat("a graph of ", names.size(), " nodes");
  return Join(names, ", ");
}

std::string Expected(const Dossier& dossier) {
  const nlohmann::json& evidence = dossier.Fact("evidence");
  if (!triage::StatedLimitOf(dossier.row.kind, dossier.row.message).empty())
    return "The model is legal (the official ONNX checker accepts it). The message states a limit, "
           "so this asks for something that the specification defines and that is missing.";
  if (!dossier.ComparesValues() || !evidence.contains("truth"))
    return "The model is legal (the official ONNX checker accepts it) and should run.";
  return StrCat("Output `", TextOf(evidence, "output"), "`, element ", TextOf(evidence, "element"),
                ": ", TruthText(evidence),
                IsExact(evidence)
                    ? ". No rounding is admitted here: every correct implementation gives this."
                    : ". The bound is certified: whatever the order of operations and rounding in "
                      "this precision, a correct result lies within it.");
}

std::string Actual(const Dossier& dossier) {
  const std::string message = Trimmed(dossier.row.message);
  const nlohmann::json& evidence = dossier.Fact("evidence");
  if (!dossier.ComparesValues() || !evidence.contains("got"))
    return StrCat("```\n", message, "\n```");
  return StrCat("Output `", TextOf(evidence, "output"), "`, element ", TextOf(evidence, "element"),
                ": ", NumberAt(evidence, "got"));
}

std::string Sure(const Dossier& dossier) {
  const nlohmann::json& fact = dossier.Fact("confirmation");
  std::vector<std::string> parts;
  if (fact.contains("runs"))
    parts.push_back(StrCat("Shown in ", TextOf(fact, "shown"), " of ", TextOf(fact, "runs"),
                           " runs, each in a process of its own."));
  if (fact.contains("poison"))
    parts.push_back(StrCat("With poisoned memory: ", TextOf(fact["poison"], "verdict"), "."));
  return Join(parts, " ");
}

std::string Location(const Dossier& dossier) {
  const nlohmann::json& fact = dossier.Fact("location");
  std::vector<std::string> lines;
  if (!TextOf(fact, "summary").empty()) lines.push_back(TextOf(fact, "summary"));
  for (const nlohmann::json& mode : ArrayAt(fact, "modes"))
    lines.push_back(StrCat("- ", TextOf(mode, "target"), ": ", TextOf(mode, "status"),
                           TrueAt(mode, "shows") ? ", shows it" : ", does not show it"));
  std::vector<std::string> optimisers;
  for (const nlohmann::json& name : ArrayAt(fact, "optimisers")) optimisers.push_back(Text(name));
  if (!optimisers.empty())
    lines.push_back("- without this it does not occur: " + Join(optimisers, ", "));
  if (fact.contains("versions")) {
    const std::string bad = TextOf(fact["versions"], "first_bad");
    const std::string good = TextOf(fact["versions"], "last_good");
    if (!bad.empty())
      lines.push_back(StrCat("- first version that shows it: ", bad,
                             good.empty() ? "" : ", last that does not: " + good));
  }
  return Join(lines, "\n");
}

std::string Notes(const Dossier& dossier) {
  const nlohmann::json& notes = ArrayAt(dossier.Fact("reduction"), "notes");
  if (notes.empty()) return "";
  std::string out = "What does not matter:\n\n";
  for (const nlohmann::json& note : notes) out += StrCat("- ", Text(note), "\n");
  return Trimmed(out);
}

std::string EnvironmentText(const Dossier& dossier) {
  const nlohmann::json& fact = dossier.Fact("environment");
  std::string out;
  for (const char* key : {"framework", "version", "machine", "os", "cpu", "python"})
    if (!TextOf(fact, key).empty()) out += StrCat(key, ": ", TextOf(fact, key), "\n");
  if (fact.contains("packages"))
    for (const auto& [name, version] : fact["packages"].items())
      out += StrCat(name, "==", Text(version), "\n");
  return Trimmed(out);
}

// As forms of projects offer it.
std::string ArchitectureWord(const std::string& machine) {
  if (machine == "x86_64") return "X64";
  return machine == "aarch64" ? "ARM64" : machine;
}

std::string Summary(const Dossier& dossier) {
  const std::string op = dossier.BlamedOperator();
  std::string out = StrCat(dossier.row.target, " ", dossier.row.version, " ",
                           KindText(triage::KindByRuns(dossier.row.kind, dossier.row.message)),
                           ": ", Operators(dossier), ".");
  if (!op.empty() && dossier.ComparesValues())
    out += StrCat(" The first wrong operator is ", op, ".");
  return out + " Found by fuzzing; the model below is the smallest that shows it.";
}

}  // namespace

std::map<std::string, std::string> Words(const Dossier& dossier) {
  const nlohmann::json& environment = dossier.Fact("environment");
  const nlohmann::json& repro = dossier.Fact("repro");
  // What makes the wrong output says nothing where none came out.
  const std::string op = dossier.ComparesValues() ? dossier.BlamedOperator() : "";
  return {{"summary", Summary(dossier)},
          {"expected", Expected(dossier)},
          {"actual", Actual(dossier)},
          {"repro", StrCat("```python\n", Trimmed(TextOf(repro, "text")), "\n```")},
          {"output", StrCat("```\n", Trimmed(TextOf(repro, "output")), "\n```")},
          {"model", StrCat("```\n", ModelText(dossier), "\n```")},
          {"sure", Sure(dossier)},
          {"location", Location(dossier)},
          {"notes", Notes(dossier)},
          {"environment", StrCat("```\n", EnvironmentText(dossier), "\n```")},
          {"framework", dossier.framework},
          {"version", dossier.row.version},
          {"os", TextOf(environment, "os")},
          {"architecture", ArchitectureWord(TextOf(environment, "machine"))},
          {"cpu", TextOf(environment, "cpu")},
          {"python", TextOf(environment, "python")},
          {"device", dossier.row.device},
          {"target", dossier.row.target},
          {"operator", op.empty() ? Operators(dossier) : op},
          {"kind", KindText(triage::KindByRuns(dossier.row.kind, dossier.row.message))}};
}

Result<std::string> FillIn(const std::string& text,
                           const std::map<std::string, std::string>& words) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t close = text[i] == '{' ? text.find('}', i) : std::string::npos;
    if (close == std::string::npos) {
      out += text[i++];
      continue;
    }
    const std::string name = text.substr(i + 1, close - i - 1);
    const auto found = words.find(name);
    if (found == words.end()) {
      std::vector<std::string> known;
      for (const auto& [word, meaning] : words) known.push_back(word);
      return Invalid(StrCat("{", name, "} is not a placeholder; known: ", Join(known, ", ")));
    }
    out += found->second;
    i = close + 1;
  }
  return out;
}

Result<IssueText> WriteIssue(const Project& project, const Dossier& dossier) {
  const Template* form = project.TemplateFor(dossier.mode);
  if (form == nullptr)
    return Invalid(StrCat(project.path, ": no template for the mode '", dossier.mode, "'"));
  const auto words = Words(dossier);
  IssueText out;
  out.labels = form->labels;
  out.source = form->source;
  ASSAY_ASSIGN(out.title, FillIn(form->title, words));
  for (const Section& section : form->sections) {
    ASSAY_ASSIGN(const std::string text, FillIn(section.text, words));
    out.body += StrCat("### ", section.heading, "\n\n", Trimmed(text), "\n\n");
  }
  return out;
}

}  // namespace assay::report::gate
