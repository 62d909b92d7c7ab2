// none: no model at all. Every pipeline has rules that work without one.
#include "llm/provider.h"

namespace assay::llm {
namespace {

class NoneProvider : public Provider {
 public:
  std::string model() const override { return "none"; }
  Readiness Examine() const override {
    return {true, "pipelines go by their rules alone", "", "", ""};
  }
  Outcome Complete(const Prompt&) override {
    return Failed(Trouble::kDisabled,
                  "no language model is chosen; add --llm local, openai or file (`assay llm "
                  "doctor` says which are ready)");
  }
};

}  // namespace

std::unique_ptr<Provider> MakeNone(const Config&, const Note&) {
  return std::make_unique<NoneProvider>();
}

}  // namespace assay::llm
