#include "report/bug/bug_folder.h"

#include <algorithm>

#include "base/strings.h"
#include "triage/versions.h"

namespace assay::report {
namespace {

// Long enough for a framework to be imported and to compile one small model on a busy machine.
constexpr int kTestSeconds = 600;

// The number of the report when its address ends in one, otherwise the finding's id.
std::string BugId(const BugSource& source) {
  const auto report = source.facts.find("report");
  const std::string link =
      report == source.facts.end() ? "" : report->second.value("link", std::string());
  const std::string tail = link.substr(link.rfind('/') + 1);
  const bool number = !tail.empty() && tail.find_first_not_of("0123456789") == std::string::npos;
  return number ? tail : source.row.id;
}

std::string Title(const BugSource& source) {
  constexpr size_t kMost = 150;
  return StrCat(source.op.empty() ? "" : source.op + ": ",
                FirstLine(source.row.message).substr(0, kMost));
}

std::string TestFile(const BugSource& source, const std::string& id, const nlohmann::json& repro) {
  const bool says_bug = repro.value("output", "").find("BUG") != std::string::npos;
  std::string out =
      StrCat("\"\"\"", source.row.target, " ", source.row.version, ".\n\n",
             "Passes when the bug shows, fails on a version that is right.\n\"\"\"\n",
             "import pathlib\nimport subprocess\nimport sys\nimport unittest\n\n",
             "CODE = pathlib.Path(__file__).resolve().parent / \"buggy_code.py\"\n\n\n",
             "class TestIssue(unittest.TestCase):\n    def test_f(self):\n",
             "        print(\"issue no. ", id, "\")\n",
             "        run = subprocess.run([sys.executable, str(CODE)], capture_output=True, "
             "text=True, timeout=",
             kTestSeconds, ")\n        print(run.stdout + run.stderr)\n");
  // A signal is 128 and its number for a shell, and its number below zero for subprocess.
  constexpr int kSignalled = 128;
  const int exit = repro.value("exit", 1);
  out += StrCat("        self.assertEqual(run.returncode, ",
                exit > kSignalled ? kSignalled - exit : exit, ")\n");
  // An unrelated exception ends with the same code; it does not say this word.
  if (says_bug) out += "        self.assertIn(\"BUG\", run.stdout)\n";
  return out + "\n\nif __name__ == \"__main__\":\n    unittest.main()\n";
}

std::string Script(const std::string& id, const std::string& python) {
  const std::string name = "issue_" + id;
  return StrCat("#!/bin/bash\ncd \"$(dirname \"$0\")\" || exit 2\n", "conda create --name ", name,
                " python=", python, " pip -y\n",
                "eval \"$(conda shell.bash hook)\"\nconda activate ", name,
                "\npip install -r requirements.txt\npytest -sx test_", name,
                ".py\nreturncode=$?\nconda deactivate\nconda env remove --name ", name,
                " -y\nexit ${returncode}\n");
}

// "2026-11-15 07:30:00" as the database writes days: 11/15/2026. "" when it was not reported.
std::string ReportedOn(const std::vector<store::HistoryRow>& history) {
  for (const store::HistoryRow& event : history)
    if (event.event == "reported" && event.time.size() >= 10)
      return StrCat(event.time.substr(5, 2), "/", event.time.substr(8, 2), "/",
                    event.time.substr(0, 4));
  return "";
}

std::vector<std::string> BugRow(const BugSource& source, const std::string& id) {
  const auto report = source.facts.find("report");
  const std::string link =
      report == source.facts.end() ? "" : report->second.value("link", std::string());
  const std::string status = source.row.state == "fixed" ? "Closed" : link.empty() ? "" : "Open";
  std::string device = source.row.device;
  for (char& c : device) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return {id,
          "",
          Title(source),
          "Yes",
          status,
          device == "CUDA" ? "GPU" : device,
          "",
          ReportedOn(source.history),
          triage::ReleasedPart(source.row.version),
          "No",
          "",
          "",
          source.op,
          ManifestationOf(source.row),
          StrCat("found by assay on ", source.row.target, ", ", source.row.signature),
          link,
          ""};
}

std::string QuotedCell(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  if (text.find_first_of(",\"\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string Line(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted;
  for (const std::string& cell : cells) quoted.push_back(QuotedCell(cell));
  return Join(quoted, ",");
}

// The records of a CSV text without their line ends; a quoted cell may hold some of its own.
std::vector<std::string> Records(const std::string& csv) {
  std::vector<std::string> out;
  std::string record;
  bool quoted = false;
  const auto finish = [&] {
    if (!record.empty() && record.back() == '\r') record.pop_back();
    if (!record.empty()) out.push_back(std::move(record));
    record.clear();
  };
  for (const char c : csv) {
    if (c == '"') quoted = !quoted;
    if (c == '\n' && !quoted)
      finish();
    else
      record += c;
  }
  finish();
  return out;
}

}  // namespace

const std::vector<std::string>& BugColumns() {
  static const std::vector<std::string> kColumns = {
      "Issue #",   "PR #",     "Title",         "Reproduced", "Issue Status",  "Device",
      "API",       "Reported", "Buggy Version", "Nightly",    "Buggy File(s)", "Buggy Function(s)",
      "Buggy API", "Type",     "Remarks",       "Issue Link", "PR Link"};
  return kColumns;
}

std::string ManifestationOf(const store::FindingRow& row) {
  if (row.kind == "rejected" || row.kind == "conversion") return "Internal Exception";
  if (row.kind == "hang") return "Hang";
  if (row.kind != "crash") return "Incorrect Output";
  std::string said = row.message;
  for (char& c : said) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (said.find("segmentation") != std::string::npos) return "Segmentation Fault";
  if (said.find("sigfpe") != std::string::npos) return "Floating Point Exception";
  if (said.find("memory") != std::string::npos) return "Memory Error";
  return said.find("abort") != std::string::npos ? "Aborted" : "Internal Exception";
}

Result<BugFolder> MakeBugFolder(const BugSource& source) {
  const auto fact = source.facts.find("repro");
  const nlohmann::json repro = fact == source.facts.end() ? nlohmann::json::object() : fact->second;
  const bool usable = !repro.value("text", "").empty() && repro.value("checked", false) &&
                      repro.value("shows", false);
  if (!usable)
    return Invalid(StrCat(source.row.id, " has no stand-alone file that was run and showed it; ",
                          "`assay findings repro ", source.row.id, "` makes and runs one"));
  BugFolder out;
  out.library = source.library;
  out.id = BugId(source);
  out.files["buggy_code.py"] = repro.value("text", "");
  out.files[StrCat("test_issue_", out.id, ".py")] = TestFile(source, out.id, repro);
  out.files["reproduce_bug.sh"] = Script(out.id, source.python);
  out.files["requirements.txt"] = Join(source.requirements, "\n") + "\n";
  out.row = BugRow(source, out.id);
  return out;
}

Result<std::string> WithBugRow(const std::string& csv, const std::vector<std::string>& row) {
  const std::string header = Line(BugColumns());
  std::vector<std::string> records = Records(csv);
  // The database's tools expect the header on the second line, behind a note on the selection.
  if (records.empty())
    records = {",Filter:,found by assay" + std::string(BugColumns().size() - 3, ','), header};
  if (std::ranges::find(records, header) == records.end())
    return Invalid("its header is not that of a bug database: " + records.front());
  const auto same = std::ranges::find_if(records, [&](const std::string& record) {
    return record.starts_with(QuotedCell(row.front()) + ",");
  });
  if (same != records.end())
    *same = Line(row);
  else
    records.push_back(Line(row));
  return Join(records, "\r\n") + "\r\n";
}

}  // namespace assay::report
