#include "knowledge/issues/parts.h"

#include <re2/re2.h>

#include <array>

#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/markdown.h"
#include "knowledge/issues/versions.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

struct SymptomDef {
  std::string_view name, phrases;
};
constexpr std::array kSymptoms = {
#define SYMPTOM(name, phrases) SymptomDef{name, phrases},
#include "knowledge/issues/symptoms.def"
#undef SYMPTOM
};

struct PlatformDef {
  std::string_view name, machine, phrases, code;
};
constexpr std::array kPlatforms = {
#define PLATFORM(name, machine, phrases, code) PlatformDef{name, machine, phrases, code},
#include "knowledge/issues/platforms.def"
#undef PLATFORM
};

bool ImportsFramework(const std::string& text) {
  static const RE2 kImport(
      R"((?m)^\s*(?:import|from)\s+(?:torch|torchvision|torchao|tensorflow|tensorflow_model_optimization|jax|keras|tf_keras|onnx|onnxruntime|openvino|tvm|mindspore|paddle)\b)");
  return RE2::PartialMatch(text, kImport);
}

bool LooksLikePython(const std::string& text) {
  static const RE2 kPython(
      R"((?m)^\s*(?:import \w|from [\w.]+ import|def \w+\(|class \w+[(:]|with .+:$|for .+ in .+:$|@\w|print\(|assert |[\w.\[\], ]+ = .*[\w\])'"]$|\w[\w.]*\(.*\)$))");
  return RE2::PartialMatch(text, kPython);
}

// Printed tensors, log lines: what no program holds at the start of a line.
bool LooksLikeOutput(const std::string& text) {
  static const RE2 kOutput(
      R"((?m)^(?:tensor\(|tf\.Tensor\(|<tf\.Tensor|Array\(|array\(|\[\[|\d{4}-\d\d-\d\d \d\d:\d\d|[WEIF]\d{4} \d\d:\d\d|\[?-?\d+\.\d+[ ,\]]))");
  return RE2::PartialMatch(text, kOutput);
}

bool CallsSomething(const std::string& text) {
  static const RE2 kCall(R"((?m)^[^#\n]*[\w\])]\()");
  return RE2::PartialMatch(text, kCall);
}

bool SaysPython(const std::string& language) {
  return language == "python" || language == "py" || language == "python3" || language == "pycon" ||
         language == "ipython" || language == "ipython3";
}

void AddBlocks(const std::string& text, const std::string& origin, Parts& parts,
               std::string* prose) {
  for (const Segment& segment : SplitMarkdown(text)) {
    if (!segment.code) {
      if (prose != nullptr) *prose += segment.text;
      continue;
    }
    Block block;
    block.kind = KindOf(segment.language, segment.text);
    block.language = segment.language;
    const bool code = block.kind == BlockKind::kProgram || block.kind == BlockKind::kFragment;
    block.text = code ? PlainCode(segment.text) : segment.text;
    block.origin = origin;
    block.line = segment.line;
    if (block.text.find_first_not_of(" \t\r\n") != std::string::npos) parts.blocks.push_back(block);
  }
}

std::optional<ReportedError> ErrorOf(const Issue& issue, const Parts& parts) {
  // Tracebacks first, then other output of the body, then its prose.
  for (const BlockKind kind : {BlockKind::kTraceback, BlockKind::kOutput, BlockKind::kOther})
    for (const Block& block : parts.blocks)
      if (block.kind == kind)
        if (auto error = FindError(block.text)) return error;
  return FindError(issue.body);
}

std::string SymptomText(const Issue& issue, const Parts& parts) {
  std::string out = issue.title + "\n" + parts.report + "\n" + Join(issue.labels, "\n") + "\n";
  for (const Block& block : parts.blocks)
    if (block.kind == BlockKind::kOutput || block.kind == BlockKind::kTraceback) out += block.text;
  if (parts.error.has_value()) out += parts.error->exception + "\n" + parts.error->message;
  return Lower(out);
}

// Small letters, without blanks, one kind of quotes: `device = 'cuda'` as device="cuda". What does
// nothing where there is no device is left out.
std::string Plainest(const std::string& code) {
  std::string out;
  for (const char c : Lower(code))
    if (c != ' ' && c != '\t') out += c == '\'' ? '"' : c;
  constexpr std::string_view kHarmless = "torch.cuda.manual_seed";
  for (size_t at; (at = out.find(kHarmless)) != std::string::npos;) out.erase(at, kHarmless.size());
  return out;
}

bool InCode(const PlatformDef& platform, const Parts& parts, std::string& which) {
  // Only when every program of the report asks for the device.
  bool any = false;
  for (const Block& block : parts.blocks) {
    if (block.kind != BlockKind::kProgram) continue;
    const std::string lower = Plainest(block.text);
    // A program that asks what there is runs without it, too.
    if (lower.find("is_available()") != std::string::npos) return false;
    bool asks = false;
    for (const std::string& text : PhraseList(platform.code))
      if (lower.find(text) != std::string::npos) {
        asks = true;
        which = text;
      }
    if (!asks) return false;
    any = true;
  }
  return any;
}

void ScreenPlatforms(const Issue& issue, const std::string& machine, Parts& parts) {
  const std::string words = Lower(issue.title + "\n" + Join(issue.labels, "\n"));
  for (const PlatformDef& platform : kPlatforms) {
    if (platform.machine == machine) continue;
    std::string reason;
    for (const std::string& phrase : PhraseList(platform.phrases))
      if (reason.empty() && FindPhrase(words, phrase) != std::string::npos)
        reason = StrCat("title or label says \"", phrase, "\"");
    std::string which;
    if (reason.empty() && InCode(platform, parts, which))
      reason = StrCat("the program asks for ", which);
    if (reason.empty()) continue;
    parts.platforms.emplace_back(platform.name);
    if (parts.platform_reason.empty()) parts.platform_reason = reason;
  }
}

}  // namespace

std::string_view Name(BlockKind kind) {
  constexpr std::string_view kNames[] = {"program",   "fragment",    "output",
                                         "traceback", "environment", "other"};
  return kNames[static_cast<size_t>(kind)];
}

BlockKind KindOf(const std::string& language, const std::string& text) {
  if (IsEnvironmentBlock(text)) return BlockKind::kEnvironment;
  const std::string code = PlainCode(text);
  const bool imports = ImportsFramework(code);
  // A program may end in a string that quotes its own traceback; a traceback imports nothing.
  if (IsTraceback(text) && !imports) return BlockKind::kTraceback;
  if (imports && CallsSomething(code)) return BlockKind::kProgram;
  if (SaysPython(language)) return IsTraceback(text) ? BlockKind::kTraceback : BlockKind::kFragment;
  if (LooksLikeOutput(text)) return BlockKind::kOutput;
  // Forms set every field in a fence named "shell": only the content tells.
  if (LooksLikePython(code)) return BlockKind::kFragment;
  if (FindError(text).has_value()) return BlockKind::kOutput;
  return BlockKind::kOther;
}

const Block* Parts::program() const {
  const Block* best = nullptr;
  const auto rank = [](const Block& block) {
    return std::pair(block.origin == "body" || block.origin == "file", block.text.size());
  };
  for (const Block& block : blocks)
    if (block.kind == BlockKind::kProgram && (best == nullptr || rank(block) > rank(*best)))
      best = &block;
  return best;
}

Parts SplitIssue(const Issue& issue, const std::string& machine) {
  Parts parts;
  AddBlocks(issue.body, "body", parts, &parts.report);
  for (const std::string& program : issue.programs)
    parts.blocks.push_back({KindOf("python", program), "python", program, "file", 1});
  for (size_t i = 0; i < issue.comments.size(); ++i) {
    const Comment& comment = issue.comments[i];
    std::string prose;
    AddBlocks(comment.body, StrCat("comment ", i + 1), parts, &prose);
    if (ByMaintainer(comment.association) &&
        prose.find_first_not_of(" \t\r\n") != std::string::npos)
      parts.maintainers.push_back({comment.author, prose});
  }
  for (const LinkedCode& link : issue.links)
    if (!link.text.empty())
      parts.blocks.push_back({KindOf("python", link.text), "python", link.text, link.url, 1});
  parts.error = ErrorOf(issue, parts);
  parts.versions = FindVersions(issue.body);
  const std::string text = SymptomText(issue, parts);
  for (const SymptomDef& symptom : kSymptoms)
    for (const std::string& phrase : PhraseList(symptom.phrases))
      if (FindPhrase(text, phrase) != std::string::npos) {
        parts.symptoms.emplace_back(symptom.name);
        break;
      }
  ScreenPlatforms(issue, machine, parts);
  return parts;
}

bool ClosedAndFixed(const Issue& issue) {
  if (issue.state != "closed" || issue.fixes.empty()) return false;
  return issue.reason != "not_planned" && issue.reason != "duplicate";
}

nlohmann::json ToJson(const Parts& parts) {
  nlohmann::json out =
      With(ASSAY_FIELDS(parts, versions, report, symptoms, platforms, platform_reason),
           {{"blocks", nlohmann::json::array()},
            {"maintainers", nlohmann::json::array()},
            {"error", nullptr}});
  for (const Block& block : parts.blocks)
    out["blocks"].push_back(
        With(ASSAY_FIELDS(block, language, origin, line, text), {{"kind", Name(block.kind)}}));
  for (const Said& said : parts.maintainers)
    out["maintainers"].push_back({{"author", said.author}, {"text", said.text}});
  if (parts.error.has_value()) {
    nlohmann::json frames = nlohmann::json::array();
    for (const Frame& frame : parts.error->frames)
      frames.push_back({{"file", frame.file}, {"line", frame.line}, {"function", frame.function}});
    out["error"] = {{"exception", parts.error->exception},
                    {"message", parts.error->message},
                    {"frames", frames}};
  }
  return out;
}

}  // namespace assay::knowledge
