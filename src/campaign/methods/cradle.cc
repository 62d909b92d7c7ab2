// cradle: the seeds as they are, again and again with new inputs.
//
// CRADLE (Pham et al., ICSE 2019) runs published models on their data sets with several frameworks
// and compares the outputs; it changes no model. Our seeds come with one set of inputs each;
// further ones are drawn by the operator new-inputs, so that a case can be repeated from its
// recipe.
#include "base/hash.h"
#include "campaign/mcmc.h"
#include "campaign/state_bytes.h"

namespace assay::campaign {
namespace {

// Sets of inputs per seed.
constexpr int64_t kInputSets = 50;
constexpr std::array<std::string_view, 1> kCradleOperators = {"new-inputs"};

struct CradleState : State {
  int64_t cases = 0;
};

class CradleMethod : public Method {
 public:
  CradleMethod(const Seeds& seeds, const MethodOptions& options)
      : seeds_(seeds),
        options_(options),
        operators_(ChooseOperators(kCradleOperators, options.mutators)) {}

  int64_t block() const override { return 16; }  // its state is a count: no need to wait for more
  Judge judge() const override { return Judge::kDMad; }
  int64_t limit() const override {
    return static_cast<int64_t>(seeds_.all().size()) * (operators_.all.empty() ? 1 : kInputSets);
  }
  std::vector<std::string> notes() const override { return operators_.notes; }
  StatePtr Start() const override { return std::make_shared<CradleState>(); }

  Result<Made> Make(const State&, int64_t index, int attempt) const override {
    const auto count = static_cast<int64_t>(seeds_.all().size());
    const Seed& seed = seeds_.all()[static_cast<size_t>(index % count)];
    Made made;
    made.recipe.root = seed.name;
    made.model_case = seed.model_case;
    if (index < count) return made;
    const Step step{std::string(operators_.all.front()->name),
                    CaseRng(options_.seed, index, attempt).Next()};
    ASSAY_ASSIGN(made.model_case, Apply(seed.model_case, step, {}));
    made.recipe.steps.push_back(step);
    return made;
  }

  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<CradleState>(static_cast<const CradleState&>(base));
    for (const Report& report : reports) next->cases += report.run ? 1 : 0;
    return next;
  }
  std::string Save(const State& base) const override {
    return StateBytes({static_cast<const CradleState&>(base).cases});
  }
  Result<StatePtr> Load(std::string_view bytes) const override {
    return StateFrom<CradleState>(bytes, [](const nlohmann::json& json, CradleState& state) {
      state.cases = json.at(0);
      return Status();
    });
  }
  std::vector<std::pair<std::string, int64_t>> Figures(const State& base) const override {
    return {{"inputs", static_cast<const CradleState&>(base).cases}};
  }

 private:
  const Seeds& seeds_;
  const MethodOptions options_;
  const OperatorSet operators_;
};

}  // namespace

MethodDef CradleMethodDef() {
  return {"cradle", "the seeds themselves on many inputs, no mutation (Pham et al. 2019)",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            return std::make_unique<CradleMethod>(seeds, options);
          }};
}

}  // namespace assay::campaign
