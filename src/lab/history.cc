#include "lab/history.h"

#include <algorithm>

namespace assay::lab {
namespace {

// A process that was spoilt fails soon, and there are dozens of processes: small models only.
constexpr size_t kMostServed = 64, kMostBytes = size_t{1} << 20;

size_t BytesOf(const Datum& datum) {
  size_t out = datum.tensor.byte_size();
  for (const Datum& item : datum.items) out += BytesOf(item);
  return out;
}

size_t BytesOf(const Served& served) {
  size_t out = served.model->size();
  for (const auto& [name, datum] : served.request.inputs) out += BytesOf(datum);
  return out;
}

}  // namespace

void History::Add(const Request& request) {
  const std::lock_guard lock(mutex_);
  Served served;
  if (!served_.empty() && served_.back().request.key == request.key && request.key != 0)
    served.model = served_.back().model;
  else
    served.model = std::make_shared<const std::string>(
        request.model.substr(0, std::min(request.model.size(), kMostBytes + 1)));
  served.request = request;
  served.request.model = *served.model;
  bytes_ += BytesOf(served);
  served_.push_back(std::move(served));
  while (!served_.empty() && (served_.size() > kMostServed || bytes_ > kMostBytes)) {
    bytes_ -= BytesOf(served_.front());
    served_.pop_front();
    ++forgotten_;
  }
}

size_t History::count() const {
  const std::lock_guard lock(mutex_);
  return forgotten_ + served_.size();
}

std::vector<Served> History::First(size_t count) const {
  const std::lock_guard lock(mutex_);
  const size_t known = count > forgotten_ ? std::min(count - forgotten_, served_.size()) : 0;
  return {served_.begin(), served_.begin() + static_cast<std::ptrdiff_t>(known)};
}

}  // namespace assay::lab
