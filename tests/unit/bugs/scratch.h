// A folder of its own for a test, with files written as the test says.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "base/files.h"

namespace assay::bugs {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = testing::TempDir() + "bugs-XXXXXX";
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    path_ = std::filesystem::canonical(pattern);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string Write(const std::string& name, const std::string& text) const {
    const std::string file = path_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    EXPECT_TRUE(WriteFile(file, text).ok());
    return file;
  }
  std::string WriteProgram(const std::string& name, const std::string& text) const {
    const std::string file = Write(name, text);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

 private:
  std::string path_;
};

}  // namespace assay::bugs
