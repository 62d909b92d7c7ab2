// The documentation that belongs to an installed framework: found, or made on demand.
#pragma once

#include <optional>
#include <string>

#include "knowledge/api/api_base.h"
#include "knowledge/api/introspect.h"
#include "lab/registry.h"

namespace assay::knowledge {

// A framework as the documentation commands see it.
struct DocumentedFramework {
  std::string framework;
  std::string version;                // of the environment, or as asked; "" when neither is known
  std::optional<Roots> roots;         // can be introspected
  std::optional<lab::Target> target;  // its environment
};

// `framework` is a name of roots.toml, of a target, or any other (documentation that was crawled or
// imported). `version`: "" for that of the environment; "1.17.3" also means the environment
// framework@1.17.3.
Result<DocumentedFramework> FindFramework(const std::string& framework, const std::string& version);

// The subject that an API's name belongs to; `name` is rewritten as the documentation writes it.
Result<DocumentedFramework> FrameworkOfApi(std::string& name, const std::string& framework,
                                           const std::string& version);

// All documents of the subject; introspects it first where that was never done. Progress on stderr.
Result<ApiBase> DocumentationOf(const DocumentedFramework& subject);

// Public names of the subject that have no documentation; empty where it cannot be asked.
Result<ApiBase> UndocumentedOf(const DocumentedFramework& subject);

// The API of that name or alias in `base`, or else among those without documentation. The error
// names the nearest.
Result<ApiDoc> FindApi(const DocumentedFramework& subject, const ApiBase& base,
                       const std::string& name);

// Asks the framework anew and keeps the answer.
Result<ApiBase> IntrospectNow(const DocumentedFramework& subject);

// Whether documentation of `documented` (2.13) speaks of the version `installed` (2.13.0+cpu).
bool SameVersion(const std::string& documented, const std::string& installed);

// Under which version documents of `documented` are kept: the environment's when they agree. An
// error when they do not, unless `any_version`.
Result<std::string> VersionToKeep(const DocumentedFramework& subject, const std::string& documented,
                                  bool any_version);

}  // namespace assay::knowledge
