// openai: any server that speaks the OpenAI protocol.
//
// OPENAI_BASE_URL (with /v1), OPENAI_API_KEY, ASSAY_LLM_MODEL, or the [openai] table of the
// configuration. A server on this machine needs no key.
#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/strings.h"
#include "llm/chat_server.h"
#include "llm/provider.h"

namespace assay::llm {
namespace {

constexpr double kExamineSeconds = 5;

std::string KeyFrom(const ServerConfig& config) {
  const char* value = std::getenv(config.key_variable.c_str());
  std::string key = value == nullptr ? "" : value;
  // A key that was read from a file ends in a line break.
  while (!key.empty() && std::isspace(static_cast<unsigned char>(key.back())) != 0) key.pop_back();
  return key;
}

bool IsBroken(const std::string& key) {
  return std::ranges::any_of(
      key, [](unsigned char c) { return std::isspace(c) != 0 || std::iscntrl(c) != 0; });
}

class OpenAiProvider : public Provider {
 public:
  OpenAiProvider(const Config& config, const Note& note)
      : config_(config.openai),
        context_(config.context),
        server_(PublicUrl(config_.base_url), config_, KeyFrom(config_), note) {}
  std::string model() const override { return config_.model; }
  std::string origin() const override { return PublicUrl(config_.base_url); }
  int concurrency() const override { return config_.concurrency; }
  int64_t context() const override { return context_; }
  Outcome Complete(const Prompt& prompt) override { return server_.Complete(prompt); }
  void StopWhen(std::function<bool()> should_stop) override {
    server_.StopWhen(std::move(should_stop));
  }

  Status Start() override {
    if (config_.model.empty())
      return Invalid("--llm openai: no model is chosen; set ASSAY_LLM_MODEL, or --llm-model");
    if (IsBroken(KeyFrom(config_))) return Invalid(BrokenKey());
    return {};
  }

  // Asks for the list of models, which costs nothing.
  Readiness Examine() const override {
    Readiness out{.model = config_.model, .endpoint = PublicUrl(config_.base_url)};
    if (config_.model.empty()) {
      out.reason = "no model is chosen";
      out.fix = "export ASSAY_LLM_MODEL=… (and OPENAI_BASE_URL, OPENAI_API_KEY)";
      return out;
    }
    if (IsBroken(KeyFrom(config_))) {
      out.reason = BrokenKey();
      out.fix = StrCat("export ", config_.key_variable, "=…");
      return out;
    }
    const auto reply = server_.Get("/models", kExamineSeconds);
    if (!reply.ok()) {
      out.reason = reply.error().message;
      out.fix = "is OPENAI_BASE_URL right, and the server up?";
    } else if (reply->status == 401 || reply->status == 403) {
      out.reason = StrCat("the server refuses the key (", reply->status, ")");
      out.fix = StrCat("export ", config_.key_variable, "=…");
    } else if (reply->status >= 300 && reply->status < 400) {
      out.reason = StrCat("the server has moved (", reply->status, ")");
      out.fix = "set OPENAI_BASE_URL to its new address";
    } else if (reply->status >= 500) {
      out.reason = StrCat(reply->status, " from the server");
      out.fix = "try again later";
    } else {
      out.ready = true;
      // Some servers list no models, or not all: that is no reason not to ask.
      const bool listed = reply->body.find("\"" + config_.model + "\"") != std::string::npos;
      out.reason = listed ? "answers, and lists the model" : "answers, but does not list the model";
      if (reply->status == 404) out.reason = "answers, but has no list of models; is /v1 missing?";
    }
    return out;
  }

 private:
  std::string BrokenKey() const {
    return StrCat("the key in ", config_.key_variable, " holds blanks or line breaks");
  }

  const ServerConfig config_;
  const int64_t context_;
  ChatServer server_;
};

}  // namespace

std::unique_ptr<Provider> MakeOpenAi(const Config& config, const Note& note) {
  return std::make_unique<OpenAiProvider>(config, note);
}

}  // namespace assay::llm
