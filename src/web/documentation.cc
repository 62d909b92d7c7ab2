#include "web/documentation.h"

#include <list>
#include <memory>
#include <mutex>

#include "knowledge/api/api_base.h"
#include "triage/versions.h"

namespace assay::web {
namespace {

using knowledge::ApiBase;

constexpr size_t kMostKept = 3;  // frameworks in memory

// All builds of a release (2.13.0, 2.13.0+cpu) have the same documentation: what is kept of another
// one does where nothing is kept of this.
Result<ApiBase> Load(const std::string& framework, const std::string& version) {
  const knowledge::ApiShelf shelf;
  auto exact = shelf.LoadAll(framework, version);
  if (exact.ok()) return exact;
  for (const std::string& kept : shelf.Versions(framework)) {
    if (triage::CompareVersions(kept, version) != 0) continue;
    auto other = shelf.LoadAll(framework, kept);
    if (other.ok()) return other;
  }
  return exact;
}

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
    auto loaded = Load(framework, version);
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
