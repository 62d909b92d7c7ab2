#include "base/strings.h"
#include "llm/provider.h"

namespace assay::llm {

#define PROVIDER(Name, name, help) \
  std::unique_ptr<Provider> Make##Name(const Config& config, const Note& note);
#include "llm/providers.def"
#undef PROVIDER

std::span<const ProviderDef> AllProviders() {
  static constexpr ProviderDef kProviders[] = {
#define PROVIDER(Name, name, help) {name, help, Make##Name},
#include "llm/providers.def"
#undef PROVIDER
  };
  return kProviders;
}

Result<std::unique_ptr<Provider>> MakeProvider(const std::string& name, const Config& config,
                                               const Note& note) {
  std::vector<std::string> names;
  for (const ProviderDef& provider : AllProviders()) {
    if (provider.name == name) return provider.make(config, note);
    names.emplace_back(provider.name);
  }
  return Invalid(StrCat("there is no language-model provider '", name, "'; choose one of ",
                        Join(names, ", ")));
}

}  // namespace assay::llm
