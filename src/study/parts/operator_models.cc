#include "study/chain.h"
#include "study/parts/operators.h"

namespace assay::study {

nlohmann::json CountsJson(const ChainCounts& counts) {
  return {{"rounds", counts.rounds},   {"mutants", counts.mutants},
          {"refused", counts.refused}, {"illegal", counts.illegal},
          {"no_site", counts.no_site}, {"out_of_range", counts.out_of_range}};
}

Result<nlohmann::json> OnEveryModel(const std::string& name, const Context& context,
                                    const MeasureModel& measure) {
  nlohmann::json models = nlohmann::json::array(), skipped = nlohmann::json::array();
  bool cut = false;
  const auto all = static_cast<double>(context.settings.operator_models.size());
  for (const std::string& model : context.settings.operator_models) {
    const auto before = static_cast<double>(models.size() + skipped.size());
    auto one = measure(model, before / all, (before + 1) / all);
    if (!one.ok()) {  // a broken subject
      skipped.push_back({{"model", model}, {"why", one.error().message}});
      continue;
    }
    cut = cut || (*one)["cut"].get<bool>();
    models.push_back(std::move(one).value());
  }
  return nlohmann::json{{"operator", name},
                        {"pairs", PairNames(context.targets)},
                        {"cut", cut},
                        {"skipped", std::move(skipped)},
                        {"models", std::move(models)}};
}

}  // namespace assay::study
