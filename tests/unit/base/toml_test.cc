#include "base/toml.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Toml, ValuesByKeyAndKind) {
  const auto file = Toml::Parse(
      "name = 'n'\ncount = 3\nshare = 0.5\nwhole = 2.0\nsure = true\nday = 2020-01-02\n"
      "words = ['a', 1, 'b']\n\n[table]\nb = 'x'\na = 'y'\n\n[[row]]\nk = 1\n[[row]]\nk = 2\n",
      "f.toml");
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ((*file)["name"].Text(), "n");
  EXPECT_EQ((*file)["count"].As<int>(), 3);
  EXPECT_EQ((*file)["count"].As<double>(), 3.0);
  EXPECT_EQ((*file)["share"].As<double>(), 0.5);
  EXPECT_EQ((*file)["share"].As<int64_t>(), std::nullopt);
  EXPECT_EQ((*file)["whole"].As<int64_t>(), 2);
  EXPECT_EQ((*file)["sure"].Or(false), true);
  EXPECT_EQ((*file)["day"].kind(), Toml::Kind::kDate);
  EXPECT_EQ((*file)["words"].Texts(), (std::vector<std::string>{"a", "b"}));
  const auto entries = (*file)["table"].entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].key(), "a");
  EXPECT_EQ(entries[1].Text(), "x");
  ASSERT_EQ((*file)["row"].items().size(), 2u);
  EXPECT_EQ((*file)["row"].items()[1]["k"].Or(0), 2);
}

TEST(Toml, WhatIsNotThereIsNothing) {
  const auto file = Toml::Parse("name = 'n'\nlarge = 3000000000\n", "f.toml");
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE((*file)["nam"]);
  EXPECT_EQ((*file)["nam"]["deeper"].Text("otherwise"), "otherwise");
  EXPECT_EQ((*file)["name"].Or(7), 7);
  EXPECT_TRUE((*file)["name"].items().empty());
  EXPECT_TRUE((*file)["name"].entries().empty());
  EXPECT_EQ((*file)["large"].As<int>(), std::nullopt);
  EXPECT_EQ((*file)["large"].As<int64_t>(), 3000000000);
}

TEST(Toml, ErrorsNameFileAndLine) {
  const auto broken = Toml::Parse("a = 1\nb = \n", "f.toml");
  ASSERT_FALSE(broken.ok());
  EXPECT_TRUE(broken.error().message.starts_with("f.toml:2: ")) << broken.error().message;
  const auto file = Toml::Parse("\n[t]\n\nx = 1\n", "f.toml");
  EXPECT_EQ((*file)["t"].Wrong("is odd").message, "f.toml:2: is odd");
  EXPECT_EQ((*file)["t"]["x"].Wrong("is odd").message, "f.toml:4: is odd");
  EXPECT_EQ((*Toml::Parse("x = 1", ""))["x"].Wrong("is odd").message, "line 1: is odd");
  EXPECT_FALSE(Toml::Load("/nowhere/f.toml").ok());
}

}  // namespace
}  // namespace assay
