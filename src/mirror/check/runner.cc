#include "mirror/check/runner.h"

namespace assay::mirror {
namespace {

// A compiler's first call takes a while; nothing else does.
constexpr double kSeconds = 60;
constexpr uint64_t kMemoryMb = 6144;
// The recording comes after all that the program prints.
constexpr uint64_t kOutputBytes = 16 << 20;

program::ProgramRequest RequestFor(std::string text) {
  program::ProgramRequest request{.text = std::move(text), .watch = false, .patient = true};
  request.limits.wall_s = kSeconds;
  request.limits.memory_mb = kMemoryMb;
  request.limits.output_bytes = kOutputBytes;
  return request;
}

}  // namespace

Result<Runner> Runner::Open(bool unsafe) {
  ASSAY_ASSIGN(Recorder recorder, Recorder::Load());
  return Runner(std::move(recorder), unsafe);
}

Result<program::ProgramLab*> Runner::LabOf(const std::string& framework) {
  auto found = labs_.find(framework);
  if (found == labs_.end()) {
    ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({framework, unsafe_, false, {}}));
    found = labs_.emplace(framework, std::move(lab)).first;
  }
  return &found->second;
}

Result<const Recorded*> Runner::Record(const std::string& framework, const std::string& text,
                                       const Changes& changes) {
  const Key key{framework, text, ChangesName(changes)};
  if (const auto found = done_.find(key); found != done_.end()) return &found->second;
  ASSAY_ASSIGN(program::ProgramLab * lab, LabOf(framework));
  Recorded out;
  ASSAY_ASSIGN(out.outcome, lab->Run(RequestFor(recorder_.Wrap(text, changes))));
  out.recording = TakeRecording(out.outcome.run.out);
  return &done_.emplace(key, std::move(out)).first->second;
}

Result<program::ProgramOutcome> Runner::RunPlain(const std::string& framework,
                                                 const std::string& text, bool cold) {
  if (cold) {
    ASSAY_ASSIGN(auto lab, program::ProgramLab::Open({framework, unsafe_, true, {}}));
    return lab.Run(RequestFor(text));
  }
  ASSAY_ASSIGN(program::ProgramLab * lab, LabOf(framework));
  return lab->Run(RequestFor(text));
}

void Runner::Forget(const std::string& text) {
  std::erase_if(done_, [&](const auto& entry) { return entry.first.text != text; });
}

}  // namespace assay::mirror
