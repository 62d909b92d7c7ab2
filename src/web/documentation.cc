#include "web/documentation.h"

#include <list>
#include <memory>
#include <mutex>

#include "knowledge/api/api_base.h"

namespace assay::web {
namespace {

using knowledge::ApiBase;

constexpr size_t kMostKept = 3;  // frameworks in memory

// Shared, so that one that is dropped lives on while somebody reads it.
using BasePtr = std::shared_ptr<const ApiBase>;

class Shelf {
 public:
  // Null when nothing is kept of it.
  BasePtr Get(const std::string& framework, const std::string& version) {
    const std::lock_guard lock(mutex_);
    for (auto one = kept_.begin(); one != kept_.end(); ++one)
      if ((*one)->framework == framework && (*one)->version == version) {
        kept_.splice(kept_.begin(), kept_, one);
        return kept_.front();
      }
    auto loaded = knowledge::ApiShelf().LoadAll(framework, version);
    if (!loaded.ok()) return nullptr;
    loaded->framework = framework;
    loaded->version = version;
    kept_.push_front(std::make_shared<const ApiBase>(std::move(loaded).value()));
    if (kept_.size() > kMostKept) kept_.pop_back();
    return kept_.front();
  }

 private:
  std::mutex mutex_;
  std::list<BasePtr> kept_;  // asked for last first
};

bool PlainName(const std::string& text) {
  return !text.empty() && text.find('/') == std::string::npos && text.front() != '.';
}

}  // namespace

std::optional<knowledge::ApiDoc> FindDocumentation(const std::string& framework,
                                                   const std::string& version,
                                                   const std::string& api) {
  static Shelf shelf;
  // They become the name of a folder, and come out of a store that anybody may have written.
  if (!PlainName(framework) || !PlainName(version)) return std::nullopt;
  const BasePtr base = shelf.Get(framework, version);
  const knowledge::ApiDoc* doc = base == nullptr ? nullptr : knowledge::FindDoc(*base, api);
  if (doc == nullptr) return std::nullopt;
  return *doc;
}

}  // namespace assay::web
