#include "llm/chat.h"

#include <algorithm>

#include "base/json.h"
#include "base/strings.h"

namespace assay::llm {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr size_t kShownReply = 300;   // of a server's own words
constexpr double kMostTokens = 1e12;  // in one answer: a count beyond that is nonsense

std::string TextOf(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_string()
             ? object[key].get<std::string>()
             : "";
}

int64_t CountOf(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_number()
             ? static_cast<int64_t>(std::clamp(object[key].get<double>(), 0.0, kMostTokens))
             : 0;
}

// True when the stricter promise of some servers applies: every property named and none besides.
bool IsStrict(const OrderedJson& schema) {
  if (schema.contains("items") && !IsStrict(schema["items"])) return false;
  if (!schema.contains("properties")) return true;
  if (!schema.contains("additionalProperties") ||
      schema["additionalProperties"] != OrderedJson(false))
    return false;
  const OrderedJson required = schema.value("required", OrderedJson::array());
  for (const auto& [name, one] : schema["properties"].items())
    if (std::find(required.begin(), required.end(), OrderedJson(name)) == required.end() ||
        !IsStrict(one))
      return false;
  return true;
}

// Some servers split an answer into parts.
std::string ContentOf(const Json& message) {
  if (!message.is_object() || !message.contains("content")) return "";
  const Json& content = message["content"];
  if (content.is_string()) return content.get<std::string>();
  std::string out;
  if (content.is_array())
    for (const Json& part : content) out += TextOf(part, "text");
  return out;
}

bool MentionsAny(const std::string& text, std::initializer_list<const char*> words) {
  return std::ranges::any_of(
      words, [&](const char* word) { return text.find(word) != std::string::npos; });
}

// The error that a server describes in its body, in the shapes that are about.
struct ServerError {
  std::string message, code, parameter;
};

ServerError ReadError(const std::string& body) {
  const Json json = ParseJson(body);
  ServerError out;
  if (json.is_discarded() || !json.is_object()) {
    out.message = body.substr(0, kShownReply);
    return out;
  }
  const Json error = json.contains("error") ? json["error"] : json;
  out.message = error.is_string() ? error.get<std::string>() : TextOf(error, "message");
  if (out.message.empty()) out.message = TextOf(json, "detail");
  if (error.is_object()) {
    out.code = TextOf(error, "code") + " " + TextOf(error, "type");
    out.parameter = TextOf(error, "param");
  }
  out.message = out.message.substr(0, kShownReply);
  return out;
}

bool IsContextLength(const ServerError& error) {
  const std::string text = Lower(error.code + " " + error.message);
  return MentionsAny(text, {"context_length", "exceed_context", "context length", "context size",
                            "context window", "maximum context", "too many tokens"});
}

// The parameter that a 400 complains about, or "".
std::string UnsupportedParameter(const ServerError& error) {
  const std::string text = Lower(error.code + " " + error.message);
  if (!MentionsAny(text, {"unsupported", "not support", "unknown", "unrecognized", "not permitted",
                          "extra input", "does not accept"}))
    return "";
  if (MentionsAny(text + " " + error.parameter, {"response_format", "json_schema"}))
    return "response_format";
  for (const char* name : {"max_tokens", "temperature", "top_p", "seed"})
    if (error.parameter == name || text.find(name) != std::string::npos) return name;
  return "";
}

Attempt Refused(Trouble trouble, const std::string& message) {
  return Attempt{.outcome = Failed(trouble, message)};
}

Attempt Later(const std::string& message, double wait_s = -1) {
  Attempt out = Refused(Trouble::kUnreachable, message);
  out.again = true;
  out.wait_s = wait_s;
  return out;
}

// A status below 500 that asking again does not change.
Attempt ReadRefusal(int status, const ServerError& error) {
  const std::string said = error.message.empty() ? "" : ": " + error.message;
  if (IsContextLength(error))
    return Refused(Trouble::kContextLength, StrCat("the prompt is too long for the model", said));
  if (status == 401 || status == 403)
    return Refused(Trouble::kRefused, StrCat("the server refuses the key (", status, ")", said,
                                             "; check the environment variable that holds it"));
  if (status >= 300 && status < 400)
    return Refused(Trouble::kRefused,
                   StrCat("the server has moved (", status,
                          "), and the key goes to no other address; set OPENAI_BASE_URL to it"));
  if (status == 404)
    return Refused(Trouble::kRefused,
                   StrCat("the server knows no such model or address (404)", said,
                          "; OPENAI_BASE_URL ends in /v1, ASSAY_LLM_MODEL names the model"));
  Attempt out =
      Refused(Trouble::kRefused, StrCat("the server refuses the request (", status, ")", said));
  if (status == 400 || status == 422) out.unsupported = UnsupportedParameter(error);
  return out;
}

}  // namespace

OrderedJson ChatBody(const Prompt& prompt, const Dialect& dialect,
                     const std::string& described_schema) {
  OrderedJson body = {{"model", prompt.model}, {"messages", OrderedJson::array()}};
  for (const Message& message : prompt.messages)
    body["messages"].push_back({{"role", message.role}, {"content", message.text}});
  const bool described = !prompt.schema.is_null() && !dialect.schema;
  if (described && !body["messages"].empty())
    body["messages"].back()["content"] = prompt.messages.back().text + "\n\n" + described_schema;
  if (!prompt.schema.is_null() && dialect.schema)
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema",
         {{"name", "answer"}, {"schema", prompt.schema}, {"strict", IsStrict(prompt.schema)}}}};
  const Parameters& p = prompt.parameters;
  if (p.temperature.has_value()) body["temperature"] = *p.temperature;
  if (p.top_p.has_value()) body["top_p"] = *p.top_p;
  if (p.max_tokens.has_value()) body[dialect.max_tokens] = *p.max_tokens;
  if (p.seed.has_value()) body["seed"] = *p.seed + prompt.sample;
  for (const std::string& name : dialect.dropped) body.erase(name);
  return body;
}

Result<Answer> ReadCompletion(const Json& body) {
  if (!body.is_object() || !body.contains("choices") || !body["choices"].is_array() ||
      body["choices"].empty() || !body["choices"][0].is_object())
    return Invalid("holds no completion (choices[0])");
  const Json& choice = body["choices"][0];
  if (!choice.contains("message")) return Invalid("holds no completion (choices[0].message)");
  const Json usage = body.value("usage", Json::object());
  Answer out;
  out.text = ContentOf(choice["message"]);
  out.finish = TextOf(choice, "finish_reason");
  out.model = TextOf(body, "model");
  out.prompt_tokens = CountOf(usage, "prompt_tokens");
  out.completion_tokens = CountOf(usage, "completion_tokens");
  // Paid for like any other: asking again would cost again and change nothing.
  const std::string refusal = TextOf(choice["message"], "refusal");
  if (out.text.empty() && !refusal.empty()) {
    out.text = refusal;
    out.finish = kDeclined;
  }
  return out;
}

Attempt ReadReply(const Result<HttpReply>& reply) {
  if (!reply.ok()) return Later(reply.error().message);
  const int status = reply->status;
  if (status == 200) {
    const Json body = ParseJson(reply->body);
    if (body.is_discarded())
      return Later(
          StrCat("the server's reply is cut short or no JSON (", reply->body.size(), " bytes)"));
    const Result<Answer> answer = ReadCompletion(body);
    if (!answer.ok()) return Later("the server's reply " + answer.error().message);
    Attempt out;
    out.outcome.answer = *answer;
    return out;
  }
  const ServerError error = ReadError(reply->body);
  const std::string said = error.message.empty() ? "" : ": " + error.message;
  const bool no_money = error.code.find("insufficient_quota") != std::string::npos;
  const bool passing = status == 408 || status == 409 || status == 425 || status == 429;
  // A few servers answer a prompt that is too long with 500.
  if (status >= 500 && IsContextLength(error)) return ReadRefusal(status, error);
  if ((passing && !no_money) || status >= 500)
    return Later(StrCat(status, " from the server", said), RetryAfterSeconds(*reply));
  return ReadRefusal(status, error);
}

int64_t EstimatedTokens(const std::string& text) {
  constexpr size_t kLettersPerToken = 4;
  return static_cast<int64_t>((text.size() + kLettersPerToken - 1) / kLettersPerToken);
}

int64_t EstimatedTokens(const Prompt& prompt) {
  int64_t out = 0;
  for (const Message& message : prompt.messages) out += EstimatedTokens(message.text);
  return out;
}

bool ReadUsage(const Json& usage, Answer& out) {
  out.prompt_tokens = CountOf(usage, "prompt_tokens");
  out.completion_tokens = CountOf(usage, "completion_tokens");
  return out.prompt_tokens > 0 || out.completion_tokens > 0;
}

int64_t RoughTokens(const Prompt& prompt) {
  constexpr size_t kLettersPerToken = 3;
  constexpr int64_t kUnknownAnswer = 512;  // when max_tokens is not set
  size_t letters = 0;
  for (const Message& message : prompt.messages) letters += message.text.size();
  return static_cast<int64_t>(letters / kLettersPerToken) +
         prompt.parameters.max_tokens.value_or(kUnknownAnswer);
}

}  // namespace assay::llm
