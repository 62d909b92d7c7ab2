#include "judge/subjects.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "knowledge/api/constraints/constraints.h"
#include "knowledge/api/documentation.h"
#include "knowledge/pairs/build.h"
#include "knowledge/text.h"
#include "program/lab/program_lab.h"
#include "program/parse/program.h"
#include "trial/dialect.h"
#include "trial/issue.h"
#include "trial/safe_doc.h"
#include "trial/sample.h"
#include "trial/twin/twin_verdict.h"

namespace assay::judge {
namespace {

using trial::TwinSource;

using knowledge::ApiBase;
using knowledge::ApiDoc;
using nlohmann::json;

constexpr size_t kSuggestions = 5;
constexpr uint64_t kMostBytes = uint64_t{64} << 20;
constexpr uint64_t kMostProgramBytes = 1 << 20;

// From a file, with constraints found anew in its words.
Result<ApiBase> DocsOfFile(const Question& question,
                           const knowledge::DocumentedFramework& subject) {
  ASSAY_ASSIGN(const std::string text, ReadFile(question.docs_file, kMostBytes));
  const json parsed = json::parse(text, nullptr, false);
  if (parsed.is_discarded())
    return Invalid(question.docs_file +
                   ": not JSON; `assay docs show NAME --json` prints the form");
  auto base = knowledge::ReadApiBase(parsed);
  if (!base.ok()) return Invalid(StrCat(question.docs_file, ": ", base.error().message));
  if (base->docs.empty())
    return Invalid(StrCat(question.docs_file,
                          ": documents nothing; `assay docs show NAME --json` prints the form"));
  if (base->framework.empty()) base->framework = subject.framework;
  if (base->framework != subject.framework)
    return Invalid(
        StrCat(question.docs_file, " documents ", base->framework, ", not ", subject.framework));
  const std::string installed = subject.target ? subject.target->version : "";
  if (!question.any_version && !installed.empty() && !base->version.empty() &&
      !knowledge::SameVersion(base->version, installed))
    return Invalid(StrCat(question.docs_file, " documents ", base->framework, " ", base->version,
                          ", but ", installed,
                          " is installed: what it says need not hold there. --any-version judges "
                          "by it all the same"));
  if (base->version.empty()) base->version = installed;
  for (size_t i = 0; i < base->docs.size(); ++i) {
    const Status named = trial::CheckNames(base->docs[i]);
    if (!named.ok())
      return Invalid(StrCat(question.docs_file, ": API ", i + 1, " of ", base->docs.size(), ": ",
                            named.error().message));
    knowledge::FindConstraints(base->docs[i]);
  }
  knowledge::Stamp(*base);
  return base;
}

Result<ApiBase> BaseOf(const Question& question, const knowledge::DocumentedFramework& subject) {
  if (!question.docs_file.empty()) return DocsOfFile(question, subject);
  if (subject.target && trial::FindDialect(subject.framework) == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", subject.framework, " yet"));
  return knowledge::DocumentationOf(subject);
}

Batch& BatchOf(Subjects& out, const std::string& framework) {
  for (Batch& batch : out.batches)
    if (batch.framework == framework) return batch;
  out.batches.push_back({.framework = framework, .environment = "", .docs = {}, .own_calls = {}});
  return out.batches.back();
}

// Each framework's documentation is read once, however many of its APIs are asked for.
Status AddApis(const Question& question, Subjects& out) {
  std::map<std::string, ApiBase> bases;
  for (std::string name : question.apis) {
    if (name.empty()) return Invalid("--api: the name is empty; torch.addmm is one");
    ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
                 knowledge::FrameworkOfApi(name, question.framework, ""));
    if (!bases.contains(subject.framework)) {
      ASSAY_ASSIGN(ApiBase read, BaseOf(question, subject));
      bases.emplace(subject.framework, std::move(read));
    }
    const ApiBase& base = bases.at(subject.framework);
    // A file is all that there is to judge by, also where it says nothing.
    if (!question.docs_file.empty() && knowledge::FindDoc(base, name) == nullptr)
      return Invalid(StrCat(question.docs_file, " documents no ", name));
    ASSAY_ASSIGN(ApiDoc doc, knowledge::FindApi(subject, base, name));
    BatchOf(out, base.framework).docs.push_back(std::move(doc));
  }
  return {};
}

// All modules that the names of the documents have: torch, torch.nn, torch.nn.functional.
std::set<std::string> ModulesOf(const ApiBase& base) {
  std::set<std::string> out;
  for (const ApiDoc& doc : base.docs)
    for (size_t dot = doc.name.find('.'); dot != std::string::npos;
         dot = doc.name.find('.', dot + 1))
      out.insert(doc.name.substr(0, dot));
  return out;
}

std::vector<std::string> NearModules(const ApiBase& base, const std::string& wanted) {
  const std::set<std::string> modules = ModulesOf(base);
  std::vector<std::pair<int, std::string>> ranked;
  for (const std::string& module : modules) {
    const bool same_end = knowledge::LastPart(module) == knowledge::LastPart(wanted);
    ranked.emplace_back(EditDistance(module, wanted) - (same_end ? 100 : 0), module);
  }
  std::ranges::sort(ranked);
  std::vector<std::string> out;
  for (size_t i = 0; i < std::min(kSuggestions, ranked.size()); ++i)
    out.push_back(ranked[i].second);
  return out;
}

Status AddModule(const Question& question, Subjects& out) {
  std::string name = question.module;
  ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
               knowledge::FrameworkOfApi(name, question.framework, ""));
  ASSAY_ASSIGN(const ApiBase base, BaseOf(question, subject));
  Batch& batch = BatchOf(out, base.framework);
  for (const ApiDoc& doc : base.docs)
    if (doc.name.starts_with(name + ".")) batch.docs.push_back(doc);
  if (!batch.docs.empty()) return {};
  return Invalid(StrCat("no module '", name, "' is documented in ", base.framework, " ",
                        base.version, "; the nearest: ", Join(NearModules(base, name), ", ")));
}

// Every framework that programs can be written for and that is installed.
Status AddAll(const Question& question, Subjects& out) {
  if (!question.docs_file.empty() && question.framework.empty())
    return Invalid("--all with --docs: --framework says whose documentation it is");
  std::vector<std::string> frameworks = {question.framework};
  if (question.framework.empty()) {
    ASSAY_ASSIGN(const auto all,
                 knowledge::LoadRoots(lab::HomeFolder() + "/data/knowledge/roots.toml"));
    frameworks.clear();
    for (const knowledge::Roots& roots : all)
      if (trial::FindDialect(roots.framework) != nullptr) frameworks.push_back(roots.framework);
  }
  for (const std::string& framework : frameworks) {
    ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
                 knowledge::FindFramework(framework, ""));
    if (!subject.target && question.framework.empty()) continue;
    ASSAY_ASSIGN(const ApiBase base, BaseOf(question, subject));
    BatchOf(out, framework).docs = base.docs;
  }
  if (out.batches.empty())
    return Invalid(
        "no framework that programs can be written for is installed; `assay targets` "
        "says how to get one");
  return {};
}

// Frameworks that the program imports and that programs can be written for.
std::set<std::string> FrameworksOfProgram(const program::Program& program) {
  std::set<std::string> out;
  for (const program::Import& import : program.imports) {
    const std::string root = program::RootOf(import.full);
    const std::string framework = root == "keras" ? "tensorflow" : root;
    if (trial::FindDialect(framework) != nullptr) out.insert(framework);
  }
  return out;
}

// The framework that a report is about; an error where its program does not tell.
Result<std::string> FrameworkOfIssue(const Question& question, const std::string& text) {
  const program::Program program = program::ReadProgram(text);
  if (const auto& errors = program.tree.errors(); !errors.empty())
    return Invalid(StrCat(question.issue_file, ": the program is not Python, line ", errors[0].line,
                          ": ", errors[0].message,
                          "; expected a Python file, or Markdown whose first code block is one"));
  if (!question.framework.empty()) return question.framework;
  const std::set<std::string> frameworks = FrameworksOfProgram(program);
  if (frameworks.size() == 1) return *frameworks.begin();
  return Invalid(frameworks.empty()
                     ? StrCat(question.issue_file, ": imports no framework that programs can be ",
                              "written for; --framework names it")
                     : StrCat(question.issue_file, ": imports ", Join(frameworks, " and "),
                              "; --framework says which of them it is about"));
}

Status AddIssue(const Question& question, bool unsafe, Subjects& out) {
  ASSAY_ASSIGN(const std::string file, ReadFile(question.issue_file, kMostProgramBytes));
  const std::string text = trial::WithoutComments(trial::ProgramOfReport(file));
  ASSAY_ASSIGN(const std::string framework, FrameworkOfIssue(question, text));
  ASSAY_ASSIGN(const knowledge::DocumentedFramework subject,
               knowledge::FindFramework(framework, ""));
  ASSAY_ASSIGN(const ApiBase base, BaseOf(question, subject));
  const auto calls = trial::DocumentedCalls(text, base);
  ASSAY_ASSIGN(program::ProgramLab lab, program::ProgramLab::Open({framework, unsafe, false}));
  ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab.Run({.text = text, .name = "issue.py"}));
  const trial::IssueCall* suspect = trial::Suspect(calls, outcome.run.line);
  if (suspect == nullptr)
    return Invalid(StrCat(question.issue_file, ": calls no documented API of ", base.framework, " ",
                          base.version));
  out.issue = {{"file", question.issue_file},
               {"status", ProgramStatusName(outcome.status)},
               {"exception", outcome.run.exception},
               {"message", outcome.run.message},
               {"line", outcome.run.line},
               {"api", suspect->doc->name},
               {"own_call", suspect->call.has_value()}};
  Batch& batch = BatchOf(out, framework);
  batch.docs.push_back(*suspect->doc);
  if (suspect->call) batch.own_calls[suspect->doc->name] = {*suspect->call};
  return {};
}

// Of all batches together.
void Sample(const Question& question, Subjects& out) {
  size_t all = 0;
  for (const Batch& batch : out.batches) all += batch.docs.size();
  const std::vector<size_t> places = trial::SamplePlaces(all, question.limit, question.seed);
  size_t place = 0;
  for (Batch& batch : out.batches)
    std::erase_if(batch.docs,
                  [&](const ApiDoc&) { return !std::ranges::binary_search(places, place++); });
}

// Only where disagreements were looked at one by one.
constexpr const char* kByDefault = "torch";
constexpr const char* kFrameworks[] = {"tensorflow", "jax", "torch"};

}  // namespace

Result<Subjects> FindSubjects(const Question& question, bool unsafe) {
  const int asked = (question.apis.empty() ? 0 : 1) + (question.module.empty() ? 0 : 1) +
                    (question.all ? 1 : 0) + (question.issue_file.empty() ? 0 : 1);
  if (asked != 1)
    return Invalid(StrCat(asked == 0 ? "nothing to judge: " : "one of these at a time: ",
                          "--api NAME, --module NAME, --all or --issue FILE"));
  Subjects out;
  ASSAY_RETURN_IF_ERROR(AddApis(question, out));
  if (!question.module.empty()) ASSAY_RETURN_IF_ERROR(AddModule(question, out));
  if (question.all) ASSAY_RETURN_IF_ERROR(AddAll(question, out));
  if (!question.issue_file.empty()) ASSAY_RETURN_IF_ERROR(AddIssue(question, unsafe, out));
  for (Batch& batch : out.batches) {
    // Of pages that were read by rule a few names are prose; they cannot be called.
    std::erase_if(batch.docs, [](const ApiDoc& doc) { return !trial::CheckNames(doc).ok(); });
    for (ApiDoc& doc : batch.docs) trial::MakeSafe(doc);
  }
  if (question.limit > 0) Sample(question, out);
  return out;
}

Result<std::vector<TwinSource>> FindTwins(const std::string& framework,
                                          const std::vector<knowledge::ApiDoc>& docs,
                                          const std::vector<std::string>& oracles) {
  std::vector<TwinSource> out;
  const bool wanted = oracles.empty()
                          ? framework == kByDefault
                          : std::ranges::find(oracles, trial::kTwinOracle) != oracles.end();
  if (!wanted || docs.empty()) return out;
  ASSAY_ASSIGN(const knowledge::PairRules rules,
               knowledge::LoadPairRules(lab::HomeFolder() + "/data/knowledge/pairs.toml"));
  knowledge::ApiBase judged{framework, docs.front().version, docs.front().source, docs};
  knowledge::Stamp(judged);  // pairs are found by name in the order of the documents
  for (const char* other : kFrameworks) {
    if (other == framework) continue;
    ASSAY_ASSIGN(const knowledge::DocumentedFramework subject, knowledge::FindFramework(other, ""));
    if (!subject.target || !subject.target->ready) continue;
    ASSAY_ASSIGN(knowledge::ApiBase base, knowledge::DocumentationOf(subject));
    // By name only: what a model holds for likely is no ground for an accusation.
    ASSAY_ASSIGN(auto pairs,
                 knowledge::BuildPairs(judged, base, rules, nullptr, [](const std::string&) {}));
    out.push_back({other, std::move(pairs), std::move(base)});
  }
  return out;
}

}  // namespace assay::judge
