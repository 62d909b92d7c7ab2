// assay docs introspect: docstrings and signatures of an installed framework.
#include <chrono>
#include <map>

#include "cli/command.h"
#include "cli/docs/ask.h"
#include "knowledge/api/documentation.h"

namespace assay::cli::docs {
namespace {

struct IntrospectFlags {
  std::string framework, version;
  LlmFlags llm;
  size_t limit = 0;  // questions to a model; 0: all
  bool json = false;
};

nlohmann::json Figures(const knowledge::ApiBase& base, double seconds) {
  std::map<std::string, size_t> kinds, constraints;
  size_t parameters = 0;
  for (const knowledge::ApiDoc& doc : base.docs) {
    ++kinds[doc.kind];
    parameters += doc.parameters.size();
    for (const knowledge::Parameter& parameter : doc.parameters)
      for (const knowledge::Constraint& constraint : parameter.constraints)
        ++constraints[constraint.kind];
  }
  const knowledge::Parsed parsed = knowledge::CountParsed(base);
  return {{"framework", base.framework},
          {"version", base.version},
          {"apis", base.docs.size()},
          {"kinds", kinds},
          {"parameters", parameters},
          {"documenting", parsed.documenting},
          {"parsed", parsed.parsed},
          {"constraints", constraints},
          {"seconds", seconds},
          {"file", knowledge::ApiShelf().PathOf(base.framework, base.version, base.source)}};
}

// Asks a model, where one is chosen, and keeps what it found with the rest.
Result<ModelFigures> AskAbout(knowledge::ApiBase& base, const IntrospectFlags& flags) {
  std::vector<knowledge::ApiDoc*> docs;
  for (knowledge::ApiDoc& doc : base.docs) docs.push_back(&doc);
  ASSAY_ASSIGN(const ModelFigures figures, AskConstraints(docs, flags.llm, flags.limit));
  if (figures.constraints > 0) ASSAY_RETURN_IF_ERROR(knowledge::ApiShelf().Keep(base));
  return figures;
}

Result<int> RunIntrospect(const IntrospectFlags& flags) {
  const auto start = std::chrono::steady_clock::now();
  ASSAY_ASSIGN(const auto subject, knowledge::FindFramework(flags.framework, flags.version));
  ASSAY_ASSIGN(auto base, knowledge::IntrospectNow(subject));
  ASSAY_ASSIGN(const auto asked, AskAbout(base, flags));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  nlohmann::json figures = Figures(base, seconds);
  if (asked.asked > 0) figures["model"] = ToJson(asked);
  if (flags.json) return PrintJson(figures);
  std::cout << base.framework << " " << base.version << ": " << base.docs.size() << " APIs";
  for (const auto& [kind, count] : figures["kinds"].items())
    std::cout << ", " << count << " " << kind << (kind == "class" ? "es" : "s");
  std::cout << "\nparameters parsed in " << figures["parsed"] << " of " << figures["documenting"]
            << " APIs that document any; constraints:";
  for (const auto& [kind, count] : figures["constraints"].items())
    std::cout << " " << count << " " << kind;
  if (asked.asked > 0) std::cout << "\n" << Summary(asked);
  std::cout << "\nkept in " << figures["file"].get<std::string>() << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupIntrospect(App& app) {
  const auto flags = std::make_shared<IntrospectFlags>();
  app.AddOption("framework", flags->framework, "torch, tensorflow or jax").Required();
  app.AddOption("--version", flags->version, "another installed version than the pinned one");
  AddLlmFlags(app, flags->llm);
  app.AddOption("--limit", flags->limit, "questions to the model at most (default: all)");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunIntrospect(*flags)); };
}

}  // namespace assay::cli::docs
