#include "llm/client.h"

#include <map>

#include "base/parallel.h"
#include "base/strings.h"
#include "llm/ledger.h"
#include "llm/prompt.h"
#include "llm/schema.h"
#include "llm/template.h"

namespace assay::llm {
namespace {

constexpr const char* kRepairTemplate = "repair";
// So many prompts in a row without an answer, each with all its retries: the server is gone, and
// the others need not find out one by one.
constexpr int kMostFailuresInARow = 3;

// The JSON of an answer, or what is wrong with it.
Status ReadValue(const Prompt& prompt, Outcome& outcome) {
  if (!outcome.ok() || prompt.schema.is_null()) return {};
  auto value = ReadStructured(prompt.schema, outcome.answer.text);
  if (!value.ok()) return value.error();
  outcome.answer.value = *std::move(value);
  return {};
}

Result<Prompt> RepairPrompt(const Prompt& prompt, const std::string& text,
                            const std::string& problem) {
  ASSAY_ASSIGN(const Template words, Template::Load(kRepairTemplate));
  ASSAY_ASSIGN(const Prompt filled, words.Fill({{"problem", problem}}));
  Prompt out = prompt;
  out.messages.push_back({"assistant", text});
  out.messages.push_back(filled.messages.front());
  return out;
}

std::string CutOff(const Prompt& prompt) {
  return StrCat("the answer was cut off",
                prompt.parameters.max_tokens.has_value()
                    ? StrCat(" after max_tokens = ", *prompt.parameters.max_tokens)
                    : std::string(),
                ", so it is not JSON; allow more tokens");
}

}  // namespace

struct Client::Item {
  Prompt prompt;
  std::string request, key;
  size_t same_as = 0;  // the first item of the same key; its own index otherwise
  Outcome outcome;
};

// What the threads of one wave share.
struct Client::Shared {
  // The next item to ask. After a failure that would repeat, the rest is given it without asking.
  std::optional<size_t> Next(std::vector<Item>& items, const std::vector<size_t>& missing,
                             bool stopped) {
    const std::lock_guard lock(mutex);
    if (stopped && !stop.has_value()) stop = Failed(Trouble::kStopped, "stopped; not asked");
    for (; stop.has_value() && next < missing.size(); ++next) items[missing[next]].outcome = *stop;
    if (next == missing.size()) return std::nullopt;
    return missing[next++];
  }

  void Done(const Outcome& outcome, size_t total, const Progress& progress) {
    const std::lock_guard lock(mutex);
    failures = outcome.trouble == Trouble::kUnreachable ? failures + 1 : 0;
    // What cannot be kept need not be paid for.
    if (outcome.trouble == Trouble::kRefused || outcome.trouble == Trouble::kDisabled ||
        outcome.trouble == Trouble::kLedger || failures >= kMostFailuresInARow)
      stop = Failed(outcome.trouble, outcome.message);
    if (progress) progress(++done, total);
  }

  std::mutex mutex;
  size_t next = 0, done = 0;
  int failures = 0;
  std::optional<Outcome> stop;
};

Client::Client(std::string name, std::unique_ptr<Provider> provider, std::unique_ptr<Ledger> ledger,
               std::map<std::string, Price> prices)
    : name_(std::move(name)),
      provider_(std::move(provider)),
      ledger_(std::move(ledger)),
      prices_(std::move(prices)) {}

Result<std::unique_ptr<Client>> Client::Open(const Config& config, const Note& note) {
  ASSAY_ASSIGN(auto provider, MakeProvider(config.provider, config, note));
  ASSAY_ASSIGN(auto ledger, Ledger::Open(config.db));
  return std::make_unique<Client>(config.provider, std::move(provider), std::move(ledger),
                                  config.prices);
}

void Client::StopWhen(std::function<bool()> should_stop) {
  provider_->StopWhen(should_stop);
  should_stop_ = std::move(should_stop);
}

Outcome Client::Ask(const Prompt& prompt) { return AskAll({&prompt, 1}).front(); }

std::vector<Outcome> Client::AskAll(std::span<const Prompt> prompts, const Progress& progress) {
  const std::lock_guard lock(asking_);
  std::vector<Item> items = AskWave({prompts.begin(), prompts.end()}, progress);
  Repair(items);
  std::vector<Outcome> out;
  for (Item& item : items) out.push_back(std::move(item.outcome));
  return out;
}

// Reads what should be JSON; asks once more for what does not fit.
void Client::Repair(std::vector<Item>& items) {
  std::vector<Prompt> repairs;
  std::vector<size_t> misfits;
  for (size_t i = 0; i < items.size(); ++i) {
    Outcome& outcome = items[i].outcome;
    const Status fits = ReadValue(items[i].prompt, outcome);
    if (fits.ok()) continue;
    auto repair = RepairPrompt(items[i].prompt, outcome.answer.text, fits.error().message);
    const std::string key = outcome.key;
    if (outcome.answer.finish == kCutOff) {
      outcome = Failed(Trouble::kMalformed, CutOff(items[i].prompt));
    } else if (outcome.answer.finish == kDeclined) {
      outcome = Failed(Trouble::kMalformed, "the model declines: " + outcome.answer.text);
    } else if (!repair.ok()) {
      outcome = Failed(Trouble::kMalformed, repair.error().message);
    } else {
      repairs.push_back(*std::move(repair));
      misfits.push_back(i);
    }
    outcome.key = key;
  }
  if (repairs.empty()) return;
  std::vector<Item> second = AskWave(std::move(repairs), {});
  for (size_t i = 0; i < second.size(); ++i) {
    FinishRepair(second[i]);
    const std::string key = items[misfits[i]].key;
    items[misfits[i]].outcome = std::move(second[i].outcome);
    items[misfits[i]].outcome.key = key;
  }
}

// The second answer fits, or it is over.
void Client::FinishRepair(Item& item) {
  const bool asked = item.outcome.ok() && !item.outcome.answer.cached;
  const Status fits = ReadValue(item.prompt, item.outcome);
  if (!fits.ok())
    item.outcome = Failed(Trouble::kMalformed,
                          StrCat("the answer does not fit its schema, nor does a second one: ",
                                 fits.error().message));
  item.outcome.answer.repaired = true;
  if (!asked) return;
  Usage used = UsageOf(item.prompt);
  used.repairs = 1;
  (void)ledger_->Count(used);  // the answer itself is kept; a count is worth no failure
}

// Ledger, then provider; outcomes are in place, schemas not yet looked at.
std::vector<Client::Item> Client::AskWave(std::vector<Prompt> prompts, const Progress& progress) {
  std::vector<Item> items(prompts.size());
  std::map<std::string, size_t> first;
  for (size_t i = 0; i < items.size(); ++i) {
    items[i].prompt = std::move(prompts[i]);
    if (items[i].prompt.model.empty()) items[i].prompt.model = provider_->model();
    items[i].prompt.origin = provider_->origin();
    items[i].request = CanonicalRequest(items[i].prompt);
    items[i].key = KeyOf(items[i].request);
    items[i].same_as = first.emplace(items[i].key, i).first->second;
  }
  const Status looked = LookUp(items);
  std::vector<size_t> missing;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!looked.ok()) items[i].outcome = Failed(Trouble::kLedger, looked.error().message);
    if (looked.ok() && items[i].same_as == i && !items[i].outcome.answer.cached)
      missing.push_back(i);
  }
  if (!missing.empty()) {
    if (provider_->queues())
      Queue(items, missing);
    else
      AskMissing(items, missing, progress);
  }
  for (Item& item : items) {
    if (looked.ok()) item.outcome = items[item.same_as].outcome;
    item.outcome.key = item.key;
  }
  return items;
}

// Fills in what the ledger has, and counts it.
Status Client::LookUp(std::vector<Item>& items) {
  std::map<std::pair<std::string, std::string>, Usage> hits;
  for (size_t i = 0; i < items.size(); ++i) {
    Item& item = items[i];
    if (item.same_as != i) continue;
    ASSAY_ASSIGN(std::optional<Answer> answer, ledger_->Find(item.key, item.request));
    if (!answer.has_value()) continue;
    item.outcome.answer = *std::move(answer);
    Usage& used = hits.try_emplace({item.prompt.pipeline, item.prompt.model}, UsageOf(item.prompt))
                      .first->second;
    ++used.cached;
  }
  for (const auto& [who, used] : hits) ASSAY_RETURN_IF_ERROR(ledger_->Count(used));
  return {};
}

void Client::Queue(std::vector<Item>& items, const std::vector<size_t>& missing) {
  std::vector<Queued> waiting;
  for (const size_t i : missing)
    waiting.push_back(
        {items[i].key, items[i].prompt.pipeline, items[i].prompt.name, items[i].request});
  const Status queued = ledger_->Enqueue(waiting);
  for (const size_t i : missing)
    items[i].outcome = queued.ok()
                           ? Failed(Trouble::kPending, PendingText(missing.size(), ledger_->path()))
                           : Failed(Trouble::kLedger, queued.error().message);
}

void Client::AskMissing(std::vector<Item>& items, const std::vector<size_t>& missing,
                        const Progress& progress) {
  if (!started_) {
    const Status started = provider_->Start();
    if (!started.ok()) {
      for (const size_t i : missing)
        items[i].outcome = Failed(Trouble::kRefused, started.error().message);
      return;
    }
    started_ = true;
  }
  Shared shared;
  const auto work = [&] {
    while (const std::optional<size_t> at = shared.Next(items, missing, Stopped())) {
      AskOne(items[*at]);
      shared.Done(items[*at].outcome, missing.size(), progress);
    }
  };
  InParallel(std::min(static_cast<size_t>(provider_->concurrency()), missing.size()), work);
}

// Asks, and has the answer in the ledger before it is seen.
void Client::AskOne(Item& item) {
  Outcome asked = provider_->Complete(item.prompt);
  Usage used = UsageOf(item.prompt);
  used.retries = asked.retries;
  if (!asked.ok()) {
    used.failed = 1;
    // Neither was anybody's failure.
    if (asked.trouble != Trouble::kDisabled && asked.trouble != Trouble::kStopped)
      (void)ledger_->Count(used);
    item.outcome = std::move(asked);
    return;
  }
  AddAnswer(asked.answer, prices_, used);
  auto kept = ledger_->Record(item.prompt, item.key, item.request, asked.answer, used);
  item.outcome = asked;
  if (kept.ok())
    item.outcome.answer = *std::move(kept);
  else
    item.outcome = Failed(Trouble::kLedger, kept.error().message);
}

Usage Client::UsageOf(const Prompt& prompt) const {
  return Usage{.pipeline = prompt.pipeline, .provider = name_, .model = prompt.model};
}

size_t PendingCount(std::span<const Outcome> outcomes) {
  size_t out = 0;
  for (const Outcome& outcome : outcomes) out += outcome.trouble == Trouble::kPending ? 1 : 0;
  return out;
}

std::string PendingText(size_t pending, const std::string& db) {
  return StrCat(pending, pending == 1 ? " prompt waits" : " prompts wait",
                " for answers:\n  assay llm export --out prompts.jsonl --llm-db ", db,
                "\n  (have them answered by anything)\n  assay llm import answers.jsonl --llm-db ",
                db, "\nthen give the same command again; it continues from here");
}

std::string StoppedText(size_t answered, size_t questions) {
  return StrCat("stopped with ", answered, " of ", questions,
                " answers, which are kept: the same command asks only for the others");
}

}  // namespace assay::llm
