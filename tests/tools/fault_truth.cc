// Which single planted fault shows each case of a store: fault_truth STORE NAME+NAME+...
//
// The truth that grouping is measured against. Every case that a campaign with several faults at
// once has kept is run with each of them alone, in this process. One line per case: the finding,
// the case's number and the names of the faults that show it in the way the finding says (the run
// ends badly, its results change, or the first of them is wrong), separated by tabs. A fault that
// needs a past (state that survives) or a limit on memory is shown by no case here.
#include <cstdio>
#include <stdexcept>

#include "base/strings.h"
#include "executor.h"
#include "oracle/check.h"
#include "store/store.h"
#include "triage/case_bytes.h"

namespace assay::faults {
namespace {

struct Harmed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Faults that act by chance get as many chances.
constexpr int kRuns = 6;

enum class Way { kEnds, kChanges, kWrong };

Way WayOf(const store::FindingRow& finding) {
  if (!finding.stage.empty()) return Way::kEnds;
  return finding.kind == "nondeterministic" ? Way::kChanges : Way::kWrong;
}

bool Wrong(const oracle::Truth& truth, const std::vector<Datum>& results) {
  for (size_t i = 0; i < results.size(); ++i)
    if (oracle::Judge("", truth.lenient[i], nullptr, results[i]).verdict == oracle::Verdict::kWrong)
      return true;
  return false;
}

// What one fault makes of a case, run by run, in one process.
class Trial {
 public:
  Trial(const oracle::Subject& subject, const Fault& fault) : subject_(subject) {
    session_.harm = [](Harm) { throw Harmed("the process would have ended"); };
    try {
      ended_ = !executor_.Load(subject.bytes, {&fault}).ok();
    } catch (const std::exception&) {  // Harmed, or what a fault throws itself
      ended_ = true;
    }
  }

  // The results; empty when it ended badly.
  std::vector<Datum> Run() {
    if (ended_) return {};
    try {
      auto run = executor_.Run(subject_.inputs);
      if (run.ok()) return std::move(run).value();
      ended_ = run.error().kind == ErrorKind::kInvalid;
    } catch (const std::exception&) {
      ended_ = true;
    }
    return {};
  }

  // So that what is left to chance falls otherwise than in other trials.
  void Stir(int times) {
    for (int i = 0; i < times; ++i) session_.garbage.Next();
    session_.runs = static_cast<uint64_t>(times);
  }

  bool ended() const { return ended_; }

 private:
  const oracle::Subject& subject_;
  Session session_;
  Executor executor_{session_};
  bool ended_ = false;
};

bool Ends(const oracle::Subject& subject, const Fault& fault) {
  Trial trial(subject, fault);
  for (int i = 0; i < kRuns; ++i) trial.Run();
  return trial.ended();
}

// Unbroken, the same case gives the same bits.
bool Changes(const oracle::Subject& subject, const Fault& fault) {
  Trial trial(subject, fault);
  const std::vector<Datum> first = trial.Run();
  for (int i = 1; i < kRuns; ++i)
    if (!(trial.Run() == first)) return true;
  return false;
}

bool IsWrongAtOnce(const oracle::Subject& subject, const oracle::Truth& truth, const Fault& fault) {
  for (int i = 0; i < kRuns; ++i) {
    Trial trial(subject, fault);
    trial.Stir(i);
    if (Wrong(truth, trial.Run())) return true;
  }
  return false;
}

bool Shows(const oracle::Subject& subject, const oracle::Truth& truth, const Fault& fault,
           Way way) {
  switch (way) {
    case Way::kEnds:
      return Ends(subject, fault);
    case Way::kChanges:
      return Changes(subject, fault);
    case Way::kWrong:
      return IsWrongAtOnce(subject, truth, fault);
  }
  return false;
}

Status PrintCase(const store::SightingRow& sighting, const std::vector<const Fault*>& faults,
                 Way way) {
  ASSAY_ASSIGN(const ModelCase model_case,
               triage::UnpackCase(sighting.model, sighting.inputs, sighting.finding));
  ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(model_case));
  ASSAY_ASSIGN(const oracle::Truth truth, oracle::ComputeTruth(subject, {.strict_too = false}));
  std::printf("%s\t%lld", sighting.finding.c_str(), static_cast<long long>(sighting.case_index));
  for (const Fault* fault : faults)
    if (Shows(subject, truth, *fault, way)) std::printf("\t%s", std::string(fault->name).c_str());
  std::printf("\n");
  return {};
}

Status PrintAll(const std::string& path, const std::string& mode) {
  ASSAY_ASSIGN(const auto faults, FaultsOfMode(mode));
  ASSAY_ASSIGN(const store::Store store, store::Store::OpenExisting(path));
  ASSAY_ASSIGN(const auto findings, store.Findings());
  for (const store::FindingRow& finding : findings) {
    ASSAY_ASSIGN(const auto sightings, store.Sightings(finding.id));
    for (const store::SightingRow& sighting : sightings)
      ASSAY_RETURN_IF_ERROR(PrintCase(sighting, faults, WayOf(finding)));
  }
  return {};
}

}  // namespace
}  // namespace assay::faults

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: fault_truth STORE NAME+NAME+...\n", stderr);
    return 2;
  }
  const assay::Status status = assay::faults::PrintAll(argv[1], argv[2]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "fault_truth: %s\n", status.error().message.c_str());
  return 2;
}
