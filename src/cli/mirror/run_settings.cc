#include "cli/mirror/run_settings.h"

#include "base/strings.h"
#include "cli/app.h"
#include "lab/gpu.h"
#include "mirror/source/inputs.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::Input;
using assay::mirror::ScreenMode;
using nlohmann::json;

const std::vector<std::string> kParts = {"matching-model", "screening", "distinction"};

Result<ScreenMode> ScreenOf(const std::string& name) {
  if (name == "all") return ScreenMode::kAll;
  if (name == "any") return ScreenMode::kAny;
  if (name == "off") return ScreenMode::kOff;
  return Invalid(StrCat("--screen ", name, ": all, any or off"));
}

// What is left out of the paper's way to ask a model is an approach of its own.
Status ChooseApproach(RunSettings& settings) {
  const bool asks = settings.provider != "none";
  if (!asks && (settings.Without("distinction") || !settings.approach_name.empty()))
    return Invalid(
        "--approach and --without distinction change what a language model is asked: choose one by "
        "--llm");
  std::string name = settings.approach_name.empty() ? "assay" : settings.approach_name;
  if (asks && !settings.without.empty()) {
    if (!settings.approach_name.empty() || settings.without.size() > 1)
      return Invalid("--without leaves one part out of the paper's approach: leave --approach out");
    name = "no-" + settings.without.front();
  }
  ASSAY_ASSIGN(settings.approach, assay::mirror::FindApproach(name));
  if (settings.repairs < 0) return Invalid("--repairs: 0 or more");
  return {};
}

}  // namespace

void AddRunFlags(App& app, RunSettings& settings) {
  app.AddOption("programs", settings.query.paths, "Python files, or folders of them");
  app.AddOption("--to", settings.query.to,
                "the framework to translate them to: torch, tensorflow or jax");
  app.AddOption("--from", settings.query.from,
                "only programs of this framework (else: what each one imports)");
  app.AddFlag("--pool", settings.query.pool, "all programs of the starter pool");
  app.AddOption("--bugs", settings.query.bugs,
                "bug folders as BugsInDLLs has them; without a folder: the project's own")
      .Expect(0, 1);
  app.AddOption("--issue", settings.query.issue, "a bug report (Markdown or plain text)");
  app.AddOption("--limit", settings.query.limit, "a sample of N of the programs");
  app.AddOption("--seed", settings.query.seed, "of the sample").ShowDefault();
  app.AddOption("--screen", settings.screen_name,
                "all: every API must have a twin; any: at least one; off")
      .ShowDefault();
  app.AddOption("--without", settings.without,
                "leave out a part, for an ablation: matching-model, screening, distinction")
      .SplitAt(',');
  AddLlmFlags(app, settings.llm);
  app.AddOption(
      "--approach", settings.approach_name,
      "how a model is asked: assay (what rules leave, with repairs), crossprobe (the paper's), "
      "basic-cot, fuzzgpt, yanhui");
  app.AddOption("--repairs", settings.repairs,
                "how many times a model may repair its program (approach assay)")
      .ShowDefault();
  app.AddOption("--store", settings.store, "where runs and findings are kept").ShowDefault();
  app.AddOption("--jobs", settings.jobs, "programs at the same time").ShowDefault();
  app.AddFlag("--resume", settings.resume, "continue the last run of the store");
  app.AddFlag("--fresh", settings.fresh,
              "run every program, also those whose results an earlier run has kept");
  app.AddFlag("--gpu", settings.gpu,
              "give programs the machine's GPU, and carry those that ask for one, too");
  app.AddFlag("--unsafe", settings.unsafe, "run without a sandbox");
  app.AddFlag("--json", settings.json, "print JSON");
  app.SetFooter(
      "Exit code: 0 nothing was found, 1 findings, 2 bad input. With --llm file what is "
      "answered is run, and the rest waits (assay llm export, assay llm import); give the same "
      "command again.");
}

Status CheckSettings(RunSettings& settings) {
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(settings.llm));
  settings.provider = config.provider;
  if (settings.jobs < 1) return Invalid("--jobs: at least one");
  if (settings.gpu) ASSAY_RETURN_IF_ERROR(lab::CheckGpuFlag());
  ASSAY_ASSIGN(settings.screen, ScreenOf(settings.screen_name));
  for (const std::string& part : settings.without)
    if (std::find(kParts.begin(), kParts.end(), part) == kParts.end())
      return Invalid(StrCat("--without ", part, ": one of ", Join(kParts, ", ")));
  ASSAY_RETURN_IF_ERROR(ChooseApproach(settings));
  if (settings.Without("screening") || !settings.approach.screening)
    settings.screen = ScreenMode::kOff;
  if (settings.resume) return {};
  const auto& known = assay::mirror::KnownFrameworks();
  if (settings.query.to.empty())
    return Invalid(
        StrCat("--to says which framework to translate programs to: ", Join(known, ", ")));
  for (const std::string& name : {settings.query.to, settings.query.from})
    if (!name.empty()) ASSAY_RETURN_IF_ERROR(assay::mirror::CheckFramework(name));
  if (settings.query.to == settings.query.from)
    return Invalid(StrCat("--from and --to are both ", settings.query.to));
  return {};
}

json ConfigJson(const RunSettings& settings, const std::vector<Input>& inputs) {
  const assay::mirror::PairsKnown pairs =
      CountPairs(inputs, settings.Without("matching-model") || !settings.approach.matching_model);
  return {{"action", "run"},
          {"provider", settings.provider},
          {"approach", settings.approach.name},
          {"to", settings.query.to},
          {"from", settings.query.from},
          {"paths", settings.query.paths},
          {"pool", settings.query.pool},
          {"bugs", settings.query.bugs ? json(*settings.query.bugs) : json()},
          {"issue", settings.query.issue},
          {"limit", settings.query.limit},
          {"seed", settings.query.seed},
          {"screen", settings.screen == ScreenMode::kOff ? "off" : settings.screen_name},
          {"without", settings.without},
          {"repairs", settings.repairs},
          {"gpu", settings.gpu},
          {"llm_model", settings.llm.model},
          {"llm_db", settings.llm.db},
          {"pairs", pairs.all},
          {"pairs_by_model", pairs.by_model},
          {"pairs_of", pairs.versions},
          {"all_inputs", inputs.size()},
          {"digest", DigestOf(inputs)}};
}

Status TakeConfig(const json& config, RunSettings& settings) {
  try {
    settings.query = {.paths = config.at("paths"),
                      .pool = config.at("pool"),
                      .issue = config.at("issue"),
                      .from = config.at("from"),
                      .to = config.at("to"),
                      .limit = config.value("limit", size_t{0}),
                      .seed = config.value("seed", uint64_t{1})};
    if (!config.at("bugs").is_null()) settings.query.bugs = config["bugs"].get<std::string>();
    settings.screen_name = config.at("screen");
    settings.without = config.at("without");
    settings.llm.provider = config.at("provider");
    settings.provider = settings.llm.provider;
    settings.repairs = config.value("repairs", settings.repairs);
    settings.gpu = config.value("gpu", false);
    if (settings.llm.model.empty()) settings.llm.model = config.value("llm_model", "");
    if (settings.llm.db.empty()) settings.llm.db = config.value("llm_db", "");
    ASSAY_ASSIGN(settings.approach,
                 assay::mirror::FindApproach(config.at("approach").get<std::string>()));
    settings.digest = config.at("digest");
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: the settings of that run cannot be read: ", error.what()));
  }
  ASSAY_ASSIGN(settings.screen, ScreenOf(settings.screen_name));
  return {};
}

Status CheckSameInputs(const RunSettings& settings, const std::vector<Input>& inputs) {
  if (DigestOf(inputs) == settings.digest) return {};
  return Invalid(
      "--resume: the programs of that run have changed since; start a run without --resume");
}

}  // namespace assay::cli::mirror
