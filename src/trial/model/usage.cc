#include "trial/model/usage.h"

#include <map>

namespace assay::trial {

Status ModelUsage::Add(std::span<const llm::Outcome> outcomes) {
  using llm::Trouble;
  static const std::map<Trouble, size_t ModelUsage::*> kCounts = {
      {Trouble::kNone, &ModelUsage::answered},
      {Trouble::kPending, &ModelUsage::pending},
      {Trouble::kMalformed, &ModelUsage::malformed},
      {Trouble::kContextLength, &ModelUsage::too_long},
      {Trouble::kStopped, &ModelUsage::stopped}};
  for (const llm::Outcome& outcome : outcomes) {
    const auto count = kCounts.find(outcome.trouble);
    ++questions;
    if (count == kCounts.end()) return Invalid(outcome.message);
    ++(this->*count->second);
    cached += outcome.answer.cached ? 1 : 0;
    estimated += outcome.answer.estimated ? 1 : 0;
    repaired += outcome.answer.repaired ? 1 : 0;
    prompt_tokens += outcome.answer.prompt_tokens;
    completion_tokens += outcome.answer.completion_tokens;
    seconds += outcome.answer.seconds;
  }
  return {};
}

void ModelUsage::Add(const ModelUsage& other) {
  for (const auto count : {&ModelUsage::questions, &ModelUsage::answered, &ModelUsage::pending,
                           &ModelUsage::malformed, &ModelUsage::too_long, &ModelUsage::stopped,
                           &ModelUsage::cached, &ModelUsage::repaired, &ModelUsage::estimated})
    this->*count += other.*count;
  prompt_tokens += other.prompt_tokens;
  completion_tokens += other.completion_tokens;
  seconds += other.seconds;
}

}  // namespace assay::trial
