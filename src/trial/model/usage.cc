#include "trial/model/usage.h"

namespace assay::trial {

Status ModelUsage::Add(std::span<const llm::Outcome> outcomes) {
  for (const llm::Outcome& outcome : outcomes) {
    ++questions;
    switch (outcome.trouble) {
      case llm::Trouble::kNone:
        ++answered;
        break;
      case llm::Trouble::kPending:
        ++pending;
        break;
      case llm::Trouble::kMalformed:
        ++malformed;
        break;
      case llm::Trouble::kContextLength:
        ++too_long;
        break;
      case llm::Trouble::kStopped:
        ++stopped;
        break;
      case llm::Trouble::kDisabled:
      case llm::Trouble::kRefused:
      case llm::Trouble::kUnreachable:
      case llm::Trouble::kLedger:
        return Invalid(outcome.message);
    }
    cached += outcome.answer.cached ? 1 : 0;
    repaired += outcome.answer.repaired ? 1 : 0;
    prompt_tokens += outcome.answer.prompt_tokens;
    completion_tokens += outcome.answer.completion_tokens;
    seconds += outcome.answer.seconds;
  }
  return {};
}

void ModelUsage::Add(const ModelUsage& other) {
  questions += other.questions;
  answered += other.answered;
  pending += other.pending;
  malformed += other.malformed;
  too_long += other.too_long;
  stopped += other.stopped;
  cached += other.cached;
  repaired += other.repaired;
  prompt_tokens += other.prompt_tokens;
  completion_tokens += other.completion_tokens;
  seconds += other.seconds;
}

}  // namespace assay::trial
