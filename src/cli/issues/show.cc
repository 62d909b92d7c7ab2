// assay issues show: one report taken apart.
#include "cli/issues/common_flags.h"
#include "knowledge/issues/classify.h"
#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::cli::issues {
namespace {

using knowledge::Classified;
using knowledge::Issue;
using knowledge::Parts;
using knowledge::Scheme;

struct ShowFlags : CommonFlags {
  std::string id;
  bool code = false;
  std::string prompt;
};

nlohmann::json ShowToJson(const Issue& issue, const Parts& parts) {
  nlohmann::json out = knowledge::ToJson(issue);
  out["parts"] = knowledge::ToJson(parts);
  out["version"] = knowledge::FrameworkVersion(issue, parts);
  out["fixed"] = knowledge::ClosedAndFixed(issue);
  out["program"] =
      parts.program() == nullptr ? nlohmann::json() : nlohmann::json(parts.program()->text);
  out["category"] = knowledge::ToJson(Classify(issue, parts, Scheme::kMirror));
  out["optimisation"] = knowledge::IsOptimisation(issue, parts)
                            ? knowledge::ToJson(Classify(issue, parts, Scheme::kOptimisation))
                            : nlohmann::json();
  return out;
}

void PrintCategory(const char* what, const Classified& classified) {
  if (classified.category.empty()) return;
  std::cout << what << ": " << classified.category;
  if (classified.by != "rules") {
    std::cout << " (by " << classified.by << ")\n  in: " << classified.because[0].sentence << "\n";
    return;
  }
  std::cout << " (" << classified.points << " points, the next " << classified.runner_up << ")\n";
  constexpr size_t kReasons = 3;
  for (size_t i = 0; i < std::min(kReasons, classified.because.size()); ++i)
    std::cout << "  \"" << classified.because[i].phrase
              << "\" in: " << classified.because[i].sentence << "\n";
}

void PrintParts(const Parts& parts) {
  for (const auto& [name, version] : parts.versions) std::cout << name << " " << version << "\n";
  if (parts.error.has_value()) {
    std::cout << "error: " << parts.error->exception << ": " << parts.error->message << "\n";
    for (const knowledge::Frame& frame : parts.error->frames)
      std::cout << "  " << frame.file << ":" << frame.line << " " << frame.function << "\n";
  }
  if (!parts.symptoms.empty()) std::cout << "symptoms: " << Join(parts.symptoms, ", ") << "\n";
  if (!parts.platforms.empty())
    std::cout << "cannot be tried here: needs " << Join(parts.platforms, ", ") << " ("
              << parts.platform_reason << ")\n";
  for (const knowledge::Block& block : parts.blocks)
    std::cout << Name(block.kind) << " (" << block.origin << ", line " << block.line << ", "
              << Split(block.text, '\n').size() - 1 << " lines)\n";
  if (const knowledge::Block* program = parts.program())
    std::cout << "--- program ---\n" << program->text << "---\n";
}

void PrintShow(const Issue& issue, const Parts& parts) {
  std::cout << issue.id() << ": " << issue.title << "\n"
            << (knowledge::ClosedAndFixed(issue) ? "closed and fixed" : issue.state) << "; created "
            << issue.created.substr(0, 10) << "; labels " << Join(issue.labels, ", ") << "\n";
  PrintCategory("category", Classify(issue, parts, Scheme::kMirror));
  if (knowledge::IsOptimisation(issue, parts))
    PrintCategory("optimisation", Classify(issue, parts, Scheme::kOptimisation));
  PrintParts(parts);
  for (const knowledge::Fix& fix : issue.fixes)
    std::cout << "fixed by " << fix.kind << " " << fix.id << ": " << fix.title << "\n";
  for (const knowledge::Said& said : parts.maintainers)
    std::cout << "maintainer " << said.author << ": " << said.text.substr(0, said.text.find('\n'))
              << "\n";
  for (const knowledge::LinkedCode& link : issue.links)
    if (!link.problem.empty()) std::cout << link.url << ": " << link.problem << "\n";
}

Result<int> PrintPrompt(const Issue& issue, const Parts& parts, const std::string& scheme) {
  if (scheme != "mirror" && scheme != "optimisation")
    return Invalid(StrCat("--prompt ", scheme, ": mirror or optimisation"));
  ASSAY_ASSIGN(
      const auto prompt,
      ClassifyPrompt(issue, parts, scheme == "mirror" ? Scheme::kMirror : Scheme::kOptimisation));
  for (const llm::Message& message : prompt.messages)
    std::cout << "=== " << message.role << "\n" << message.text << "\n";
  return kDone;
}

Result<int> RunShow(const ShowFlags& flags) {
  ASSAY_ASSIGN(const auto store, knowledge::IssueStore::OpenExisting(flags.path()));
  ASSAY_ASSIGN(const auto issue, store.Get(flags.id));
  const Parts parts = knowledge::SplitIssue(issue);
  if (!flags.prompt.empty()) return PrintPrompt(issue, parts, flags.prompt);
  if (flags.code) {
    if (parts.program() == nullptr)
      return Invalid(issue.id() + ": there is no complete program in it");
    std::cout << parts.program()->text;
    return kDone;
  }
  if (flags.json) return PrintJson(ShowToJson(issue, parts));
  PrintShow(issue, parts);
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<ShowFlags>();
  AddCommonFlags(app, *flags);
  app.AddOption("id", flags->id, "owner/name#number, or #number").Required();
  app.AddFlag("--code", flags->code, "print only its program, ready to be run");
  app.AddOption("--prompt", flags->prompt,
                "print what a model would be asked to classify it: mirror or optimisation");
  return [flags] { return ExitCode(RunShow(*flags)); };
}

}  // namespace assay::cli::issues
