#include "mirror/check/recording.h"

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// In this order: each uses names of those before.
constexpr const char* kParts[] = {"exchange.py", "draws.py", "widen.py",
                                  "facts.py",    "shake.py", "record.py"};
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
    out.there = true;
  } catch (const json::exception&) {
    return {};
  }
  return out;
}

}  // namespace assay::mirror
