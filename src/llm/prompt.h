// What is asked of a language model, and what comes back.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace assay::llm {

struct Message {
  std::string role;  // system, user or assistant
  std::string text;
};

// What is not set is not sent: the server's own default then holds.
struct Parameters {
  std::optional<double> temperature, top_p;
  std::optional<int64_t> max_tokens;
  std::optional<int64_t> seed;  // sample n is asked with seed + n
};

struct Prompt {
  std::string pipeline;  // who pays: "judge", "optbug"…; no part of the question
  std::string name;      // of the template, for people
  std::vector<Message> messages;
  // Null: free text. In the order it was written: a model fills in properties in that order, and a
  // small one does it better in the order of the examples it has seen.
  nlohmann::ordered_json schema;
  std::string model;   // "": the provider's
  std::string origin;  // Provider::origin(); set by the client
  Parameters parameters;
  int sample = 0;  // n samples of one prompt are n answers
  // Names of what did not fit (room.h). Kept with the prompt, not sent.
  std::vector<std::string> left_out;
};

constexpr const char* kCutOff = "length";     // Answer::finish: the tokens were used up
constexpr const char* kDeclined = "refusal";  // the model does not want to; the text says why

struct Answer {
  std::string text;
  nlohmann::json value;       // with a schema: the text as JSON, which fits it
  std::string model, finish;  // as the server names them; see kCutOff and kDeclined
  int64_t prompt_tokens = 0, completion_tokens = 0;
  bool estimated = false;  // the tokens: nobody has counted them
  double seconds = 0;
  bool cached = false;    // taken from the ledger: nothing was paid now
  bool repaired = false;  // the first answer did not fit the schema
};

// Why there is no answer.
enum class Trouble {
  kNone,
  kDisabled,       // --llm none
  kPending,        // waits in the ledger for `assay llm import`
  kContextLength,  // longer than the model can read; asking again does not help, a shorter one may
  kRefused,        // key, model or request are wrong: every further prompt would fail alike
  kUnreachable,    // time-outs, rate limits and server errors beyond all patience
  kMalformed,      // an answer came, but fits the schema neither at first nor after one repair
  kLedger,         // the ledger cannot be read or written
  kStopped,        // nobody waits for it any more (Client::StopWhen)
};
std::string_view TroubleName(Trouble trouble);

struct Outcome {
  Trouble trouble = Trouble::kNone;
  std::string message;  // what was attempted and what helps; never a key
  Answer answer;
  int retries = 0;
  std::string key;  // of the prompt in the ledger
  bool ok() const { return trouble == Trouble::kNone; }
};

inline Outcome Failed(Trouble trouble, std::string message) {
  Outcome out;
  out.trouble = trouble;
  out.message = std::move(message);
  return out;
}

// The name of a prompt in the ledger.

// Everything that can change the answer, as JSON in a fixed order: messages, schema, model,
// origin, parameters, seed and sample number. Pipeline and template name are left out: whoever
// asks, the same question has the same answer.
std::string CanonicalRequest(const Prompt& prompt);

// "assay-" and 32 hexadecimal digits. The ledger also compares the canonical request itself.
std::string KeyOf(const std::string& canonical_request);

// The prompt of a canonical request; `pipeline` and `name` stay empty.
Prompt PromptOf(const std::string& canonical_request);

}  // namespace assay::llm
