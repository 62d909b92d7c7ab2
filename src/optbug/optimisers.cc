#include "optbug/optimisers.h"

#include <map>

#include "base/strings.h"
#include "optbug/toml_reader.h"

namespace assay::optbug {
namespace {

Result<Loss> ReadLoss(const std::string& word) {
  static const std::map<std::string, Loss> kLosses = {{"rounding", Loss::kRounding},
                                                      {"gradient", Loss::kGradient},
                                                      {"int8", Loss::kInt8},
                                                      {"float16", Loss::kFloat16},
                                                      {"masked", Loss::kMasked}};
  const auto found = kLosses.find(word);
  if (found == kLosses.end()) return Invalid(StrCat("loss \"", word, "\" is not known"));
  return found->second;
}

Result<Optimiser> ReadOptimiser(const Toml& entry) {
  Optimiser out;
  out.name = Text(entry, "name");
  out.api = Text(entry, "api");
  out.technique = Text(entry, "technique");
  out.imports = Text(entry, "imports");
  out.prepare = Text(entry, "prepare");
  out.apply = Text(entry, "apply");
  out.check = Text(entry, "check");
  out.expect = Text(entry, "expect");
  out.place = Text(entry, "place");
  out.sentence = Text(entry, "sentence");
  out.environment = Text(entry, "environment");
  out.preload = entry["preload"].Texts();
  out.copies = entry["copies"].Or(false);
  out.slow = Text(entry, "cost") == "slow";
  out.runs = entry["runs"].Or(1);
  out.only = WordSet(entry, "only");
  out.one_of = WordSet(entry, "one_of");
  out.refuses = WordSet(entry, "refuses");
  ASSAY_ASSIGN(out.loss, ReadLoss(Text(entry, "loss")));
  if (out.name.empty() || out.api.empty() || out.apply.empty() || out.sentence.empty())
    return Invalid("name, api, apply and sentence are needed");
  return out;
}

}  // namespace

Result<std::vector<Optimiser>> LoadOptimisers(const std::string& framework) {
  ASSAY_ASSIGN(const Toml table, ReadTable(framework, "optimisers.toml"));
  std::vector<Optimiser> out;
  for (const Toml& entry : table["optimiser"].items()) {
    auto read = ReadOptimiser(entry);
    if (!read.ok())
      return Invalid(StrCat("data/optbug/", framework, "/optimisers.toml: ", Text(entry, "name"),
                            ": ", read.error().message));
    out.push_back(std::move(*read));
  }
  return out;
}

}  // namespace assay::optbug
