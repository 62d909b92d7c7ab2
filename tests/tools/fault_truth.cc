// Which single planted fault shows each case of a store: fault_truth STORE NAME+NAME+...
//
// The truth that grouping is measured against. Every case that a campaign with several faults at
// once has kept is run with each of them alone, in this process. One line per case: the finding,
// the case's number and the names of the faults that show it, separated by tabs. A fault that needs
// a past (state that survives) or a limit on memory is shown by no case here.
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

bool Wrong(const oracle::Truth& truth, const Result<std::vector<Datum>>& run) {
  if (!run.ok()) return run.error().kind == ErrorKind::kInvalid;
  for (size_t i = 0; i < run->size(); ++i)
    if (oracle::Judge("", truth.lenient[i], nullptr, (*run)[i]).verdict == oracle::Verdict::kWrong)
      return true;
  return false;
}

bool Shows(const oracle::Subject& subject, const oracle::Truth& truth, const Fault& fault) {
  Session session;
  session.harm = [](Harm) { throw Harmed("the process would have ended"); };
  Executor executor(session);
  try {
    if (!executor.Load(subject.bytes, {&fault}).ok()) return true;
    for (int run = 0; run < kRuns; ++run)
      if (Wrong(truth, executor.Run(subject.inputs))) return true;
  } catch (const std::exception&) {  // Harmed, or what a fault throws itself
    return true;
  }
  return false;
}

Status PrintCase(const store::SightingRow& sighting, const std::vector<const Fault*>& faults) {
  ASSAY_ASSIGN(const ModelCase model_case,
               triage::UnpackCase(sighting.model, sighting.inputs, sighting.finding));
  ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(model_case));
  ASSAY_ASSIGN(const oracle::Truth truth, oracle::ComputeTruth(subject, {.strict_too = false}));
  std::printf("%s\t%lld", sighting.finding.c_str(), static_cast<long long>(sighting.case_index));
  for (const Fault* fault : faults)
    if (Shows(subject, truth, *fault)) std::printf("\t%s", std::string(fault->name).c_str());
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
      ASSAY_RETURN_IF_ERROR(PrintCase(sighting, faults));
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
