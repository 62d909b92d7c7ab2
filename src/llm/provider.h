// Where answers come from: one file each under providers/, one line each in providers.def.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "llm/config.h"
#include "llm/prompt.h"
#include "llm/room.h"

namespace assay::llm {

// Told to the user while something takes its time: "429 from the server, waiting 2 s".
using Note = std::function<void(const std::string&)>;

struct Readiness {
  bool ready = false;
  std::string reason;    // why not, or what it would ask
  std::string fix;       // what to do when it is not ready
  std::string model;     // "" when none is chosen
  std::string endpoint;  // "" when there is none
};

class Provider {
 public:
  virtual ~Provider() = default;
  // The model that a prompt is asked of which names none.
  virtual std::string model() const = 0;
  // What else decides over answers, besides the prompt and the model's name: two servers may call
  // two models the same. Part of the key in the ledger.
  virtual std::string origin() const { return ""; }
  // Without paying for anything and without starting anything.
  virtual Readiness Examine() const = 0;
  // Before the first Complete; an error says what helps.
  virtual Status Start() { return {}; }
  // Tokens of prompt and answer together that the model reads.
  virtual int64_t context() const { return kUsualContext; }
  // How many threads may be in Complete at once.
  virtual int concurrency() const { return 1; }
  // True: prompts are kept for `assay llm export`, and Complete is never called.
  virtual bool queues() const { return false; }
  // From now on Complete gives up with kStopped soon after `should_stop` says so. Not while
  // something is asked.
  virtual void StopWhen(std::function<bool()> should_stop) { (void)should_stop; }
  // Asks once, with retries; `prompt.model` is set.
  virtual Outcome Complete(const Prompt& prompt) = 0;
};

struct ProviderDef {
  std::string_view name;
  std::string_view help;  // one line
  std::unique_ptr<Provider> (*make)(const Config& config, const Note& note);
};

// In the order of `assay llm doctor`.
std::span<const ProviderDef> AllProviders();

// By name; an unknown one is answered with the list.
Result<std::unique_ptr<Provider>> MakeProvider(const std::string& name, const Config& config,
                                               const Note& note);

}  // namespace assay::llm
