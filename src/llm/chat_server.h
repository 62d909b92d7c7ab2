// One server that speaks the chat protocol, with patience: retries with growing waits, the server's
// own Retry-After, rate limits, time-outs, and parameters that it turns out not to know.
//
// The key is held in memory only, and cut out of whatever comes back, before anything else sees it.
#pragma once

#include <functional>
#include <mutex>

#include "llm/chat.h"
#include "llm/config.h"
#include "llm/provider.h"
#include "llm/rate_limit.h"

namespace assay::llm {

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
