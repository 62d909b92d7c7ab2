#include "cli/judge/model_run.h"

#include <iostream>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/terminal.h"
#include "llm/provider.h"

namespace assay::cli::judging {
namespace {

using nlohmann::json;

std::string Counts(const json& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts.items())
    parts.push_back(StrCat(count.get<size_t>(), " ", name));
  return parts.empty() ? "none" : Join(parts, ", ");
}

}  // namespace

void AddModelFlags(App& app, ModelFlags& flags) {
  AddLlmFlags(app, flags.llm);
  app.AddOption("--model-programs", flags.run.programs,
                "programs of each API by rules, and as many that the model writes: one whole, then "
                "mutants in each generation")
      .Between(0, 1000)
      .ShowDefault();
  app.AddOption("--generations", flags.run.generations,
                "rounds of mutants with a hole for the model to fill, drawn by fitness")
      .Between(0, 1000)
      .ShowDefault();
  app.AddOption("--questions", flags.run.questions,
                "no API begins after so many questions to the model");
  app.AddOption("--samples", flags.run.samples,
                "answers to each question; the most common one counts")
      .Between(1, 100)
      .ShowDefault();
}

Status CheckModelFlags(const ModelFlags& flags) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none") return {};
  const auto provider = llm::MakeProvider(config.provider, config, [](const std::string&) {});
  return provider.ok() ? Status() : provider.error();
}

Result<json> RunModel(const ModelFlags& flags, const judge::Subjects& subjects, store::Store& store,
                      const std::function<bool()>& stop) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none") return json();
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  client->StopWhen(stop);
  judge::model::ModelRun run(flags.run, *client, store);
  ASSAY_RETURN_IF_ERROR(run.Start());
  Progress progress;
  for (const judge::Batch& batch : subjects.batches)
    ASSAY_RETURN_IF_ERROR(run.Judge(batch, stop, progress));
  progress.Clear();
  json out = run.Finish();
  if (const size_t pending = out["spent"]["pending"]; pending > 0)
    std::cerr << llm::PendingText(pending, config.db) << "\n";
  return out;
}

void PrintModel(const json& model) {
  const auto number = [&](const char* key) { return model[key].get<size_t>(); };
  const json& spent = model["spent"];
  const char* about = spent["estimated"].get<size_t>() > 0 ? "~" : "";
  for (const json& suspicion : model["suspicions"])
    std::cout << suspicion["id"].get<std::string>()
              << "  suspected: " << suspicion["title"].get<std::string>() << "\n  documented  "
              << suspicion["evidence"].get<std::string>() << "\n";
  if (number("left") > 0)
    std::cout << "the model did not get to the end of " << number("left")
              << " APIs (--time, --questions, or interrupted); what it answered is kept\n";
  if (number("waiting") > 0) std::cout << number("waiting") << " programs wait for answers\n";
  std::cout << "the model " << model["model"].get<std::string>() << " on " << number("apis")
            << " APIs: " << number("cases") << " programs judged (" << Counts(model["agreement"])
            << "), " << model["suspicions"].size()
            << " suspected; answers: " << Counts(model["answers"]) << "\n"
            << number("runs") << " runs, " << number("quotes_rejected")
            << " with a quote that is not in the documentation, " << number("low_score")
            << " with a score below 90\n"
            << "written by it in " << number("generations")
            << " generations: " << Counts(model["generated"])
            << "; not run: " << Counts(model["not_run"])
            << "; changes turned down: " << Counts(model["changes_rejected"]) << "\n"
            << spent["answered"].get<size_t>() << " of " << spent["questions"].get<size_t>()
            << " questions answered, " << about << spent["prompt_tokens"].get<size_t>()
            << " tokens in, " << about << spent["completion_tokens"].get<size_t>() << " out\n";
}

}  // namespace assay::cli::judging
