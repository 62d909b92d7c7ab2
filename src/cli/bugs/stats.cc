// assay bugs stats: the paper's tables for any database, and where it differs from the paper.
#include <algorithm>
#include <iomanip>
#include <sstream>

#include "bugs/stats/statistics.h"
#include "cli/command.h"
#include "cli/table.h"

namespace assay::cli::bugs {
namespace {

using assay::bugs::Difference;
using assay::bugs::LibraryStatistics;
using assay::bugs::Paper;
using assay::bugs::Statistics;

constexpr const char* kRule = "----------------------------\n";

struct StatsFlags {
  std::string db, library = "all", format = "trie";
  bool json = false;
};

std::string Share(const char* name, int count, int all) {
  std::ostringstream out;
  out << "  # " << name << ": " << count;
  if (all > 0) out << " (" << std::fixed << std::setprecision(2) << 100.0 * count / all << "%)";
  out << "\n";
  return out.str();
}

int At(const std::map<std::string, int>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

// As the original prints it, by library.
void PrintLibrary(const LibraryStatistics& s, const assay::bugs::Database& database,
                  const std::string& format) {
  std::cout << kRule << s.library << "\n" << kRule;
  if (format == "rows" || format == "both")
    for (const auto& bug : database.bugs)
      if (bug.library == s.library && bug.row.has_value() && bug.row->reproduced == "Yes")
        std::cout << "\t" << bug.id << " " << bug.row->device << " " << bug.row->files << "\n";
  int files = 0;
  for (const auto& [language, count] : s.languages) files += count;
  std::cout << "  # Total: " << s.bugs << "\n"
            << Share("Require GPU", s.gpu, s.gpu + s.cpu)
            << Share("Do NOT Require GPU", s.cpu, s.gpu + s.cpu)
            << Share("C/CPP", At(s.languages, "c++"), files)
            << Share("CUDA Native", At(s.languages, "cuda"), files)
            << Share("Python", At(s.languages, "python"), files);
  if (const int other = At(s.languages, "other"); other > 0)
    std::cout << Share("Other files", other, files);
  std::cout << Share("Release", s.release, s.bugs) << Share("Nightly", s.nightly, s.bugs)
            << Share("Conda", s.conda, s.conda + s.docker)
            << Share("Docker", s.docker, s.conda + s.docker);
  if (s.folders_without_row > 0)
    std::cout << "  # Folders without a row that says reproduced: " << s.folders_without_row
              << " (of " << s.folders << " folders)\n";
  if (s.rows_without_folder > 0)
    std::cout << "  # Rows without a folder: " << s.rows_without_folder << "\n";
  std::cout << kRule << "  # Bug library version breakdown:\n";
  for (const auto& [version, ids] : s.versions)
    std::cout << "    " << (version.empty() ? "<undefined>" : version) << ": " << Join(ids, ", ")
              << " (Total: " << ids.size() << ")\n";
  if (format == "trie" || format == "both")
    std::cout << kRule << "buggy files\n" << s.files.Text() << "buggy APIs\n" << s.apis.Text();
  std::cout << kRule << "\n";
}

void PrintTableOne(const Statistics& statistics) {
  Table table({"library", "#", "release-nightly", "conda-docker", "CPU-GPU", "folders"});
  const auto add = [&](const LibraryStatistics& s) {
    table.AddRow({s.library, StrCat(s.bugs), StrCat(s.release, "-", s.nightly),
                  StrCat(s.conda, "-", s.docker), StrCat(s.cpu, "-", s.gpu), StrCat(s.folders)});
  };
  LibraryStatistics sum;
  sum.library = "all";
  for (const LibraryStatistics& s : statistics.libraries) {
    add(s);
    using Part = LibraryStatistics;
    for (const auto count : {&Part::bugs, &Part::release, &Part::nightly, &Part::conda,
                             &Part::docker, &Part::cpu, &Part::gpu, &Part::folders})
      sum.*count += s.*count;
  }
  add(sum);
  table.Print(std::cout, StdoutIsTerminal());
}

void PrintTableTwo(const Statistics& statistics, const Paper& paper) {
  std::vector<std::string> header = {"manifestation type"};
  for (const LibraryStatistics& s : statistics.libraries) header.push_back(s.library);
  header.push_back("total");
  Table table(header);
  size_t seen = 0;
  const auto add = [&](const std::string& name, const auto& count) {
    std::vector<std::string> cells = {name};
    int total = 0;
    for (const LibraryStatistics& s : statistics.libraries) {
      cells.push_back(StrCat(count(s)));
      total += count(s);
    }
    cells.push_back(StrCat(total));
    if (total == 0) return table.AddRow(std::move(cells), {{0, Tone::kDim}}), 0;
    return table.AddRow(std::move(cells)), 1;
  };
  for (const auto& type : paper.types)
    seen += static_cast<size_t>(
        add(type.name, [&](const LibraryStatistics& s) { return At(s.types, type.name); }));
  std::map<std::string, int> others;
  for (const LibraryStatistics& s : statistics.libraries)
    for (const auto& [name, count] : s.others) others[name] += count;
  for (const auto& [name, unused] : others)
    add(name.empty() ? "(no type)" : StrCat("(", name, ")"),
        [&](const LibraryStatistics& s) { return At(s.others, name); });
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << seen << " of the paper's " << paper.types.size() << " manifestation types\n\n";
}

void PrintDifferences(const std::vector<Difference>& differences) {
  if (differences.empty()) return;
  std::cout << "Cells of the paper's tables that are different here:\n";
  Table table({"table", "library", "row", "paper", "here"});
  for (const Difference& d : differences)
    table.AddRow({StrCat(d.table), d.library, d.row, StrCat(d.paper), StrCat(d.here)});
  table.Print(std::cout, StdoutIsTerminal());
}

Result<int> RunStats(const StatsFlags& flags) {
  ASSAY_ASSIGN(const auto database, assay::bugs::ReadDatabase(flags.db));
  const auto& known = database.libraries;
  if (flags.library != "all" && std::ranges::find(known, flags.library) == known.end())
    return Invalid(StrCat("there is no library '", flags.library, "' in ", database.root,
                          "; known: ", Join(known, ", "), ", all"));
  ASSAY_ASSIGN(const auto paper, assay::bugs::LoadPaper(""));
  const Statistics statistics = assay::bugs::Count(database, flags.library);
  // Our own bugs are no later state of the paper's.
  const auto differences =
      flags.db.empty() ? std::vector<Difference>() : assay::bugs::Compare(statistics, paper);
  if (flags.json) return PrintJson(assay::bugs::ToJson(statistics, differences, database));
  for (const LibraryStatistics& s : statistics.libraries) PrintLibrary(s, database, flags.format);
  PrintTableOne(statistics);
  std::cout << "\n";
  PrintTableTwo(statistics, paper);
  PrintDifferences(differences);
  int total = 0;
  for (const LibraryStatistics& s : statistics.libraries) total += s.bugs;
  std::cout << "\nTotal bugs: " << total << "\n";
  if (!database.oddities.empty())
    std::cout << database.oddities.size()
              << " oddities of the database; --json lists them with file and line\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupStats(App& app) {
  const auto flags = std::make_shared<StatsFlags>();
  app.AddOption("-l,--library-name,--library", flags->library, "a library, or all").ShowDefault();
  app.AddOption("-p,--print-format", flags->format,
                "buggy files and APIs as a tree, bugs as rows, both or none")
      .OneOf({"trie", "rows", "both", "none"})
      .ShowDefault();
  app.AddOption("--db", flags->db, "a checkout of BugsInDLLs (default: the project's own bugs)");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunStats(*flags)); };
}

}  // namespace assay::cli::bugs
