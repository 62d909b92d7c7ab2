#include "report/repro/repro.h"

#include <algorithm>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "oracle/quantised.h"
#include "report/repro/expectation.h"
#include "report/repro/python.h"
#include "report/repro/run_command.h"
#include "triage/case_bytes.h"
#include "triage/probe.h"

namespace assay::report {
namespace {

using nlohmann::json;

constexpr size_t kShownOutput = 4000;   // characters of a run's output that are kept
constexpr size_t kTitleLength = 240;    // of what is wrong, in the head of the file
constexpr double kWriterSeconds = 300;  // importing a framework and recording one run
// Reproductions import the framework, run it in several modes, some of them many times.
constexpr double kRunFactor = 4, kRunSeconds = 180;
constexpr int64_t kLongTensor = 64;  // elements; longer ones make a file hard to read

struct PlainMode {
  const char *framework, *mode, *label;
};
constexpr PlainMode kPlainModes[] = {{"onnxruntime", "opt=off", "without optimisations"},
                                     {"iree", "opt=off", "compiled at -O0"},
                                     {"torch", "eager", "eager"},
                                     {"tensorflow", "eager", "eager"},
                                     {"jax", "eager", "without jit"}};

const PlainMode* FindPlain(const std::string& framework) {
  for (const PlainMode& plain : kPlainModes)
    if (framework == plain.framework) return &plain;
  return nullptr;
}

std::string Tail(const std::string& text) {
  return text.size() <= kShownOutput ? text : text.substr(text.size() - kShownOutput);
}

std::string LastLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

// One line for the head of the file, without paths of this machine.
std::string Title(const lab::Target& target, const oracle::TargetResult& result) {
  std::string message = result.message.substr(0, result.message.find('\n'));
  std::string out = StrCat(target.framework, " ", target.version,
                           target.mode.empty() ? "" : " (" + target.mode + ")", ", ",
                           result.oracle.empty() ? "finding" : result.oracle,
                           result.stage.empty() ? "" : " at the stage " + result.stage, ": ");
  for (const std::string& word : Split(message, ' ')) {
    const bool path = word.find('/') != std::string::npos || word.find("::") != std::string::npos;
    if (!path)
      out += word + " ";
    else if (!out.ends_with("… "))
      out += "… ";
  }
  out.pop_back();
  for (char& c : out)
    if (c == '"' || c == '\\') c = '\'';
  return out.size() <= kTitleLength ? out : out.substr(0, kTitleLength) + " …";
}

bool HasLongTensors(const ModelCase& model_case) {
  const auto is_long = [](const Tensor& tensor) { return tensor.count() > kLongTensor; };
  for (const Datum& input : model_case.inputs)
    if (is_long(input.tensor)) return true;
  for (const auto& [id, tensor] : model_case.model.graph.initializers())
    if (is_long(tensor)) return true;
  return false;
}

Status WriteRequest(const ModelCase& model_case, const oracle::Subject& subject,
                    const json& request, const std::string& folder) {
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/model.onnx", subject.bytes));
  ASSAY_ASSIGN(const auto parts, triage::SplitInputs(triage::PackInputs(model_case)));
  for (size_t i = 0; i < parts.size(); ++i)
    ASSAY_RETURN_IF_ERROR(WriteFile(StrCat(folder, "/input_", i, ".pb"), parts[i]));
  return WriteFile(folder + "/request.json",
                   request.dump(1, ' ', false, json::error_handler_t::replace));
}

struct Written {
  std::string text, why_not;
};

// Asks the scripts for a text.
Result<Written> Write(const ReproSubject& asked, const oracle::Subject& subject,
                      const json& request) {
  ASSAY_ASSIGN(const Python python, PythonOf(asked.target));
  ASSAY_ASSIGN(const Python writer, PythonWithOnnx(python));
  const Scratch scratch;
  ASSAY_RETURN_IF_ERROR(WriteRequest(*asked.model_case, subject, request, scratch.path()));
  const std::string script = lab::HomeFolder() + "/repro/write.py";
  ASSAY_ASSIGN(const Ended ended,
               RunCommand(PythonCommand(writer, nullptr, {script, scratch.path()}, scratch.path(),
                                        asked.target),
                          {}, kWriterSeconds));
  const auto reply = ReadFile(scratch.path() + "/reply.json");
  const json parsed = reply.ok() ? json::parse(*reply, nullptr, false) : json();
  if (!parsed.is_object())
    return Written{"", StrCat("the writer ended with ", lab::ExitText(ended.exit), ": ",
                              LastLine(ended.output))};
  return Written{parsed.value("text", ""), parsed.value("why_not", "")};
}

// Runs a text and fills in what came of it.
Status Check(const lab::Target& target, Repro& repro) {
  ASSAY_ASSIGN(const Python python, PythonOf(target));
  ASSAY_ASSIGN(const Python lender, PythonWithOnnx(python));
  const Scratch scratch;
  ASSAY_RETURN_IF_ERROR(WriteFile(scratch.path() + "/repro.py", repro.text));
  const lab::ProcessLimits limits{.address_space = target.manifest->memory_mb << 20};
  ASSAY_ASSIGN(const Ended ended,
               RunCommand(PythonCommand(python, &lender, {"repro.py"}, scratch.path(), target),
                          limits, kRunSeconds + kRunFactor * target.wall_s));
  repro.checked = true;
  repro.exit = ended.exit.signalled ? 128 + ended.exit.number : ended.exit.number;
  repro.output = Tail(ended.output);
  for (size_t at; (at = repro.output.find(scratch.path() + "/")) != std::string::npos;)
    repro.output.erase(at, scratch.path().size() + 1);
  // An exception that nobody caught also ends Python with 1.
  repro.shows = repro.exit == 1 && ended.output.find("\nBUG") != std::string::npos;
  if (ended.timed_out) repro.output += "\n[no end within the time limit]";
  repro.why_not = repro.shows ? "" : "the file ran and did not show it";
  return {};
}

// What is tried, best text first.
std::vector<json> Variants(const ReproSubject& asked, const json& expect) {
  std::vector<json> out;
  const std::string how = expect["how"];
  if (how != "value" && how != "text" && how != "repeat" && HasLongTensors(*asked.model_case))
    out.push_back({{"values", "plain"}, {"settings", false}});
  out.push_back({{"values", "exact"}, {"settings", false}});
  out.push_back({{"values", "exact"}, {"settings", true}});
  return out;
}

json Request(const ReproSubject& asked, const oracle::Subject& subject,
             const oracle::TargetResult& result, json expect) {
  const lab::Target& target = asked.target;
  const Graph& graph = subject.model.graph;
  json outputs = json::array();
  for (const ValueId id : graph.outputs) outputs.push_back(graph.name_of(id));
  // Builds such as 2.13.0+cpu are found on other servers than the release.
  const std::string version = target.version.substr(0, target.version.find('+'));
  const std::string pinned =
      StrCat(target.manifest->package, version.empty() ? "" : "==" + version);
  json packages = {pinned};
  return {{"framework", target.framework},   {"mode", target.mode},
          {"version", target.version},       {"device", target.device},
          {"packages", std::move(packages)}, {"what", Title(target, result)},
          {"outputs", std::move(outputs)},   {"stage", result.stage},
          {"expect", std::move(expect)}};
}

// What a tool on a way said itself, without the words in which its worker tells who said it.
std::string SaidByTool(const std::string& message) {
  std::string out = message;
  for (const std::string_view mark : {"cannot be loaded: ", "(load): ", "(run): ", " fails: "})
    if (const size_t at = out.find(mark); at != std::string::npos)
      out = out.substr(at + mark.size());
  // The class of an exception is no part of its text.
  const size_t colon = out.find(": ");
  if (colon != std::string::npos && out.substr(0, colon).ends_with("Error"))
    out = out.substr(colon + 2);
  return out;
}

bool RightIn(const std::optional<lab::Target>& plain, const ModelCase& model_case, lab::Lab& lab) {
  if (!plain.has_value() || !plain->ready) return false;
  const auto seen = triage::Probe(*plain, lab).Run(model_case, {.locate = false});
  return seen.ok() && seen->result.status == oracle::CaseStatus::kOk;
}

Repro WithoutText(std::string why) {
  Repro out;
  out.why_not = std::move(why);
  return out;
}

}  // namespace

std::string PlainModeOf(const lab::Target& target) {
  const PlainMode* plain = FindPlain(target.framework);
  return plain == nullptr || target.mode == plain->mode ? "" : plain->mode;
}

Result<Repro> Reproduce(const ReproSubject& asked, lab::Lab& lab) {
  const lab::Target& target = asked.target;
  if (const auto python = PythonOf(target); !python.ok())
    return WithoutText(python.error().message);
  ASSAY_ASSIGN(const oracle::Subject subject, triage::MakeSubject(*asked.model_case));
  ASSAY_ASSIGN(oracle::Truth truth,
               oracle::ComputeTruth(subject, {.strict_too = false, .tf32 = target.tf32}));
  if (target.quantised && truth.unknown.empty()) truth = oracle::QuantisedTruth(subject);
  ASSAY_ASSIGN(auto seen,
               triage::Probe(target, lab).Run(*asked.model_case, {.confirm = true, .fresh = true}));
  if (asked.kind == "nondeterministic") seen.result.status = oracle::CaseStatus::kNondeterministic;
  if (!target.stage.empty()) seen.result.message = SaidByTool(seen.result.message);
  const auto expect =
      Expectation(subject, truth, seen.result, target.wall_s, target.manifest->memory_mb << 20);
  if (!expect.ok()) return WithoutText(expect.error().message);
  json request = Request(asked, subject, seen.result, *expect);
  if (RightIn(asked.plain, *asked.model_case, lab))
    request["plain"] = FindPlain(target.framework)->label;
  Repro out;
  for (const json& variant : Variants(asked, *expect)) {
    request.update(variant);
    ASSAY_ASSIGN(const Written written, Write(asked, subject, request));
    if (written.text.empty()) return WithoutText(written.why_not);
    if (written.text == out.text) continue;  // the settings change nothing for this framework
    out = {};
    out.text = written.text;
    ASSAY_RETURN_IF_ERROR(Check(target, out));
    if (out.shows) break;
  }
  return out;
}

Result<Repro> RunAgain(const std::string& text, const lab::Target& target) {
  Repro out;
  out.text = text;
  ASSAY_RETURN_IF_ERROR(Check(target, out));
  return out;
}

json ReproJson(const Repro& repro) {
  json out = With(ASSAY_FIELDS(repro, text, checked, shows, exit, output),
                  {{"language", "python"}, {"lines", std::ranges::count(repro.text, '\n')}});
  if (!repro.why_not.empty()) out["why_not"] = repro.why_not;
  return out;
}

}  // namespace assay::report
