#include "mirror/screen.h"

#include <algorithm>

#include "base/strings.h"
#include "program/lab/program_lab.h"
#include "program/lint/lint.h"
#include "program/parse/program.h"

namespace assay::mirror {
namespace {

struct Platform {
  std::string_view name;
  std::vector<std::string_view> marks;  // in names of APIs, or in texts
};

const std::vector<Platform>& Platforms() {
  static const std::vector<Platform> kAll = {
      {"cuda",
       {"torch.cuda.", "torch.Tensor.cuda", "torch.nn.Module.cuda", "torch.backends.cuda",
        "torch.backends.cudnn"}},
      {"mps", {"torch.mps.", "torch.backends.mps"}},
      {"tpu", {"torch_xla.", "tensorflow.tpu.", "tensorflow.distribute.TPUStrategy"}},
      {"xpu", {"torch.xpu."}},
  };
  return kAll;
}

void Add(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

// Questions about a machine that any has an answer to, and seeds of generators that nobody asks.
bool IsHarmless(const std::string& api) {
  constexpr std::string_view kAll[] = {"torch.cuda.is_available", "torch.cuda.device_count",
                                       "torch.cuda.manual_seed", "torch.cuda.manual_seed_all",
                                       "torch.backends.mps.is_available"};
  return std::ranges::find(kAll, api) != std::end(kAll);
}

// A device that a text names: "cuda:0", 'mps', "/GPU:0", "/device:GPU:0".
std::string DeviceOf(std::string_view literal) {
  while (!literal.empty() &&
         (literal.front() == '"' || literal.front() == '\'' || literal.front() == '/'))
    literal.remove_prefix(1);
  while (!literal.empty() && (literal.back() == '"' || literal.back() == '\''))
    literal.remove_suffix(1);
  if (literal.starts_with("device:")) literal.remove_prefix(7);
  const std::string_view device = literal.substr(0, literal.find(':'));
  for (const char* name : {"cuda", "mps", "tpu", "xpu"})
    if (device == name) return name;
  if (device == "gpu" || device == "GPU") return "cuda";
  if (device == "TPU") return "tpu";
  return "";
}

std::vector<std::string> PlatformsOf(const std::string& text) {
  std::vector<std::string> out;
  const program::Program read = program::ReadProgram(text);
  for (const program::Call& call : read.calls) {
    for (const Platform& platform : Platforms())
      for (const std::string_view mark : platform.marks)
        if (call.api.starts_with(mark) && !IsHarmless(call.api))
          Add(out, std::string(platform.name));
    if (call.api.empty() && call.written.ends_with(".cuda")) Add(out, "cuda");
    const bool places = call.written.ends_with(".to") || call.api == "torch.device" ||
                        call.api == "tensorflow.device" || call.api == "jax.devices" ||
                        call.api == "torch.autocast";
    for (const program::Argument& argument : call.arguments)
      if (places || argument.keyword == "device")
        if (const std::string device = DeviceOf(argument.text); !device.empty()) Add(out, device);
  }
  return out;
}

std::vector<std::string> ProcessesOf(const std::string& text) {
  constexpr std::string_view kStarting[] = {"subprocess.", "multiprocessing.", "os.system",
                                            "os.popen",    "os.fork",          "os.spawn"};
  std::vector<std::string> out;
  for (const program::Call& call : program::ReadProgram(text).calls)
    for (const std::string_view start : kStarting)
      if (call.api.starts_with(start)) Add(out, call.api);
  return out;
}

// "scipy (torch)": what a program imports without being ready for its absence, and the environment
// that does not have it. Where a framework is not installed at all, running says so.
void AddMissingModules(const std::string& text, const std::string& framework,
                       const std::string& except, std::vector<std::string>& out) {
  const auto environment = program::FindEnvironment(EnvironmentFor(framework, text));
  if (!environment.ok()) return;
  for (const program::Import& import : program::ReadProgram(text).imports) {
    const std::string root = program::RootOf(import.full);
    if (root == except || (root == "keras" && except == "tensorflow")) continue;
    if (!import.guarded && !root.empty() && !program::ModuleExists(*environment, root))
      Add(out, StrCat(root, " (", framework, ")"));
  }
}

}  // namespace

Screened Screen(const std::string& text, const Rewriter& rewriter, const ScreenOptions& options) {
  Screened out;
  const Rewritten carried = rewriter.Rewrite(text);
  out.uses = carried.uses;
  out.platforms = PlatformsOf(text);
  if (options.gpu) std::erase(out.platforms, "cuda");
  out.processes = ProcessesOf(text);
  const auto& [from, to] = rewriter.direction();
  AddMissingModules(text, from, "", out.modules);
  // What rules leave of the source's framework is told by its API.
  AddMissingModules(carried.text, to, from, out.modules);
  for (const ApiUse& use : carried.uses)
    if (use.twin.empty()) Add(out.missing, use.api);
  std::string reason;
  for (const Left& left : carried.left) {
    if (options.by_model) break;
    Add(out.missing, left.api);
    if (reason.empty()) reason = StrCat("line ", left.line, ": ", left.api, ": ", left.why);
  }
  const bool any =
      std::ranges::any_of(out.uses, [](const ApiUse& use) { return !use.twin.empty(); });
  if (options.mode == ScreenMode::kOff) {
    out.in = true;
  } else if (!out.platforms.empty()) {
    out.why = StrCat("asks for ", Join(out.platforms, ", "), ", which is not there");
  } else if (!out.modules.empty()) {
    out.why =
        StrCat("imports modules that an environment does not have: ", Join(out.modules, ", "));
  } else if (!out.processes.empty()) {
    out.why = StrCat("starts other processes, whose work is not seen: ", Join(out.processes, ", "));
  } else if (out.uses.empty()) {
    out.why = StrCat("uses no API of ", rewriter.direction().from);
  } else if (options.mode == ScreenMode::kAny) {
    out.in = any;
    if (!any)
      out.why =
          StrCat("no API has a twin in ", rewriter.direction().to, ": ", Join(out.missing, ", "));
  } else {
    out.in = out.missing.empty();
    if (!out.in)
      out.why = StrCat("cannot be translated to ", rewriter.direction().to, ": ",
                       reason.empty() ? Join(out.missing, ", ") : reason);
  }
  return out;
}

}  // namespace assay::mirror
