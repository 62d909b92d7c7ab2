#include "llm/cost.h"

namespace assay::llm {
namespace {

constexpr double kPricedTokens = 1e6;  // prices are per million

}  // namespace

void AddAnswer(const Answer& answer, const std::map<std::string, Price>& prices, Usage& used) {
  used.answers += 1;
  used.prompt_tokens += answer.prompt_tokens;
  used.completion_tokens += answer.completion_tokens;
  used.seconds += answer.seconds;
  if (used.provider == "local") return;
  const auto price = prices.find(used.model);
  if (price == prices.end()) {
    used.unpriced += 1;
    return;
  }
  used.cost += (static_cast<double>(answer.prompt_tokens) * price->second.input +
                static_cast<double>(answer.completion_tokens) * price->second.output) /
               kPricedTokens;
}

}  // namespace assay::llm
