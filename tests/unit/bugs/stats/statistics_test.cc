#include "bugs/stats/statistics.h"

#include <gtest/gtest.h>

namespace assay::bugs::statistics_test {
namespace {

Bug MakeBug(const std::string& id, const std::string& type, const std::string& files,
            bool folder = true) {
  Bug out;
  out.library = "jax";
  out.id = id;
  out.folder = folder ? "/somewhere/issue_" + id : "";
  out.row.emplace();
  out.row->issue = id;
  out.row->reproduced = "Yes";
  out.row->device = "CPU";
  out.row->nightly = "No";
  out.row->type = type;
  out.row->files = files;
  out.row->buggy_api = "jax.numpy.std";
  out.row->buggy_version = "0.4.20";
  return out;
}

Database Three() {
  Database out;
  out.libraries = {"jax"};
  out.bugs = {MakeBug("1", "incorrect output", "jax/a.py, jax/b.cc"),
              MakeBug("2", "no such type", "jax/a.cu", false), MakeBug("3", "Value Error", "")};
  out.bugs[2].row->nightly = "Yes";
  out.bugs[2].row->device = "GPU";
  out.bugs[2].uses_docker = true;
  Bug alone;
  alone.library = "jax";
  alone.id = "4";
  alone.folder = "/somewhere/issue_4";
  out.bugs.push_back(alone);
  return out;
}

TEST(Statistics, CountsWhatRowsSay) {
  const Statistics all = Count(Three(), "all");
  ASSERT_EQ(all.libraries.size(), 1u);
  const LibraryStatistics& s = all.libraries[0];
  EXPECT_EQ(s.bugs, 3);
  EXPECT_EQ(s.folders, 3);
  EXPECT_EQ(s.folders_without_row, 1);
  EXPECT_EQ(s.rows_without_folder, 1);
  EXPECT_EQ(s.release, 2);
  EXPECT_EQ(s.nightly, 1);
  EXPECT_EQ(s.gpu, 1);
  EXPECT_EQ(s.conda, 1);
  EXPECT_EQ(s.docker, 1);
  EXPECT_EQ(s.types.at("Incorrect Output"), 1);
  EXPECT_EQ(s.others.at("no such type"), 1);
  EXPECT_EQ(s.languages.at("python"), 1);
  EXPECT_EQ(s.languages.at("c++"), 1);
  EXPECT_EQ(s.languages.at("cuda"), 1);
  EXPECT_EQ(s.versions.at("0.4.20").size(), 3u);
}

TEST(Statistics, ARowThatWasNotReproducedDoesNotCount) {
  Database database = Three();
  database.bugs[0].row->reproduced = "No";
  EXPECT_EQ(Count(database, "jax").libraries[0].bugs, 2);
  EXPECT_TRUE(Count(database, "torch").libraries.empty());
}

TEST(Statistics, LanguageOf) {
  EXPECT_EQ(LanguageOf("aten/src/Loops.h"), "c++");
  EXPECT_EQ(LanguageOf("a.cuh "), "cuda");
  EXPECT_EQ(LanguageOf("basearray.pyi"), "python");
  EXPECT_EQ(LanguageOf("setup.cfg"), "other");
  EXPECT_EQ(LanguageOf("force pushed"), "");
}

TEST(Statistics, ListsCellsThatDifferFromThePaper) {
  Paper paper;
  paper.libraries = {{.name = "jax", .bugs = 3, .release = 3, .conda = 1, .docker = 1}};
  paper.types = {{"Incorrect Output", {{"jax", 1}}}, {"Value Error", {{"jax", 2}}}};
  const auto seen = Compare(Count(Three(), "all"), paper);
  // release 3 -> 2, nightly 0 -> 1, Value Error 2 -> 1, and a type that the paper does not have.
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[0].row, "release");
  EXPECT_EQ(seen[0].paper, 3);
  EXPECT_EQ(seen[0].here, 2);
  EXPECT_EQ(seen[2].row, "Value Error");
  EXPECT_EQ(seen[3].row, "no such type");
}

TEST(NameTree, CountsBelowEveryPart) {
  NameTree tree;
  tree.Add("jax.numpy.std", '.');
  tree.Add("jax.numpy.var", '.');
  tree.Add("jax.jit", '.');
  EXPECT_EQ(tree.Text(),
            "|-- jax (3)\n  |-- numpy (2)\n    |-- std (1)\n    |-- var (1)\n  |-- jit (1)\n");
  EXPECT_EQ(tree.Json()["jax"]["below"]["numpy"]["count"], 2);
}

TEST(Paper, SumsAreThoseOfThePaper) {
  const auto paper = LoadPaper("");
  ASSERT_TRUE(paper.ok()) << paper.error().message;
  ASSERT_EQ(paper->types.size(), 18u);
  int bugs = 0, typed = 0;
  for (const auto& library : paper->libraries) {
    bugs += library.bugs;
    EXPECT_EQ(library.release + library.nightly, library.bugs) << library.name;
    EXPECT_EQ(library.conda + library.docker, library.bugs) << library.name;
  }
  for (const auto& type : paper->types) {
    EXPECT_EQ(ManifestationType(type.name), type.name);
    for (const auto& [library, count] : type.counts) typed += count;
  }
  EXPECT_EQ(bugs, 112);
  EXPECT_EQ(typed, 112);
}

TEST(NameTree, AMillionFoldersDoNotEndTheProcess) {
  NameTree tree;
  std::string name;
  for (int i = 0; i < 1000000; ++i) name += "a/";
  tree.Add(name, '/');
  EXPECT_LT(tree.Text().size(), 20000u);
  EXPECT_TRUE(tree.Json().contains("a"));
}

}  // namespace
}  // namespace assay::bugs::statistics_test
