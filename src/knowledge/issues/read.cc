#include "knowledge/issues/read.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"

namespace assay::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr uint64_t kMaxFile = uint64_t{1} << 30;
constexpr std::string_view kMark = "\xEF\xBB\xBF";  // of UTF-8, as some editors write it

struct Piece {
  std::string_view text;
  int line;
};

// The end of the JSON value that begins at `at`: brackets are counted, texts skipped. A value that
// never ends reaches to the end of `text`.
size_t EndOfValue(std::string_view text, size_t at) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth < 0) return i;
    if (depth == 0 && (c == '}' || c == ']')) return i + 1;
    if (depth == 0 && c == ',') return i;
  }
  return text.size();
}

// The entries of the list that begins at `at`, with their lines. Each is parsed by itself, so that
// a broken one does not spoil the others.
std::vector<Piece> ElementsOf(std::string_view text, size_t at) {
  std::vector<Piece> out;
  int line =
      1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
  for (size_t i = at + 1; i < text.size() && text[i] != ']';) {
    if (text[i] == '\n') ++line;
    if (std::isspace(static_cast<unsigned char>(text[i])) || text[i] == ',') {
      ++i;
      continue;
    }
    const size_t end = std::max(EndOfValue(text, i), i + 1);
    out.push_back({text.substr(i, end - i), line});
    line += static_cast<int>(std::count(text.begin() + static_cast<long>(i),
                                        text.begin() + static_cast<long>(end), '\n'));
    i = end;
  }
  return out;
}

std::vector<Piece> LinesOf(std::string_view text) {
  std::vector<Piece> out;
  int line = 1;
  for (size_t at = 0; at < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view one = text.substr(at, end - at);
    if (one.find_first_not_of(" \t\r") != std::string_view::npos) out.push_back({one, line});
    at = end + 1;
  }
  return out;
}

// Where the list of an object {"issues": […]} begins; npos without one.
size_t ListInObject(std::string_view text) {
  for (const std::string_view key : {"\"issues\"", "\"items\""}) {
    const size_t at = text.find(key);
    if (at == std::string_view::npos) continue;
    const size_t list = text.find_first_not_of(" \t\r\n:", at + key.size());
    if (list != std::string_view::npos && text[list] == '[') return list;
  }
  return std::string_view::npos;
}

// One object per line: the first line is a value by itself and there are others.
bool IsLines(std::string_view text) {
  const std::vector<Piece> lines = LinesOf(text);
  return lines.size() > 1 && json::accept(lines.front().text) &&
         lines.front().text.find('{') != std::string_view::npos;
}

std::vector<Piece> PiecesOf(std::string_view text, const std::string& path) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  if (text[first] == '[') return ElementsOf(text, first);
  if (path.ends_with(".jsonl") || path.ends_with(".ndjson") || IsLines(text)) return LinesOf(text);
  const size_t list = ListInObject(text);
  // An issue of its own may speak of "issues" inside its body.
  const json whole = ParseJson(text);
  if (list != std::string_view::npos && !(whole.is_object() && whole.contains("number")))
    return ElementsOf(text, list);
  return {{text, 1}};
}

void Take(const Piece& piece, const std::string& path, const std::string& repo, Reading& reading) {
  const std::string where = StrCat(path, ":", piece.line);
  const json value = ParseJson(piece.text);
  if (value.is_discarded()) {
    reading.problems.push_back(where + ": not valid JSON");
    return;
  }
  Result<Issue> issue = IssueFromJson(value, where, repo);
  if (issue.ok()) {
    if (issue->source.empty()) issue->source = path;
    reading.issues.push_back(std::move(issue).value());
  } else if (issue.error().kind == ErrorKind::kRejected) {
    ++reading.pull_requests;
  } else {
    reading.problems.push_back(issue.error().message);
  }
}

// "pytorch" is pytorch/pytorch, as the databases name libraries.
std::string RepoOfLibrary(std::string library) {
  for (char& c : library) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (library == "jax") return "jax-ml/jax";
  if (library == "keras") return "keras-team/keras";
  if (library == "onnxruntime") return "microsoft/onnxruntime";
  return library + "/" + library;
}

int64_t BugNumber(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (!name.starts_with("issue_")) return 0;
  char* end = nullptr;
  const long long number = std::strtoll(name.c_str() + 6, &end, 10);
  return *end == '\0' ? number : 0;
}

void TakeBug(const fs::path& folder, Reading& reading) {
  Issue issue;
  issue.number = BugNumber(folder);
  issue.repo = RepoOfLibrary(fs::absolute(folder).parent_path().filename().string());
  issue.title = issue.id();
  issue.source = folder.string();
  for (const fs::path& file : EntriesOf(folder)) {
    const auto text = ReadFile(file.string(), kMaxFile);
    if (!text.ok()) continue;
    if (file.extension() == ".py") issue.programs.push_back(*text);
    if (file.filename() == "requirements.txt") issue.body += StrCat("```\n", *text, "\n```\n");
  }
  if (issue.programs.empty())
    reading.problems.push_back(folder.string() + ":1: a bug folder without a Python file");
  else
    reading.issues.push_back(std::move(issue));
}

Status TakeFile(const std::string& path, const std::string& repo, Reading& reading) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path, kMaxFile));
  Reading part = ReadDump(text, path, repo);
  for (Issue& issue : part.issues) reading.issues.push_back(std::move(issue));
  for (std::string& problem : part.problems) reading.problems.push_back(std::move(problem));
  reading.pull_requests += part.pull_requests;
  return {};
}

}  // namespace

Reading ReadDump(const std::string& text, const std::string& path, const std::string& repo) {
  Reading reading;
  std::string_view content = text;
  if (content.starts_with(kMark)) content.remove_prefix(kMark.size());
  const std::vector<Piece> pieces = PiecesOf(content, path);
  if (pieces.empty()) reading.problems.push_back(path + ":1: there is nothing in it");
  for (const Piece& piece : pieces) Take(piece, path, repo, reading);
  return reading;
}

Result<Reading> ReadIssues(const std::string& path, const std::string& repo) {
  Reading reading;
  if (!fs::is_directory(path)) {
    ASSAY_RETURN_IF_ERROR(TakeFile(path, repo, reading));
    return reading;
  }
  std::vector<fs::path> paths = {path};
  std::error_code error;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error))
    paths.push_back(it->path());
  std::ranges::sort(paths);
  for (const fs::path& one : paths) {
    const std::string extension = one.extension().string();
    if (fs::is_directory(one)) {
      if (BugNumber(one) > 0) TakeBug(one, reading);
    } else if (extension == ".json" || extension == ".jsonl" || extension == ".ndjson") {
      ASSAY_RETURN_IF_ERROR(TakeFile(one.string(), repo, reading));
    }
  }
  if (reading.issues.empty() && reading.problems.empty())
    return Invalid(StrCat(path, ": neither *.json or *.jsonl files nor folders issue_<number>"));
  return reading;
}

}  // namespace assay::knowledge
