// One server that speaks the chat protocol, with patience: retries with growing waits, the server's
// own Retry-After, rate limits, time-outs, and parameters that it turns out not to know.
//
// The key is held in memory only, and cut out of whatever comes back, before anything else sees it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

#include "llm/chat.h"
#include "llm/config.h"
#include "llm/provider.h"

namespace assay::llm {

// Keeps requests and tokens of the last minute below what a server allows, for all threads of this
// process together.

// Time as the retry loop and the rate limit see it; tests have their own.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual double Now() = 0;  // seconds, never going back
  virtual void Sleep(double seconds) = 0;
};

Clock& RealClock();

// Who may be told to stop sleeps no longer than that at a time.
constexpr double kGlanceSeconds = 0.2;

class RateLimit {
 public:
  // 0: no limit.
  RateLimit(int requests_per_minute, int tokens_per_minute, Clock& clock)
      : requests_(requests_per_minute), tokens_(tokens_per_minute), clock_(clock) {}

  // Sleeps until a request of about `tokens` may go out, and counts it. A request that is larger
  // than a whole minute's tokens waits for an empty minute. Returns the seconds slept. When
  // `should_stop` says so, it comes back at once and counts nothing; null: never.
  double Acquire(int64_t tokens, const std::function<bool()>& should_stop = {});
  // Nobody may ask for that long: a server has said so to one of us.
  void Pause(double seconds);

 private:
  struct Sent {
    double time;
    int64_t tokens;
  };
  double WaitLocked(double now, int64_t tokens);

  const int requests_, tokens_;
  Clock& clock_;
  std::mutex mutex_;
  std::deque<Sent> sent_;
  double paused_until_ = 0;
};

using Transport = std::function<Result<HttpReply>(const HttpRequest&)>;

class ChatServer {
 public:
  // `name` stands in messages. `transport` and `clock` are replaced by tests.
  ChatServer(std::string name, const ServerConfig& config, std::string key, Note note,
             Transport transport = Fetch, Clock& clock = RealClock());

  // As Provider::StopWhen.
  void StopWhen(std::function<bool()> should_stop) { should_stop_ = std::move(should_stop); }
  // From many threads.
  Outcome Complete(const Prompt& prompt);
  // GET below the base address, once.
  Result<HttpReply> Get(const std::string& path, double timeout_s) const;
  // `text` without the key. One of fewer than eight letters is no secret ("none", "test"), and
  // cutting it out would garble answers.
  std::string WithoutKey(std::string text) const;

 private:
  Attempt Exchange(const Prompt& prompt, Dialect& sent);
  bool Adapt(const std::string& parameter, const Dialect& sent);
  double WaitFor(const Attempt& attempt, int number, uint64_t salt) const;
  bool Stopped() const { return should_stop_ && should_stop_(); }
  void Sleep(double seconds);
  HttpRequest Request(const std::string& path, double timeout_s) const;

  const std::string name_, key_;
  const ServerConfig config_;
  const Note note_;
  const Transport transport_;
  Clock& clock_;
  RateLimit limit_;
  std::function<bool()> should_stop_;
  std::mutex mutex_;
  Dialect dialect_;
};

}  // namespace assay::llm
