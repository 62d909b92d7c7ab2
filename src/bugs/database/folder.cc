#include "bugs/database/folder.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "base/toml.h"
#include "bugs/database/text.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

// Nobody's test is larger; what is, is data.
constexpr uint64_t kLargestText = 4 << 20;

class FolderReader {
 public:
  FolderReader(std::string folder, std::vector<Oddity>& oddities)
      : folder_(std::move(folder)), oddities_(oddities) {
    std::error_code failed;
    root_ = fs::canonical(fs::path(folder_).parent_path().parent_path(), failed);
    for (const fs::path& path : EntriesOf(folder_)) names_.push_back(path.filename());
  }

  bool Has(const std::string& name) const { return std::ranges::binary_search(names_, name); }

  // "" when it is not there, which is told if it `must` be, or when it cannot be read.
  std::string Text(const std::string& name, bool must) {
    if (!Has(name)) {
      if (must) Tell(name, "is missing");
      return "";
    }
    auto text = IsWithin(folder_ + "/" + name, root_)
                    ? ReadFile(folder_ + "/" + name, kLargestText)
                    : Invalid("is a link that leads out of the database");
    if (text.ok()) return std::move(text).value();
    unreadable_.insert(name);
    Tell(name, text.error().message);
    return "";
  }

  bool Unreadable(const std::string& name) const { return unreadable_.contains(name); }

  // test_issue_<id>.py, or else the only test there is.
  std::string TestFile(const std::string& id) {
    const std::string usual = "test_issue_" + id + ".py";
    if (Has(usual)) return usual;
    std::vector<std::string> tests;
    for (const std::string& name : names_)
      if (name.starts_with("test") && name.ends_with(".py")) tests.push_back(name);
    if (tests.empty()) {
      Tell(usual, "is missing");
      return "";
    }
    Tell(usual, "is missing; " + tests.front() + " is taken in its place");
    return tests.front();
  }

  void Tell(const std::string& name, const std::string& what) {
    oddities_.push_back({folder_ + "/" + name, 0, what});
  }

 private:
  std::string folder_, root_;
  std::vector<Oddity>& oddities_;
  std::set<std::string> unreadable_;
  std::vector<std::string> names_;
};

std::string Unavailable(const ScriptAsks& asks) {
  if (asks.only_macos) return "needs macOS: its script ends on every other system";
  if (!asks.source.empty()) return "needs a build from source: its script clones " + asks.source;
  return "";
}

struct Key {
  std::string_view name;
  std::string BugNotes::* member;
  bool pattern;
};
constexpr Key kKeys[] = {{"fixed_version", &BugNotes::fixed_version, false},
                         {"fix_language", &BugNotes::fix_language, false},
                         {"buggy_message", &BugNotes::buggy_message, true},
                         {"fixed_message", &BugNotes::fixed_message, true},
                         {"environment", &BugNotes::environment, false},
                         {"section", &BugNotes::section, false},
                         {"case", &BugNotes::smallest_case, false},
                         {"got", &BugNotes::got, false},
                         {"truth", &BugNotes::truth, false},
                         {"unshown", &BugNotes::unshown, false},
                         {"unmended", &BugNotes::unmended, false}};

Status Take(const Key& key, const Toml& value, BugNotes& notes) {
  const auto text = value.As<std::string>();
  if (!text) return Invalid(StrCat(key.name, " (line ", value.line(), ") must be a text"));
  if (key.pattern) {
    const re2::RE2 pattern(*text, re2::RE2::Quiet);
    if (!pattern.ok())
      return Invalid(StrCat(key.name, " (line ", value.line(),
                            ") is not a regular expression: ", pattern.error()));
  }
  notes.*key.member = *text;
  return {};
}

Status TakeMachines(const Toml& value, BugNotes& notes) {
  const auto take = [&](const Toml& one) -> Status {
    const auto name = one.As<std::string>();
    const std::string wrong =
        name ? NoSuchMachine(*name) : "must be the name of a machine, or a list of them";
    if (!wrong.empty()) return Invalid(StrCat("machine (line ", one.line(), ") ", wrong));
    notes.machines.push_back(*name);
    return {};
  };
  if (!value.IsArray()) return take(value);
  for (const Toml& one : value.items()) ASSAY_RETURN_IF_ERROR(take(one));
  return {};
}

}  // namespace

std::vector<std::string> RequirementLines(std::string_view text) {
  std::vector<std::string> out;
  std::string pending;
  for (const std::string& raw : LinesOf(text)) {
    // A number sign begins a comment only at the start or behind white space: links hold some.
    std::string line = raw;
    if (line.starts_with('#')) line.clear();
    if (const size_t at = std::min(line.find(" #"), line.find("\t#")); at != std::string::npos)
      line.resize(at);
    std::string_view bare = Trim(line);
    const bool goes_on = bare.ends_with('\\');
    if (goes_on) bare = Trim(bare.substr(0, bare.size() - 1));
    if (!pending.empty() && !bare.empty()) pending += ' ';
    pending += bare;
    if (goes_on) continue;
    if (!pending.empty()) out.push_back(std::move(pending));
    pending.clear();
  }
  if (!pending.empty()) out.push_back(std::move(pending));
  return out;
}

void DecideGpu(Bug& bug, const GpuSigns& signs) {
  const std::string device = bug.row ? Lower(bug.row->device) : "";
  if (device.find("gpu") != std::string::npos)
    bug.gpu_evidence = "its table says Device " + bug.row->device;
  else if (signs.docker_gpus && !signs.cpu_way)
    bug.gpu_evidence = "its script runs docker with --gpus";
  else if (signs.docker_gpus && !signs.code.empty())
    bug.gpu_evidence = "its script prefers a GPU and its test uses " + signs.code;
  bug.needs_gpu = !bug.gpu_evidence.empty();
}

Bug ReadFolder(const std::string& library, const std::string& id, const std::string& folder,
               std::vector<Oddity>& oddities) {
  Bug bug{.library = library, .id = id, .folder = folder};
  FolderReader reader(folder, oddities);
  const ScriptAsks asks = ReadScript(reader.Text("reproduce_bug.sh", true));
  bug.python = asks.python;
  bug.installs = asks.installs;
  bug.uses_conda = asks.conda;
  bug.uses_docker = asks.docker;
  bug.unavailable = Unavailable(asks);
  if (bug.python.empty()) bug.python = PythonOfDockerfile(reader.Text("Dockerfile", false));
  bug.requirements = RequirementLines(reader.Text("requirements.txt", true));
  // An environment of something else would make the test fail, and the bug look false.
  if (bug.unavailable.empty() && reader.Unreadable("requirements.txt"))
    bug.unavailable = "needs its requirements.txt, which cannot be read";
  bug.test_file = reader.TestFile(id);
  if (reader.Has("bug.toml")) {
    auto notes = ReadNotes(reader.Text("bug.toml", true));
    if (notes.ok())
      bug.notes = std::move(notes).value();
    else
      reader.Tell("bug.toml", notes.error().message);
  }
  GpuSigns signs{.docker_gpus = asks.docker_gpus, .cpu_way = asks.conda, .code = {}};
  if (signs.docker_gpus && !bug.test_file.empty()) {
    signs.code = WantsGpu(reader.Text(bug.test_file, true));
    if (signs.code.empty()) signs.code = WantsGpu(reader.Text("buggy_code.py", false));
  }
  DecideGpu(bug, signs);
  // The row comes later, and may name the device: the signs of the script stay.
  return bug;
}

bool IsWithin(const std::string& path, const std::string& root) {
  std::error_code failed;
  const std::string real = std::filesystem::canonical(path, failed);
  return !failed && (real == root || real.starts_with(root == "/" ? root : root + "/"));
}

std::string Bug::NotFor(const std::string& machine) const {
  if (!notes || SpeaksOf(notes->machines, machine)) return "";
  return StrCat("not for this machine (", machine, "): it shows on ", Join(notes->machines, ", "));
}

Result<BugNotes> ReadNotes(std::string_view text) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, ""));
  return NotesOf(table);
}

Result<BugNotes> NotesOf(const Toml& table, const std::set<std::string>& beside) {
  BugNotes out;
  for (const Toml& value : table.entries()) {
    if (beside.contains(value.key())) continue;
    if (value.key() == "machine") {
      ASSAY_RETURN_IF_ERROR(TakeMachines(value, out));
      continue;
    }
    const Key* known = nullptr;
    for (const Key& key : kKeys)
      if (key.name == value.key()) known = &key;
    if (known == nullptr)
      return value.Wrong(StrCat("there is no key '", value.key(),
                                "'; known: fixed_version, fix_language, buggy_message, "
                                "fixed_message, machine, environment, section, case, got, truth, "
                                "unshown, unmended"));
    ASSAY_RETURN_IF_ERROR(Take(*known, value, out));
  }
  return out;
}

}  // namespace assay::bugs
