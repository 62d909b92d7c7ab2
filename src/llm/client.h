// Asking language models: the one door for all pipelines.
//
// A prompt goes to the ledger first: an answer that is there is never paid for again. What is
// missing is asked of the provider, several at once where it can take that, and is in the ledger
// before anybody sees it. Answers with a schema are held against it; one that does not fit is asked
// for once more with the misfit named, and that second question is a prompt like any other: kept,
// counted, resumed. Outcomes come in the order of the prompts, whatever the concurrency.
//
// With `--llm file` missing prompts are queued and come back as kPending: a pipeline asks for all
// it can, then stops with PendingText(). Started again after `assay llm import`, it stands where it
// was.
//
// Deliberately missing: streaming, tools, images. Two processes that ask the same question at the
// same moment both pay; the first answer is kept for both.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "llm/ledger.h"
#include "llm/prompt.h"
#include "llm/provider.h"

namespace assay::llm {

class Client {
 public:
  // The provider, the ledger and the prices that `config` names.
  static Result<std::unique_ptr<Client>> Open(const Config& config, const Note& note);
  Client(std::string name, std::unique_ptr<Provider> provider, std::unique_ptr<Ledger> ledger,
         std::map<std::string, Price> prices);

  // From now on asking ends soon after `should_stop` says so: what came by then is kept and given,
  // what was under way is given up, and both it and the rest come back as kStopped.
  void StopWhen(std::function<bool()> should_stop);
  bool Stopped() const { return should_stop_ && should_stop_(); }

  // Any thread may ask; one at a time is heard, and asks several prompts at once.
  Outcome Ask(const Prompt& prompt);
  using Progress = std::function<void(size_t done, size_t total)>;
  std::vector<Outcome> AskAll(std::span<const Prompt> prompts, const Progress& progress = {});

  const std::string& provider_name() const { return name_; }
  std::string model() const { return provider_->model(); }
  // Tokens of prompt and answer together.
  int64_t context() const { return provider_->context(); }
  // False for --llm none: a pipeline need not make prompts at all.
  bool enabled() const { return name_ != "none"; }
  const Ledger& ledger() const { return *ledger_; }

 private:
  struct Item;
  struct Shared;
  std::vector<Item> AskWave(std::vector<Prompt> prompts, const Progress& progress);
  void Repair(std::vector<Item>& items);
  void FinishRepair(Item& item);
  Status LookUp(std::vector<Item>& items);
  void AskMissing(std::vector<Item>& items, const std::vector<size_t>& missing,
                  const Progress& progress);
  void AskOne(Item& item);
  void Queue(std::vector<Item>& items, const std::vector<size_t>& missing);
  Usage UsageOf(const Prompt& prompt) const;

  const std::string name_;
  const std::unique_ptr<Provider> provider_;
  const std::unique_ptr<Ledger> ledger_;
  const std::map<std::string, Price> prices_;
  std::function<bool()> should_stop_;
  std::mutex asking_;
  bool started_ = false;
};

// How many outcomes wait for an import.
size_t PendingCount(std::span<const Outcome> outcomes);
// What a pipeline prints when it stops for them. `db`: the ledger that they wait in.
std::string PendingText(size_t pending, const std::string& db);
// What it prints when it was interrupted while it asked.
std::string StoppedText(size_t answered, size_t questions);

}  // namespace assay::llm
