#include "optbug/model/documentation.h"

#include <map>
#include <memory>

#include "base/strings.h"
#include "knowledge/api/documentation.h"
#include "knowledge/text.h"
#include "program/parse/model_apis.h"

namespace assay::optbug {
namespace {

using Bases = std::map<std::string, knowledge::ApiBase>;  // by framework

// As the documentation writes it: tf.function for tensorflow.function.
std::string Documented(const std::string& api) {
  constexpr std::string_view kLong = "tensorflow.";
  return api.starts_with(kLong) ? "tf." + api.substr(kLong.size()) : api;
}

std::string FirstParagraph(const std::string& text) {
  return knowledge::Squeeze(text.substr(0, text.find("\n\n")));
}

std::string Lookup(const Bases& bases, const std::string& api) {
  const auto base = bases.find(program::FrameworkOfApi(api));
  if (base == bases.end()) return "";
  const knowledge::ApiDoc* doc = knowledge::FindDoc(base->second, Documented(api));
  if (doc == nullptr) doc = knowledge::FindDoc(base->second, api);
  return doc == nullptr ? "" : FirstParagraph(doc->text);
}

}  // namespace

Documentation OptimiserDocumentation(const std::vector<std::string>& frameworks,
                                     const std::function<void(const std::string&)>& warn) {
  // Shared by all copies of the function, which callers make freely.
  const auto bases = std::make_shared<Bases>();
  for (const std::string& framework : frameworks) {
    const auto subject = knowledge::FindFramework(framework, "");
    if (!subject.ok()) continue;
    auto base = knowledge::DocumentationOf(*subject);
    if (base.ok())
      (*bases)[framework] = std::move(base).value();
    else
      warn(StrCat("no documentation of ", framework, " for prompts: ", base.error().message));
  }
  return [bases](const std::string& api) { return Lookup(*bases, api); };
}

}  // namespace assay::optbug
