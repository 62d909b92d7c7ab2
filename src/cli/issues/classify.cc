// assay issues classify: asks a language model for the category where rules are unsure.
#include "knowledge/issues/classify.h"

#include <map>

#include "cli/issues/common_flags.h"
#include "cli/llm_options.h"
#include "cli/table.h"
#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::cli::issues {
namespace {

using knowledge::Classified;
using knowledge::Issue;
using knowledge::Parts;
using knowledge::Scheme;

struct ClassifyFlags : CommonFlags {
  LlmFlags llm;
  knowledge::IssueFilter filter;
  size_t limit = 0;  // 0: none
  bool all = false;
};

// One report under one scheme.
struct Case {
  size_t issue;
  Scheme scheme;
  Parts parts;
  Classified by_rules;
  std::string verdict{}, sentence{};  // of the model
  std::string problem{};              // why its answer is not taken
};

struct Work {
  std::vector<Issue> issues;
  std::vector<Case> cases;  // to be asked
  size_t sure = 0;          // left to the rules
};

Result<Work> FindWork(const knowledge::IssueStore& store, const ClassifyFlags& flags) {
  ASSAY_RETURN_IF_ERROR(knowledge::CheckFilter(flags.filter));
  Work out;
  ASSAY_ASSIGN(out.issues, store.All());
  for (size_t i = 0; i < out.issues.size(); ++i) {
    const Issue& issue = out.issues[i];
    const Parts parts = knowledge::SplitIssue(issue);
    if (!knowledge::Wanted(flags.filter, issue, parts)) continue;
    for (const Scheme scheme : {Scheme::kMirror, Scheme::kOptimisation}) {
      if (scheme == Scheme::kOptimisation && !knowledge::IsOptimisation(issue, parts)) continue;
      Classified by_rules = knowledge::ClassifyByRules(issue, parts, scheme);
      if (!flags.all && !knowledge::Unsure(by_rules))
        ++out.sure;
      else if (flags.limit == 0 || out.cases.size() < flags.limit)
        out.cases.push_back({i, scheme, parts, std::move(by_rules)});
    }
  }
  return out;
}

Result<Asked> Ask(const Work& work, const ClassifyFlags& flags) {
  std::vector<llm::Prompt> prompts;
  for (const Case& each : work.cases) {
    ASSAY_ASSIGN(prompts.emplace_back(),
                 knowledge::ClassifyPrompt(work.issues[each.issue], each.parts, each.scheme));
  }
  return AskModel(flags.llm, std::move(prompts), "issues");
}

// Puts the answers that can be taken into the reports; returns those that changed.
std::vector<Issue> TakeAnswers(const Asked& asked, Work& work) {
  std::map<size_t, Issue> changed;
  for (size_t i = 0; i < asked.outcomes.size(); ++i) {
    Case& each = work.cases[i];
    const llm::Outcome& outcome = asked.outcomes[i];
    if (!outcome.ok()) {
      each.problem = outcome.trouble == llm::Trouble::kPending ? "waits" : outcome.message;
      continue;
    }
    Issue& issue = work.issues[each.issue];
    auto judged =
        knowledge::ReadAnswer(outcome.answer.value, issue, each.parts, each.scheme, asked.model);
    if (!judged.ok()) {
      each.problem = judged.error().message;
      continue;
    }
    each.verdict = judged->category;
    each.sentence = judged->sentence;
    knowledge::Judge(issue, std::move(judged).value());
    changed.insert_or_assign(each.issue, issue);
  }
  std::vector<Issue> out;
  for (auto& [index, issue] : changed) out.push_back(std::move(issue));
  return out;
}

nlohmann::json ClassifyToJson(const Work& work, const Asked& asked) {
  nlohmann::json reports = nlohmann::json::array();
  size_t taken = 0;
  for (const Case& each : work.cases) {
    taken += each.verdict.empty() ? 0 : 1;
    reports.push_back({{"id", work.issues[each.issue].id()},
                       {"scheme", Name(each.scheme)},
                       {"rules", each.by_rules.category},
                       {"points", each.by_rules.points},
                       {"runner_up", each.by_rules.runner_up},
                       {"model", each.verdict},
                       {"sentence", each.sentence},
                       {"problem", each.problem}});
  }
  return {{"by_rules", work.sure},
          {"unsure", work.cases.size()},
          {"asked", asked.outcomes.size()},
          {"taken", taken},
          {"rejected", asked.answered - taken},
          {"pending", asked.pending},
          {"failed", asked.failed},
          {"by", asked.model},
          {"reports", reports}};
}

void PrintClassify(const Work& work, const nlohmann::json& figures, bool enabled) {
  Table table({"report", "scheme", "rules", "points", "next", "model", "because"});
  for (const nlohmann::json& row : figures["reports"])
    table.AddRow({row["id"], row["scheme"], row["rules"], row["points"].dump(),
                  row["runner_up"].dump(), row["model"],
                  row["model"] == "" ? row["problem"] : row["sentence"]});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << work.sure << " categories are clear by rules, " << work.cases.size()
            << " were looked at";
  if (enabled)
    std::cout << ": " << figures["taken"] << " answers taken, " << figures["rejected"]
              << " rejected, " << figures["pending"] << " wait\n";
  else
    std::cout << "; no model was asked (--llm local, openai or file)\n";
}

Result<int> RunClassify(const ClassifyFlags& flags) {
  ASSAY_ASSIGN(auto store, knowledge::IssueStore::OpenExisting(flags.path()));
  ASSAY_ASSIGN(auto work, FindWork(store, flags));
  ASSAY_ASSIGN(const auto asked, Ask(work, flags));
  ASSAY_RETURN_IF_ERROR(store.Update(TakeAnswers(asked, work)));
  const nlohmann::json figures = ClassifyToJson(work, asked);
  if (flags.json) return PrintJson(figures);
  PrintClassify(work, figures, asked.enabled);
  return kDone;
}

}  // namespace

std::function<int()> SetupClassify(App& app) {
  const auto flags = std::make_shared<ClassifyFlags>();
  AddCommonFlags(app, *flags);
  AddFilterFlags(app, flags->filter);
  AddLlmFlags(app, flags->llm);
  app.AddOption("--repo", flags->filter.repo, "only of owner/name");
  app.AddOption("--limit", flags->limit, "ask about at most this many (default: all)");
  app.AddFlag("--all", flags->all, "also where rules are sure; rules still count there");
  return [flags] { return ExitCode(RunClassify(*flags)); };
}

}  // namespace assay::cli::issues
