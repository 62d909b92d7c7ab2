// The OpenAI chat protocol: bodies out, completions and errors in.
#pragma once

#include <set>
#include <string>

#include "base/http.h"
#include "llm/prompt.h"

namespace assay::llm {

// What a server has turned out to understand.
struct Dialect {
  bool schema = true;  // false: the schema is described in the prompt instead
  std::string max_tokens = "max_tokens";
  std::set<std::string> dropped;  // parameters that it refuses
  bool operator==(const Dialect&) const = default;
};

// The body of a request. Without `dialect.schema`, `described_schema` ends the last message.
nlohmann::ordered_json ChatBody(const Prompt& prompt, const Dialect& dialect,
                                const std::string& described_schema = "");

// The completion in `body`; an error says what is missing.
Result<Answer> ReadCompletion(const nlohmann::json& body);

// What one exchange came to.
struct Attempt {
  Outcome outcome;
  bool again = false;       // the same request may succeed later
  double wait_s = -1;       // what the server asks for; negative: nothing
  std::string unsupported;  // the parameter that the server does not know, when that is the trouble
};
Attempt ReadReply(const Result<HttpReply>& reply);

// About four letters make a token; a little too many is better than too few.
int64_t RoughTokens(const Prompt& prompt);
// Of the messages, and of an answer, for what nobody has counted.
int64_t EstimatedTokens(const Prompt& prompt);
int64_t EstimatedTokens(const std::string& text);
// Of {"prompt_tokens", "completion_tokens"}. False when it is none or says neither.
bool ReadUsage(const nlohmann::json& usage, Answer& out);

}  // namespace assay::llm
