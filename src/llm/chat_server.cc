#include "llm/chat_server.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "base/hash.h"
#include "base/strings.h"
#include "llm/prompt.h"
#include "llm/template.h"

namespace assay::llm {
namespace {

constexpr double kLongestOwnWait = 60;  // of the waits that double; a server may ask for more
constexpr size_t kShortestSecret = 8;
constexpr const char* kSchemaTemplate = "answer-as-json";

Result<std::string> DescribedSchema(const Prompt& prompt) {
  ASSAY_ASSIGN(const Template words, Template::Load(kSchemaTemplate));
  ASSAY_ASSIGN(const Prompt filled, words.Fill({{"schema", prompt.schema.dump(1)}}));
  return filled.messages.front().text;
}

// Not to be tried again.
Attempt GivenUp() {
  return Attempt{.outcome = Failed(Trouble::kStopped, "stopped before there was an answer")};
}

constexpr double kWindow = 60;  // servers count by the minute

class SteadyClock : public Clock {
 public:
  double Now() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  void Sleep(double seconds) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

}  // namespace

ChatServer::ChatServer(std::string name, const ServerConfig& config, std::string key, Note note,
                       Transport transport, Clock& clock)
    : name_(std::move(name)),
      key_(std::move(key)),
      config_(config),
      note_(std::move(note)),
      transport_(std::move(transport)),
      clock_(clock),
      limit_(config.requests_per_minute, config.tokens_per_minute, clock) {
  dialect_.schema = config.schema != "never";
}

std::string ChatServer::WithoutKey(std::string text) const {
  if (key_.size() < kShortestSecret) return text;
  constexpr std::string_view kInstead = "[key]";
  for (size_t at = 0; (at = text.find(key_, at)) != std::string::npos; at += kInstead.size())
    text.replace(at, key_.size(), kInstead);
  return text;
}

HttpRequest ChatServer::Request(const std::string& path, double timeout_s) const {
  HttpRequest out;
  out.url = config_.base_url + path;
  out.timeout_s = timeout_s;
  out.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  if (!key_.empty()) out.headers.emplace_back("Authorization", "Bearer " + key_);
  return out;
}

Result<HttpReply> ChatServer::Get(const std::string& path, double timeout_s) const {
  return transport_(Request(path, timeout_s));
}

// One request, in the dialect of the moment, which is left in `sent`.
Attempt ChatServer::Exchange(const Prompt& prompt, Dialect& sent) {
  {
    const std::lock_guard lock(mutex_);
    sent = dialect_;
  }
  std::string described;
  if (!prompt.schema.is_null() && !sent.schema) {
    auto words = DescribedSchema(prompt);
    if (!words.ok()) {
      return Attempt{.outcome = Failed(Trouble::kRefused, words.error().message)};
    }
    described = *std::move(words);
  }
  HttpRequest request = Request("/chat/completions", config_.timeout_s);
  request.method = "POST";
  request.body = ChatBody(prompt, sent, described)
                     .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  request.should_stop = should_stop_;
  limit_.Acquire(RoughTokens(prompt), should_stop_);
  if (Stopped()) return GivenUp();
  const double start = clock_.Now();
  Result<HttpReply> reply = transport_(request);
  if (!reply.ok() && Stopped()) return GivenUp();
  if (reply.ok()) reply->body = WithoutKey(std::move(reply->body));
  Attempt out = ReadReply(reply);
  out.outcome.answer.seconds = clock_.Now() - start;
  // Once more: JSON may have written it in another way ("\/").
  out.outcome.message = WithoutKey(std::move(out.outcome.message));
  out.outcome.answer.text = WithoutKey(std::move(out.outcome.answer.text));
  return out;
}

// True when the next request will be another than `sent`. What a server does not know is left out
// from then on.
bool ChatServer::Adapt(const std::string& parameter, const Dialect& sent) {
  const std::lock_guard lock(mutex_);
  if (dialect_ != sent) return true;  // another thread has learned something in the meantime
  if (parameter == "response_format") {
    if (config_.schema == "always" || !dialect_.schema) return false;
    dialect_.schema = false;
  } else if (parameter == "max_tokens" && dialect_.max_tokens == parameter) {
    dialect_.max_tokens = "max_completion_tokens";
  } else if (parameter.empty() || !dialect_.dropped.insert(parameter).second) {
    return false;
  }
  if (note_) note_(StrCat(name_, ": the server does not take ", parameter, "; going on without"));
  return true;
}

// Doubled by every attempt, and between half and all of that, so that many askers do not come back
// at the same moment. The share is drawn from the prompt: a run repeats.
double ChatServer::WaitFor(const Attempt& attempt, int number, uint64_t salt) const {
  const double full = std::min(config_.first_wait_s * std::exp2(number), kLongestOwnWait);
  const auto draw = HashCombine(salt, static_cast<uint64_t>(number)) >> 11;
  // A server that asks for less, or for a moment that is past, does not know its own trouble yet.
  return std::max(attempt.wait_s, full * (0.5 + 0.5 * static_cast<double>(draw) * 0x1p-53));
}

void ChatServer::Sleep(double seconds) {
  if (!should_stop_) return clock_.Sleep(seconds);
  for (; seconds > 0 && !Stopped(); seconds -= kGlanceSeconds)
    clock_.Sleep(std::min(seconds, kGlanceSeconds));
}

Outcome ChatServer::Complete(const Prompt& prompt) {
  const uint64_t salt = HashBytes(CanonicalRequest(prompt));
  Attempt attempt;
  Dialect sent;
  int retries = 0;
  while (true) {
    attempt = Exchange(prompt, sent);
    if (!attempt.unsupported.empty() && Adapt(attempt.unsupported, sent)) continue;
    if (!attempt.again || retries + 1 >= config_.attempts) break;
    const double wait = WaitFor(attempt, retries, salt);
    if (wait > config_.longest_wait_s) {
      attempt.outcome.message += StrCat("; it asks to wait ", std::ceil(wait), " s, more than ",
                                        config_.longest_wait_s, " s (longest_wait_s)");
      break;
    }
    ++retries;
    if (note_)
      note_(StrCat(name_, ": ", attempt.outcome.message, "; waiting ", std::round(wait * 10) / 10,
                   " s, then attempt ", retries + 1, " of ", config_.attempts));
    // A limit that the server states holds for all threads.
    if (attempt.wait_s >= 0) limit_.Pause(wait);
    Sleep(wait);
  }
  attempt.outcome.retries = retries;
  if (attempt.again)
    attempt.outcome.message =
        StrCat(name_, ": no answer after ", retries + 1,
               retries == 0 ? " attempt: " : " attempts: ", attempt.outcome.message);
  else if (!attempt.outcome.ok())
    attempt.outcome.message = StrCat(name_, ": ", attempt.outcome.message);
  return attempt.outcome;
}

// Seconds until it may go out; 0: now.
double RateLimit::WaitLocked(double now, int64_t tokens) {
  while (!sent_.empty() && sent_.front().time <= now - kWindow) sent_.pop_front();
  double wait = std::max(0.0, paused_until_ - now);
  if (requests_ > 0 && sent_.size() >= static_cast<size_t>(requests_))
    wait =
        std::max(wait, sent_[sent_.size() - static_cast<size_t>(requests_)].time + kWindow - now);
  if (tokens_ <= 0) return wait;
  int64_t sum = tokens;
  for (const Sent& one : sent_) sum += one.tokens;
  for (const Sent& one : sent_) {
    if (sum <= tokens_) break;
    wait = std::max(wait, one.time + kWindow - now);
    sum -= one.tokens;
  }
  return wait;
}

double RateLimit::Acquire(int64_t tokens, const std::function<bool()>& should_stop) {
  double slept = 0;
  while (!should_stop || !should_stop()) {
    double wait = 0;
    {
      const std::lock_guard lock(mutex_);
      const double now = clock_.Now();
      wait = WaitLocked(now, tokens);
      if (wait <= 0) {
        if (requests_ > 0 || tokens_ > 0) sent_.push_back({now, tokens});
        return slept;
      }
    }
    if (should_stop) wait = std::min(wait, kGlanceSeconds);
    clock_.Sleep(wait);
    slept += wait;
  }
  return slept;
}

void RateLimit::Pause(double seconds) {
  const std::lock_guard lock(mutex_);
  paused_until_ = std::max(paused_until_, clock_.Now() + seconds);
}

Clock& RealClock() {
  static SteadyClock clock;
  return clock;
}

}  // namespace assay::llm
