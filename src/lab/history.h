// What one worker process was asked, oldest first. When it fails at something that a clean process
// does rightly, one of these may have spoilt it.
//
// Thread-safe: a worker goes on serving while somebody looks back.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "lab/message.h"

namespace assay::lab {

struct Served {
  std::shared_ptr<const std::string> model;  // `request` refers to it
  Request request;
};

class History {
 public:
  void Add(const Request& request);
  // How many were added; those from long ago are forgotten all the same.
  size_t count() const;
  // Of the first `count` those that are still known.
  std::vector<Served> First(size_t count) const;

 private:
  mutable std::mutex mutex_;
  std::deque<Served> served_;
  size_t forgotten_ = 0, bytes_ = 0;
};

}  // namespace assay::lab
