// ApiBase: all documents of one framework in one version from one source, and the folder that keeps
// them.
#pragma once

#include <string>
#include <vector>

#include "base/folders.h"
#include "knowledge/api/api_doc.h"

namespace assay::knowledge {

struct ApiBase {
  std::string framework, version;
  std::string source;        // introspection, crawl or import
  std::vector<ApiDoc> docs;  // by name
};

// Sorts by name, drops repeated names (the first counts), and writes framework, version and source
// into every document.
void Stamp(ApiBase& base);

// The document of that name or alias; null when there is none.
const ApiDoc* FindDoc(const ApiBase& base, const std::string& name);

// Up to `count` names that are most like `name`: those with the same last part first, then by
// spelling.
std::vector<std::string> NearestNames(const ApiBase& base, const std::string& name, size_t count);

// How many of the documents that speak of parameters have some parsed.
struct Parsed {
  size_t documenting = 0, parsed = 0;
};
Parsed CountParsed(const ApiBase& base);

// Documents in <folder>/docs/<framework>-<version>/<source>.json; `folder` is CacheFolder() unless
// a test has its own.
class ApiShelf {
 public:
  explicit ApiShelf(std::string folder = CacheFolder()) : folder_(std::move(folder)) {}

  Status Keep(const ApiBase& base) const;
  // An error when there is none, or it cannot be read.
  Result<ApiBase> Load(const std::string& framework, const std::string& version,
                       const std::string& source) const;
  bool Has(const std::string& framework, const std::string& version,
           const std::string& source) const;
  // All sources joined: what is imported counts before what introspection says, and that before
  // crawled pages; what the first leaves empty is taken from the next.
  Result<ApiBase> LoadAll(const std::string& framework, const std::string& version) const;
  // The versions that something is kept of.
  std::vector<std::string> Versions(const std::string& framework) const;
  std::string PathOf(const std::string& framework, const std::string& version,
                     const std::string& source) const;

 private:
  std::string folder_;
};

// The file form of a base: {"framework","version","source","apis":[…]}. `docs import` also takes a
// list of documents or one alone; they must then agree on framework and version.
nlohmann::json ApiBaseJson(const ApiBase& base);
Result<ApiBase> ReadApiBase(const nlohmann::json& json);

}  // namespace assay::knowledge
