#include "optbug/alternatives.h"

#include <set>

#include "program/parse/model_apis.h"

namespace assay::optbug {
namespace {

struct Alternative {
  std::string_view group, api;
};
constexpr Alternative kAlternatives[] = {
#define ALTERNATIVE(group, api) {group, api},
#include "optbug/alternatives.def"
#undef ALTERNATIVE
};

std::string Modern(std::string api) {
  constexpr std::string_view kOld = "torch.quantization.";
  return api.starts_with(kOld) ? "torch.ao.quantization." + api.substr(kOld.size()) : api;
}

}  // namespace

std::vector<std::string> AlternativesOf(const std::string& api, const Places& places) {
  std::set<std::string> out;
  for (const Alternative& own : kAlternatives) {
    if (own.api != Modern(api)) continue;
    for (const Alternative& other : kAlternatives)
      if (other.group == own.group && other.api != own.api && places.Has(std::string(other.api)))
        out.insert(std::string(other.api));
  }
  return {out.begin(), out.end()};
}

std::vector<std::string> KnownAlternatives(const std::string& framework) {
  std::set<std::string> out;
  for (const Alternative& known : kAlternatives)
    if (program::FrameworkOfApi(known.api) == framework) out.insert(std::string(known.api));
  return {out.begin(), out.end()};
}

}  // namespace assay::optbug
