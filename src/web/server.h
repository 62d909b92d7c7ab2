// The server: pages, files and events over HTTP. docs/reference/formats.md tells of the interface.
//
// One thread accepts, one per connection answers, one looks at the store for all live viewers, one
// keeps the digests of findings up to date, one reads ahead at the start. Reading never makes a
// campaign wait: every page has a connection of its own to the store, which cannot write.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "web/sources.h"

namespace assay::web {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;                 // 0: any that is free
  std::string token;               // who has it may change labels and states
  std::vector<std::string> names;  // names of this machine that a Host header may have
  std::function<void(const std::string&)> tell =
      {};  // what makes the start take long; may be empty
};

class Server {
 public:
  // Listens already when it returns, and has read what the first page needs, unless that takes ten
  // seconds. An error when the port cannot be had.
  static Result<std::unique_ptr<Server>> Start(const Sources& sources,
                                               const ServerOptions& options);
  ~Server();  // ends all connections
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;

 private:
  class Implementation;
  explicit Server(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace assay::web
