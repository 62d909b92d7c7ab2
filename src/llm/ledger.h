// Every prompt, every answer and what it cost, in one SQLite file.
//
// An answer is committed the moment it arrives, so that a process that dies loses nothing that was
// paid for, and the first answer to a prompt stays the answer: whoever asks again gets the same.
// Keys of servers are never written here. Safe to use from many threads and processes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "llm/config.h"
#include "llm/prompt.h"
#include "store/database.h"

namespace assay::llm {

// What one pipeline has used of one model.
struct Usage {
  std::string pipeline, provider, model;
  int64_t answers = 0;    // asked and answered
  int64_t cached = 0;     // answered from the ledger
  int64_t failed = 0;     // no answer in the end
  int64_t retries = 0;    // attempts beyond the first
  int64_t repairs = 0;    // answers that did not fit their schema, and were asked for again
  int64_t unpriced = 0;   // answers of a model without a known price: not in `cost`
  int64_t estimated = 0;  // answers whose tokens nobody has counted: their length says how many
  int64_t prompt_tokens = 0, completion_tokens = 0;
  double cost = 0;  // in the currency of the configured prices
  double seconds = 0;
};

// A prompt that waits for `assay llm import`.
struct Queued {
  std::string key, pipeline, name, request;
};

class Ledger {
 public:
  // Makes the file and its folder when there are none.
  static Result<std::unique_ptr<Ledger>> Open(const std::string& path);

  Result<std::optional<Answer>> Find(const std::string& key, const std::string& request) const;
  // Adds the answer and `used` in one transaction. If the prompt has an answer already, that one
  // stays and is returned.
  Result<Answer> Record(const Prompt& prompt, const std::string& key, const std::string& request,
                        const Answer& answer, const Usage& used);
  // Adds to the counts only.
  Status Count(const Usage& used);
  // Prompts for `assay llm export`, in this order; those that wait already stay where they are.
  Status Enqueue(const std::vector<Queued>& prompts);
  // Waiting prompts in the order they came; of all pipelines when `pipeline` is "".
  Result<std::vector<Queued>> Waiting(const std::string& pipeline) const;
  // The prompt of that key, waiting or answered.
  Result<std::optional<Queued>> Known(const std::string& key) const;
  Result<std::vector<Usage>> AllUsage() const;
  const std::string& path() const { return database_->path(); }

 private:
  explicit Ledger(std::unique_ptr<store::Database> database) : database_(std::move(database)) {}
  Status CountLocked(const Usage& used);
  Result<std::optional<Answer>> FindLocked(const std::string& key,
                                           const std::string& request) const;

  mutable std::mutex mutex_;
  std::unique_ptr<store::Database> database_;
};

// What an answer used.

// Adds one answer of `used.model` to `used`. A model without a price counts as unpriced; one on
// this machine costs nothing.
void AddAnswer(const Answer& answer, const std::map<std::string, Price>& prices, Usage& used);

// The ledger for readers: what was asked and answered, and what it cost. Never makes or changes a
// file; one that is not there holds nothing.

// A prompt with its answer.
struct Exchange {
  std::string time, pipeline, name, provider, model;
  std::string request;  // JSON, as it was sent
  std::string answer, finish;
  int64_t prompt_tokens = 0, completion_tokens = 0;
  double cost = 0, seconds = 0;
};

// The newest `limit` of a pipeline in which `text` (of several lines, perhaps) was asked about or
// answered.
Result<std::vector<Exchange>> ExchangesAbout(const std::string& path, const std::string& pipeline,
                                             const std::string& text, int limit);

// Of one pipeline ("": all).
Result<std::vector<Usage>> UsageIn(const std::string& path, const std::string& pipeline);

}  // namespace assay::llm
