// assay llm ask: questions to a model, the way the pipelines ask theirs.
#include <map>

#include "base/files.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "llm/schema.h"
#include "llm/template.h"

namespace assay::cli::llms {
namespace {

struct AskFlags : LlmFlags {
  std::vector<std::string> texts, values;
  std::string name = "ask", schema;
  int samples = 1;
  double temperature = -1;
  int64_t max_tokens = 0, seed = -1;
  bool json = false;
};

Result<std::map<std::string, std::string>> Values(const AskFlags& flags) {
  std::map<std::string, std::string> out;
  for (const std::string& value : flags.values) {
    const size_t equals = value.find('=');
    if (equals == std::string::npos) return Invalid(StrCat("--set ", value, ": write NAME=TEXT"));
    out[value.substr(0, equals)] = value.substr(equals + 1);
  }
  return out;
}

Status ReadSchema(const std::string& path, llm::Prompt& prompt) {
  if (path.empty()) return {};
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  prompt.schema = nlohmann::ordered_json::parse(text, nullptr, false);
  if (prompt.schema.is_discarded()) return Invalid(path + ": is not JSON");
  const Status checked = llm::CheckSchema(prompt.schema);
  if (!checked.ok()) return Invalid(StrCat(path, ": ", checked.error().message));
  return {};
}

// Every text, every sample of it.
Result<std::vector<llm::Prompt>> Prompts(const AskFlags& flags) {
  ASSAY_ASSIGN(const llm::Template words, llm::Template::Load(flags.name));
  ASSAY_ASSIGN(auto values, Values(flags));
  std::vector<llm::Prompt> out;
  const std::vector<std::string> texts =
      flags.texts.empty() ? std::vector<std::string>{""} : flags.texts;
  for (const std::string& text : texts) {
    if (!flags.texts.empty()) values["text"] = text;
    ASSAY_ASSIGN(llm::Prompt prompt, words.Fill(values));
    ASSAY_RETURN_IF_ERROR(ReadSchema(flags.schema, prompt));
    prompt.pipeline = "ask";
    if (flags.temperature >= 0) prompt.parameters.temperature = flags.temperature;
    if (flags.max_tokens > 0) prompt.parameters.max_tokens = flags.max_tokens;
    if (flags.seed >= 0) prompt.parameters.seed = flags.seed;
    for (prompt.sample = 0; prompt.sample < flags.samples; ++prompt.sample) out.push_back(prompt);
  }
  return out;
}

nlohmann::json OutcomeJson(const llm::Prompt& prompt, const llm::Outcome& outcome) {
  const llm::Answer& answer = outcome.answer;
  return {{"sample", prompt.sample},
          {"trouble", outcome.ok() ? nlohmann::json() : llm::TroubleName(outcome.trouble)},
          {"message", outcome.message},
          {"text", answer.text},
          {"value", answer.value},
          {"model", answer.model},
          {"finish", answer.finish},
          {"prompt_tokens", answer.prompt_tokens},
          {"completion_tokens", answer.completion_tokens},
          {"estimated", answer.estimated},
          {"seconds", answer.seconds},
          {"retries", outcome.retries},
          {"cached", answer.cached},
          {"repaired", answer.repaired}};
}

Result<int> PrintAsk(const std::vector<llm::Prompt>& prompts,
                     const std::vector<llm::Outcome>& outcomes, const AskFlags& flags,
                     const std::string& db) {
  nlohmann::json list = nlohmann::json::array();
  int code = kDone;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const llm::Outcome& outcome = outcomes[i];
    list.push_back(OutcomeJson(prompts[i], outcome));
    if (!flags.json && outcome.ok()) std::cout << outcome.answer.text << "\n";
    if (!outcome.ok() && outcome.trouble != llm::Trouble::kPending)
      code = Fail(Invalid(outcome.message));
  }
  if (flags.json) PrintJson(list);
  const size_t pending = llm::PendingCount(outcomes);
  if (pending > 0) std::cerr << llm::PendingText(pending, db) << "\n";
  return code;
}

Result<int> RunAsk(const AskFlags& flags) {
  ASSAY_ASSIGN(const auto prompts, Prompts(flags));
  ASSAY_ASSIGN(const auto config, LlmConfig(flags));
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  Progress progress;
  const auto outcomes = client->AskAll(prompts, [&](size_t done, size_t total) {
    progress.Show(StrCat("asking: ", done, " of ", total));
  });
  progress.Clear();
  return PrintAsk(prompts, outcomes, flags, config.db);
}

}  // namespace

std::function<int()> SetupAsk(App& app) {
  const auto flags = std::make_shared<AskFlags>();
  app.AddOption("text", flags->texts, "questions, each asked by itself");
  app.AddOption("--template", flags->name, "a prompt of the folder prompts/ (default: ask)");
  app.AddOption("--set", flags->values, "NAME=TEXT for a {{NAME}} of the prompt (repeatable)")
      .OnePerName();
  app.AddOption("--schema", flags->schema, "JSON schema that the answer must fit");
  app.AddOption("--samples", flags->samples, "answers to each question").Between(1, 1000);
  app.AddOption("--temperature", flags->temperature, "instead of the prompt's own");
  app.AddOption("--max-tokens", flags->max_tokens, "instead of the prompt's own");
  app.AddOption("--seed", flags->seed, "instead of the prompt's own");
  AddLlmFlags(app, *flags);
  app.AddFlag("--json", flags->json, "print a JSON list");
  return [flags] { return ExitCode(RunAsk(*flags)); };
}

}  // namespace assay::cli::llms
