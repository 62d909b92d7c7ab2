#include "mirror/pairs/fuzz_pair.h"

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "trial/prelude.h"

namespace assay::mirror::pairs {
namespace {

// Of a program that shows one finding. A busy machine takes a minute to import a framework, and
// what is not confirmed for want of time is lost.
constexpr double kSeconds = 150;

Result<std::string> LoadPython(const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/mirror/pairs-", name, ".py"));
}

}  // namespace

Result<PairFuzzer> PairFuzzer::Open(const FuzzOptions& options) {
  PairFuzzer out(options);
  ASSAY_ASSIGN(out.conventions_, LoadConventions());
  ASSAY_ASSIGN(out.probe_, trial::LoadProbe());
  ASSAY_ASSIGN(out.twin_, trial::LoadTwinFunctions());
  ASSAY_ASSIGN(out.ask_, LoadPython("hear"));
  ASSAY_ASSIGN(out.check_, LoadPython("check"));
  return out;
}

Result<Room*> PairFuzzer::RoomOf(const std::string& framework) {
  if (const auto found = rooms_.find(framework); found != rooms_.end()) return &found->second;
  const trial::Dialect* dialect = trial::FindDialect(framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", framework, " yet"));
  ASSAY_ASSIGN(trial::Bench bench, trial::Bench::Open(*dialect, "", {kSeconds, options_->unsafe}));
  ASSAY_ASSIGN(const std::string own, LoadPython(framework));
  const std::string prelude = bench.prelude() + "\n";
  Room room{.bench = std::move(bench),
            .probing = prelude + probe_,
            .asking = StrCat(prelude, twin_, "\n", own, "\n", ask_),
            .showing = StrCat(prelude, own, "\n", check_)};
  return &rooms_.emplace(framework, std::move(room)).first->second;
}

Result<SubjectReport> PairFuzzer::Fuzz(const Subject& subject) {
  return Session(*options_, conventions_, subject,
                 [this](const std::string& framework) { return RoomOf(framework); })
      .Hold();
}

}  // namespace assay::mirror::pairs
