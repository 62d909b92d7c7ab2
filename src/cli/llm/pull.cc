// assay llm pull: a model for --llm local: one of the pinned ones, or a GGUF file of the user's.
#include <filesystem>

#include "cli/command.h"
#include "lab/registry.h"
#include "lab/run_script.h"
#include "llm/local_server.h"

namespace assay::cli::llms {
namespace {

namespace fs = std::filesystem;

struct PullFlags {
  std::string model = "0.5b", gguf;
  bool json = false;
};

// A link, so that gigabytes are not kept twice.
Result<llm::ModelFile> UseOwn(const std::string& path) {
  ASSAY_ASSIGN(const llm::ModelFile file, llm::LocateModel(fs::absolute(path)));
  const fs::path link = llm::OwnModelPath();
  std::error_code failed;
  fs::create_directories(link.parent_path(), failed);
  fs::remove(link, failed);
  fs::create_symlink(file.path, link, failed);
  if (failed) return Invalid(StrCat(link.string(), ": cannot be made: ", failed.message()));
  return file;
}

Result<llm::ModelFile> FetchPinned(const std::string& name) {
  ASSAY_ASSIGN(const llm::ModelDef* model, llm::FindModel(name));
  if (const auto there = llm::LocateModel(name); there.ok()) return there;
  std::cerr << "assay: fetching " << model->file << " (" << model->bytes / 1000000 << " MB)\n";
  std::vector<std::string> words = lab::PythonScript(lab::HomeFolder() + "/scripts/pull-model");
  words.insert(words.end(), {std::string(model->environment), llm::ModelPath(*model),
                             std::string(model->sha256)});
  if (lab::RunScript(words) != 0)
    return Invalid(StrCat("the model ", name,
                          " could not be fetched; see the messages above. A GGUF file of your own "
                          "does as well: assay llm pull --gguf FILE"));
  return llm::LocateModel(name);
}

Result<int> RunPull(const PullFlags& flags) {
  ASSAY_ASSIGN(const auto file, flags.gguf.empty() ? FetchPinned(flags.model) : UseOwn(flags.gguf));
  ASSAY_RETURN_IF_ERROR(lab::EnsureEnvironment(lab::HomeFolder(), lab::LockedEnvironment("llm")));
  if (flags.json) return PrintJson({{"model", file.id}, {"path", file.path}});
  std::cout << file.id << " is ready: " << file.path
            << "\ntry it: assay llm ask --llm local \"What does torch.relu do?\"\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupPull(App& app) {
  const auto flags = std::make_shared<PullFlags>();
  const Argument model =
      app.AddOption("--model", flags->model, "0.5b (491 MB, default) or 1.5b (1.1 GB)");
  app.AddOption("--gguf", flags->gguf, "a model file of your own, used from now on")
      .Excludes(model);
  app.AddFlag("--json", flags->json, "print a JSON object");
  return [flags] { return ExitCode(RunPull(*flags)); };
}

}  // namespace assay::cli::llms
