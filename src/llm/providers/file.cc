// file: prompts wait in the ledger; `assay llm export` writes them as a batch file, `assay llm
// import` reads what anything has answered.
#include "llm/provider.h"

namespace assay::llm {
namespace {

class FileProvider : public Provider {
 public:
  explicit FileProvider(const Config& config)
      : model_(config.file_model), db_(config.db), context_(config.context) {}
  std::string model() const override { return model_; }
  Readiness Examine() const override {
    return {true, "prompts are collected in " + db_, "", model_, ""};
  }
  bool queues() const override { return true; }
  int64_t context() const override { return context_; }
  Outcome Complete(const Prompt&) override {
    return Failed(Trouble::kPending, "waits for assay llm import");
  }

 private:
  const std::string model_, db_;
  const int64_t context_;
};

}  // namespace

std::unique_ptr<Provider> MakeFile(const Config& config, const Note&) {
  return std::make_unique<FileProvider>(config);
}

}  // namespace assay::llm
