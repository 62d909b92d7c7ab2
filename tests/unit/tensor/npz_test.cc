#include "tensor/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <cstdio>

#include "base/files.h"
#include "base/strings.h"

namespace assay {
namespace {

using testing::HasSubstr;

// As numpy writes it, version 1.
std::string Npy(const std::string& descr, const std::string& shape, const std::string& data,
                const std::string& fortran = "False") {
  std::string header =
      StrCat("{'descr': '", descr, "', 'fortran_order': ", fortran, ", 'shape': ", shape, ", }");
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11, ' ');
  header += "\n";
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  return out + header + data;
}

template <typename T>
std::string Bytes(std::vector<T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

TEST(Npy, ReadsPlainArrays) {
  const auto f = ParseNpy(Npy("<f4", "(2, 3)", Bytes<float>({1, 2, 3, 4, 5, 6})));
  ASSERT_TRUE(f.ok()) << f.error().message;
  EXPECT_EQ(f->dtype(), DType::kFloat32);
  EXPECT_EQ(f->shape(), (Shape{2, 3}));
  EXPECT_EQ(f->RealAt(5), 6);
  EXPECT_EQ(ParseNpy(Npy("<i8", "()", Bytes<int64_t>({-7})))->IntAt(0), -7);
  EXPECT_EQ(ParseNpy(Npy("|b1", "(2,)", std::string("\x01\x00", 2)))->IntAt(0), 1);
  EXPECT_EQ(ParseNpy(Npy("<f8", "(0, 4)", ""))->count(), 0);
}

TEST(Npy, ReadsFortranOrder) {
  const auto f = ParseNpy(Npy("<f4", "(2, 3)", Bytes<float>({1, 4, 2, 5, 3, 6}), "True"));
  ASSERT_TRUE(f.ok());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(f->RealAt(i), i + 1);
}

TEST(Npy, ReadsTexts) {
  const auto f = ParseNpy(Npy("<U2", "(2,)", Bytes<uint32_t>({'a', 0, 0xfc, 'b'})));
  ASSERT_TRUE(f.ok());
  EXPECT_EQ(f->strings()[0], "a");
  EXPECT_EQ(f->strings()[1], "üb");
}

TEST(Npy, RefusesTheRest) {
  EXPECT_THAT(ParseNpy("hello").error().message, HasSubstr("not a .npy"));
  EXPECT_THAT(ParseNpy(Npy("<f4", "(2,)", "abc")).error().message, HasSubstr("cut short"));
  EXPECT_THAT(ParseNpy(Npy("<U0", "(4000000000000,)", "")).error().message, HasSubstr("cut short"));
  EXPECT_THAT(ParseNpy(Npy(">f4", "(1,)", "abcd")).error().message, HasSubstr("little-endian"));
  EXPECT_THAT(ParseNpy(Npy("|O", "(1,)", "abcd")).error().message, HasSubstr("not supported"));
  EXPECT_FALSE(ParseNpy(Npy("<f4", "(9223372036854775807, 9)", "abcd")).ok());
  EXPECT_FALSE(ParseNpy(Npy("<f4", "(x,)", "abcd")).ok());
}

TEST(Npz, ReadsAnArchiveAndNamesWhatIsWrong) {
  const std::string path = testing::TempDir() + "/inputs.npz";
  std::remove(path.c_str());
  const std::string x = Npy("<f4", "(2,)", Bytes<float>({1, 2})), bad = "not an array";
  int code = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE, &code);
  zip_file_add(archive, "x.npy", zip_source_buffer(archive, x.data(), x.size(), 0), 0);
  ASSERT_EQ(zip_close(archive), 0);
  const auto good = ReadNpz(path);
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_EQ(good->at("x").RealAt(1), 2);

  archive = zip_open(path.c_str(), 0, &code);
  zip_file_add(archive, "y.npy", zip_source_buffer(archive, bad.data(), bad.size(), 0), 0);
  ASSERT_EQ(zip_close(archive), 0);
  EXPECT_THAT(ReadNpz(path).error().message, HasSubstr("inputs.npz: array 'y'"));
  ASSERT_TRUE(WriteFile(path, "no archive").ok());
  EXPECT_THAT(ReadNpz(path).error().message, HasSubstr("numpy.savez"));
  EXPECT_THAT(ReadNpz("/nonexistent.npz").error().message, HasSubstr("/nonexistent.npz"));
}

}  // namespace
}  // namespace assay
