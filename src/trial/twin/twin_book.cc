#include "trial/twin/twin_book.h"

#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/text.h"
#include "lab/registry.h"

namespace assay::trial {
namespace {

bool Fits(const FalseTwin& pair, const std::string& a, const std::string& b) {
  return GlobMatch(pair.from, a) && GlobMatch(pair.to, b);
}

}  // namespace

std::string TwinBook::WhyNot(const std::string& a, const std::string& b) const {
  for (const FalseTwin& pair : false_twins)
    if (Fits(pair, a, b) || Fits(pair, b, a)) return pair.why;
  return "";
}

Result<TwinBook> LoadTwinBook() {
  const std::string path = lab::HomeFolder() + "/data/judge/twins.toml";
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  TwinBook out;
  for (const Toml& entry : file["false_twin"].items()) {
    FalseTwin pair{entry["from"].Text(), entry["to"].Text(), entry["why"].Text()};
    if (pair.from.empty() || pair.to.empty() || pair.why.empty())
      return entry.Wrong("a false twin needs from, to and why");
    out.false_twins.push_back(std::move(pair));
  }
  return out;
}

}  // namespace assay::trial
