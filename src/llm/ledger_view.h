// The ledger for readers: what was asked and answered, and what it cost. Never makes or changes a
// file; one that is not there holds nothing.
#pragma once

#include <string>
#include <vector>

#include "llm/ledger.h"

namespace assay::llm {

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
