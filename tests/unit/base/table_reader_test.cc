#include "base/table_reader.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::string ErrorOf(const std::string& text) {
  const auto table = Toml::Parse(text, "f.toml");
  if (!table.ok()) return table.error().message;
  TableReader in(*table, "part.", "a test");
  std::string name;
  int count = 1;
  uint64_t bytes = 0;
  std::vector<std::string> words, machines;
  std::map<std::string, std::string> variables;
  in.Required("name", name);
  in.Value("count", count);
  in.Value("bytes", bytes);
  in.Texts("words", words);
  in.Machines("machine", machines);
  in.Map("variables", variables);
  in.Table("table");
  in.Tables("row");
  const Status done = in.Done();
  return done.ok() ? "" : done.error().message;
}

TEST(TableReader, TheFirstComplaintNamesFileLineAndKey) {
  EXPECT_EQ(ErrorOf("name = 'n'\ncount = 2\nwords = ['a']\nvariables = {A = 'b'}\n"), "");
  EXPECT_EQ(ErrorOf("count = 2\n"), "f.toml:1: part.name is missing");
  EXPECT_EQ(ErrorOf("name = ''\n"), "f.toml:1: part.name is empty");
  EXPECT_EQ(ErrorOf("name = 'n'\ncount = 'x'\nwords = 3\n"),
            "f.toml:2: part.count has the wrong type");
  EXPECT_EQ(ErrorOf("name = 'n'\nbytes = -1\n"), "f.toml:2: part.bytes is negative");
  EXPECT_EQ(ErrorOf("name = 'n'\nwords = ['a',\n2]\n"),
            "f.toml:3: part.words is not a list of texts");
  EXPECT_EQ(ErrorOf("name = 'n'\ntable = 1\n"), "f.toml:2: part.table is not a table");
  EXPECT_EQ(ErrorOf("name = 'n'\nrow = 1\n"),
            "f.toml:2: part.row is not a list of tables; write [[row]]");
  EXPECT_TRUE(ErrorOf("name = 'n'\nmachine = 'abacus'\n").starts_with("f.toml:2: part.machine "));
}

TEST(TableReader, UnknownKeysAreMistakes) {
  EXPECT_EQ(ErrorOf("name = 'n'\ncont = 2\n"),
            "f.toml:2: part.cont is not a key of a test; did you mean count?");
  EXPECT_EQ(
      ErrorOf("name = 'n'\nxylophone = 2\n"),
      "f.toml:2: part.xylophone is not a key of a test; known here: name, count, bytes, words, "
      "machine, variables, table, row");
}

}  // namespace
}  // namespace assay
