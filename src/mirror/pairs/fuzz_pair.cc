#include "mirror/pairs/fuzz_pair.h"

#include "base/files.h"
#include "base/strings.h"
#include "judge/prelude.h"
#include "lab/registry.h"

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
  out.judge_options_ = std::make_unique<judge::JudgeOptions>();
  out.judge_options_->unsafe = options.unsafe;
  out.judge_options_->timeout_s = kSeconds;
  ASSAY_ASSIGN(out.conventions_, LoadConventions());
  ASSAY_ASSIGN(out.probe_, judge::LoadProbe());
  ASSAY_ASSIGN(out.twin_, judge::LoadTwinFunctions());
  ASSAY_ASSIGN(out.hear_, LoadPython("hear"));
  ASSAY_ASSIGN(out.check_, LoadPython("check"));
  return out;
}

Result<Room*> PairFuzzer::RoomOf(const std::string& framework) {
  if (const auto found = rooms_.find(framework); found != rooms_.end()) return &found->second;
  const judge::Dialect* dialect = judge::FindDialect(framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", framework, " yet"));
  ASSAY_ASSIGN(judge::Bench bench, judge::Bench::Open(*dialect, "", *judge_options_));
  ASSAY_ASSIGN(const std::string own, LoadPython(framework));
  const std::string prelude = bench.prelude() + "\n";
  Room room{.bench = std::move(bench),
            .probing = prelude + probe_,
            .asking = StrCat(prelude, twin_, "\n", own, "\n", hear_),
            .showing = StrCat(prelude, own, "\n", check_)};
  return &rooms_.emplace(framework, std::move(room)).first->second;
}

Result<SubjectReport> PairFuzzer::Fuzz(const Subject& subject) {
  return Session(*options_, conventions_, subject,
                 [this](const std::string& framework) { return RoomOf(framework); })
      .Hold();
}

}  // namespace assay::mirror::pairs
