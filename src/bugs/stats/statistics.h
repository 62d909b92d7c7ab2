// What a database consists of: the paper's tables, for any database.
//
// A bug counts, as in the original, when its row says that it was reproduced. Folders without such
// a row are counted apart: they can be run, but nothing is known of them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "bugs/database/database.h"

namespace assay::bugs {

// The figures of the paper on BugsInDLLs. Data: data/bugs/paper.toml.
struct PaperLibrary {
  std::string name;
  int bugs = 0, release = 0, nightly = 0, conda = 0, docker = 0;
};

struct PaperType {
  std::string name;
  std::map<std::string, int> counts;  // by library
};

// How the bugs of one library were chosen.
struct PaperSelection {
  std::string library, repository, since, until;
  std::string label;  // "": the tracker has none for bugs
  int filtered = 0, inspected = 0, reproduced = 0;
};

struct Paper {
  std::vector<PaperLibrary> libraries;
  std::vector<PaperType> types;  // the 18, in the paper's order
  std::vector<PaperSelection> selections;
};

// `path` "": the project's own file. An error names the file and the line.
Result<Paper> LoadPaper(const std::string& path);

// Names with parts, such as files and APIs, as a tree that counts how many lie below each part.
class NameTree {
 public:
  // `name` is taken apart at `separator`; empty parts are left out.
  void Add(const std::string& name, char separator);
  bool empty() const { return root_.children.empty(); }

  // "|-- jax (44)" and what is below it, two columns deeper; children in the order they came.
  std::string Text() const;
  // {"jax": {"count": 44, "below": {…}}}
  nlohmann::json Json() const;

 private:
  struct Node {
    std::string name;
    int count = 0;
    std::vector<std::unique_ptr<Node>> children;
  };
  static void Print(const Node& node, size_t depth, std::string& out);
  static nlohmann::json Below(const Node& node);

  Node root_;
};

struct LibraryStatistics {
  std::string library;
  int bugs = 0;                 // rows that were reproduced
  int folders = 0;              // that can be run
  int folders_without_row = 0;  // of those: nothing is known of them
  int rows_without_folder = 0;  // reproduced once, but there is nothing to run
  int release = 0, nightly = 0;
  int cpu = 0, gpu = 0, device_unknown = 0;
  int conda = 0, docker = 0;             // of bugs with a folder
  std::map<std::string, int> types;      // of the 18, by the paper's names
  std::map<std::string, int> others;     // types that are none of them, as written; "" for none
  std::map<std::string, int> languages;  // buggy files: LanguageOf
  std::map<std::string, std::vector<std::string>> versions;  // buggy version -> ids
  NameTree files, apis;
};

struct Statistics {
  std::vector<LibraryStatistics> libraries;
};

// `library` "all": every one.
Statistics Count(const Database& database, const std::string& library);

// c++, cuda, python or other, by the ending of a file's name; "" when it is no file.
std::string LanguageOf(const std::string& file);
// The names in a cell that may hold several: "a.py, b.py", lines, with spaces around.
std::vector<std::string> NamesInCell(const std::string& cell);

// A cell of the paper's tables that is not the same here.
struct Difference {
  int table = 1;  // 1 or 2
  std::string library, row;
  int paper = 0, here = 0;
};
// Only of libraries that the paper has.
std::vector<Difference> Compare(const Statistics& statistics, const Paper& paper);

nlohmann::json ToJson(const Statistics& statistics, const std::vector<Difference>& differences,
                      const Database& database);

}  // namespace assay::bugs
