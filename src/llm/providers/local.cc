// local: a small real model on this machine, served on demand and stopped after.
#include <filesystem>
#include <optional>

#include "base/strings.h"
#include "llm/chat_server.h"
#include "llm/local_server.h"
#include "llm/provider.h"

namespace assay::llm {
namespace {

class LocalProvider : public Provider {
 public:
  LocalProvider(const Config& config, const Note& note)
      : config_(config.local), note_(note), file_(LocateModel(config_.model)) {}
  std::string model() const override { return file_.ok() ? file_->id : config_.model; }

  int64_t context() const override { return config_.context; }
  // With a smaller one answers are cut off.
  std::string origin() const override { return StrCat("context ", config_.context); }

  Readiness Examine() const override {
    Readiness out{.model = model()};
    if (!file_.ok()) {
      out.reason = file_.error().message;
      out.fix = "assay llm pull";
      return out;
    }
    out.ready = true;
    out.reason = file_->path;
    if (!std::filesystem::exists(LocalServer::Environment() + "/bin/python"))
      out.reason += "; the server's environment is made at the first use";
    return out;
  }

  Status Start() override {
    if (server_ != nullptr) return {};
    if (!file_.ok()) return file_.error();
    if (note_) note_("starting the local model " + file_->id);
    ASSAY_ASSIGN(server_, LocalServer::Start(file_->path, config_));
    ServerConfig chat;
    chat.base_url = server_->base_url();
    chat.model = file_->id;
    chat.timeout_s = config_.timeout_s;
    chat.attempts = 2;  // it is ours: what fails twice is broken
    chat_.emplace("the local model", chat, "", note_);
    chat_->StopWhen(should_stop_);
    return {};
  }

  void StopWhen(std::function<bool()> should_stop) override {
    should_stop_ = std::move(should_stop);
    if (chat_) chat_->StopWhen(should_stop_);
  }

  Outcome Complete(const Prompt& prompt) override {
    Outcome out = chat_->Complete(prompt);
    out.answer.model = file_->id;  // the server would name the path
    return out;
  }

 private:
  const LocalConfig config_;
  const Note note_;
  const Result<ModelFile> file_;
  std::function<bool()> should_stop_;
  std::unique_ptr<LocalServer> server_;
  std::optional<ChatServer> chat_;
};

}  // namespace

std::unique_ptr<Provider> MakeLocal(const Config& config, const Note& note) {
  return std::make_unique<LocalProvider>(config, note);
}

}  // namespace assay::llm
