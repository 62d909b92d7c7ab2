#include "triage/known.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/machine.h"
#include "base/strings.h"
#include "base/table_reader.h"
#include "triage/group.h"

namespace assay::triage {
namespace {

constexpr const char* kWhat = "a known bug";

void Pattern(TableReader& in, const char* key, std::string& out) {
  in.Value(key, out);
  const RE2 pattern(out, RE2::Quiet);
  if (!pattern.ok()) in.Complain(key, "is not a regular expression: " + pattern.error());
}

std::vector<int> Numbers(const std::string& version) {
  std::vector<int> out;
  for (const std::string& part : Split(version, '.')) out.push_back(std::atoi(part.c_str()));
  while (!out.empty() && out.back() == 0) out.pop_back();  // 1.20 and 1.20.0 are one
  return out;
}

// One condition such as ">=1.10".
bool Holds(const std::vector<int>& version, const std::string& condition) {
  const size_t digits = condition.find_first_of("0123456789");
  if (digits == std::string::npos) return false;
  const std::string sign = condition.substr(0, digits);
  const std::vector<int> bound = Numbers(condition.substr(digits));
  if (sign == ">=") return version >= bound;
  if (sign == ">") return version > bound;
  if (sign == "<=") return version <= bound;
  if (sign == "<") return version < bound;
  return (sign.empty() || sign == "=" || sign == "==") && version == bound;
}

Status ReadSignature(const Toml& table, KnownBug& out) {
  TableReader in(table, "", kWhat);
  in.Texts("kind", out.kinds);
  in.Value("stage", out.stage);
  Pattern(in, "message", out.message);
  Pattern(in, "graph", out.graph);
  if (out.message.empty() && out.graph.empty())
    in.Complain("[signature]", "needs a 'message' or a 'graph': all else fits too many bugs");
  return in.Done();
}

}  // namespace

Result<KnownBug> ParseKnownBug(const std::string& text, const std::string& path) {
  KnownBug out;
  out.id = std::filesystem::path(path).stem();
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, path));
  TableReader in(table, "", kWhat);
  in.Required("title", out.title);
  in.Value("link", out.link);
  in.Required("framework", out.framework);
  in.Value("versions", out.versions);
  in.Machines("machine", out.machines);
  const Toml& signature = in.Table("signature");
  if (!signature) in.Complain("[signature]", "is missing: what the bug looks like");
  ASSAY_RETURN_IF_ERROR(in.Done());
  ASSAY_RETURN_IF_ERROR(ReadSignature(signature, out));
  return out;
}

Result<std::vector<KnownBug>> LoadKnownBugs(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".toml") paths.push_back(it->path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<KnownBug> out;
  for (const std::string& path : paths) {
    ASSAY_ASSIGN(const std::string text, ReadFile(path));
    ASSAY_ASSIGN(KnownBug bug, ParseKnownBug(text, path));
    out.push_back(std::move(bug));
  }
  return out;
}

bool InRange(const std::string& version, const std::string& range) {
  if (range.empty()) return true;
  const std::vector<int> numbers = Numbers(version);
  const std::vector<std::string> conditions = Split(range, ',');
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const std::string& condition) { return Holds(numbers, condition); });
}

bool Matches(const KnownBug& bug, const store::FindingRow& row, const std::string& canonical,
             const std::vector<std::string>& architectures) {
  if (FrameworkOf(row.target) != bug.framework || !InRange(row.version, bug.versions)) return false;
  if (!bug.machines.empty() &&
      std::none_of(architectures.begin(), architectures.end(),
                   [&](const std::string& seen) { return SpeaksOf(bug.machines, seen); }))
    return false;
  if (!bug.kinds.empty() &&
      std::find(bug.kinds.begin(), bug.kinds.end(), row.kind) == bug.kinds.end())
    return false;
  if (!bug.stage.empty() && row.stage != bug.stage) return false;
  if (!bug.message.empty() && !RE2::PartialMatch(row.message, bug.message)) return false;
  return bug.graph.empty() || (!canonical.empty() && RE2::PartialMatch(canonical, bug.graph));
}

}  // namespace assay::triage
