#include "mirror/check/runner.h"

#include <utility>

#include "base/files.h"
#include "base/folders.h"
#include "base/hash.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "mirror/check/kept_runs.h"
#include "mirror/direction.h"
#include "program/lab/on_gpu.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

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

// In this order: each uses names of those before.
constexpr const char* kParts[] = {"exchange.py", "draws.py", "choices.py", "widen.py",
                                  "facts.py",    "shake.py", "calls.py",   "record.py"};
constexpr std::string_view kMark = "\n@assay-recorded ";

// Also a literal of Python.
std::string Quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

json Modes(const Changes& changes) {
  json out = json::array();
  if (changes.wide) out.push_back("wide");
  if (changes.benign) out.push_back("benign");
  if (changes.numpy) out.push_back("numpy");
  if (changes.shaken) out.push_back("shaken");
  if (changes.steps) out.push_back("steps");
  return out;
}

}  // namespace

// What ran without a sandbox or on a GPU is not told apart from what did not: it is not kept.
Runner::Runner(Recorder recorder, const RunnerOptions& options)
    : recorder_(std::move(recorder)),
      options_(options),
      kept_(options.fresh || options.unsafe || options.gpu ? "" : CacheFolder() + "/mirror/runs") {}

Result<Runner> Runner::Open(const RunnerOptions& options) {
  ASSAY_ASSIGN(Recorder recorder, Recorder::Load());
  return Runner(std::move(recorder), options);
}

Result<program::ProgramLab*> Runner::LabOf(const std::string& environment) {
  auto found = labs_.find(environment);
  if (found == labs_.end()) {
    program::LabOptions options{.environment = environment, .unsafe = options_.unsafe};
    if (options_.compiles && program::WithoutGpu(environment) == "torch")
      options.also = {"torch.compile"};
    ASSAY_ASSIGN(auto lab, program::ProgramLab::Open(options));
    found = labs_.emplace(environment, std::move(lab)).first;
  }
  return &found->second;
}

// The environment of a program, with the GPU where programs get it.
std::string Runner::PlaceOf(const std::string& framework, const std::string& text) const {
  return StrCat(EnvironmentFor(framework, text), options_.gpu ? program::kOnGpu : "");
}

std::string Runner::IdentityOf(const std::string& framework, const std::string& text,
                               const Changes& changes) {
  const std::string environment = EnvironmentFor(framework, text);
  auto found = fingerprints_.find(environment);
  if (found == fingerprints_.end()) {
    const auto folder = program::FindEnvironment(environment);
    found = fingerprints_.emplace(environment, folder.ok() ? FingerprintOf(*folder) : "").first;
  }
  // Without one nothing says that it is the same environment.
  if (found->second.empty()) return "";
  return StrCat(found->second, " ", HashBytes(recorder_.Wrap("", {})), " ", kSeconds, " ",
                kMemoryMb, "\n", ChangesName(changes), "\n", text);
}

Result<const Recorded*> Runner::Record(const std::string& framework, const std::string& text,
                                       const Changes& changes) {
  const Key key{framework, text, ChangesName(changes)};
  if (const auto found = done_.find(key); found != done_.end()) return &found->second;
  const std::string identity = IdentityOf(framework, text, changes);
  Recorded out;
  std::optional<program::ProgramOutcome> kept;
  if (!distrusts_ && !identity.empty()) kept = kept_.Find(identity);
  if (kept) {
    out.outcome = std::move(*kept);
  } else {
    ASSAY_ASSIGN(program::ProgramLab * lab, LabOf(PlaceOf(framework, text)));
    ASSAY_ASSIGN(out.outcome, lab->Run(RequestFor(recorder_.Wrap(text, changes))));
    if (!identity.empty()) kept_.Keep(identity, out.outcome);
  }
  spent_.push_back({framework, key.changes, out.outcome.run.seconds, out.outcome.run.cpu_seconds,
                    kept.has_value()});
  out.recording = TakeRecording(out.outcome.run.out);
  return &done_.emplace(key, std::move(out)).first->second;
}

Result<program::ProgramOutcome> Runner::RunPlain(const std::string& framework,
                                                 const std::string& text, bool cold) {
  if (cold) {
    ASSAY_ASSIGN(auto lab,
                 program::ProgramLab::Open({PlaceOf(framework, text), options_.unsafe, true, {}}));
    return lab.Run(RequestFor(text));
  }
  ASSAY_ASSIGN(program::ProgramLab * lab, LabOf(PlaceOf(framework, text)));
  return lab->Run(RequestFor(text));
}

void Runner::Forget(const std::string& text) {
  std::erase_if(done_, [&](const auto& entry) { return entry.first.text != text; });
}

bool Runner::Keeps(const std::string& framework, const std::string& text, const Changes& changes) {
  const std::string identity = IdentityOf(framework, text, changes);
  return !identity.empty() && kept_.Find(identity).has_value();
}

void Runner::Distrust(bool kept) {
  distrusts_ = kept;
  if (kept) done_.clear();
}

std::vector<RunCost> Runner::TakeSpent() { return std::exchange(spent_, {}); }

std::string ChangesName(const Changes& changes) {
  std::vector<std::string> words;
  if (changes.numpy) words.push_back("numpy");
  if (changes.shaken) words.push_back("shaken");
  if (changes.benign) words.push_back("benign");
  if (changes.wide) words.push_back("wide");
  if (changes.steps) words.push_back("steps");
  return words.empty() ? "own" : Join(words, " ");
}

Result<Recorder> Recorder::Load() {
  std::string source;
  for (const char* part : kParts) {
    ASSAY_ASSIGN(const std::string text,
                 ReadFile(StrCat(lab::HomeFolder(), "/data/mirror/check/", part)));
    source += text + "\n";
  }
  return Recorder(std::move(source));
}

// One statement: the program's globals hold nothing of ours, and no line of ours can be taken for
// one of the program.
std::string Recorder::Wrap(const std::string& text, const Changes& changes) const {
  return StrCat("exec(compile(", Quoted(source_),
                ", \"<assay>\", \"exec\"), {\"__name__\": \"assay_record\", \"PATH\": __file__, "
                "\"TEXT\": ",
                Quoted(text), ", \"MAIN\": globals(), \"MODES\": ", Modes(changes).dump(), "})\n");
}

Recording TakeRecording(std::string& printed) {
  Recording out;
  const size_t at = printed.rfind(kMark);
  if (at == std::string::npos) return out;
  const size_t begin = at + kMark.size();
  const size_t end = std::min(printed.find('\n', begin), printed.size());
  const json told = json::parse(printed.substr(begin, end - begin), nullptr, false);
  printed.erase(at, end - at);
  for (size_t mark = printed.find(kMark); mark != std::string::npos; mark = printed.find(kMark))
    printed.erase(mark, std::min(printed.find('\n', mark + kMark.size()), printed.size()) - mark);
  // The program could have printed such a line itself: whatever it holds must not harm.
  if (!told.is_object()) return out;
  try {
    out.done = told.at("done");
    out.changes = told.at("changes");
    out.draws = told.at("draws");
    out.provokes = told.value("provokes", -1);
    out.lists = told.value("lists", 0);
    out.filled = told.value("filled", 0);
    if (told.at("variables").is_object()) out.variables = told["variables"];
    if (told.at("events").is_array()) out.events = told["events"];
    if (const auto called = told.find("called"); called != told.end() && called->is_object()) {
      out.called = called->at("apis").get<std::set<std::string>>();
      out.watched = true;
    }
    out.there = true;
  } catch (const json::exception&) {
    return {};
  }
  return out;
}

}  // namespace assay::mirror
