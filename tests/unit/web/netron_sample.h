// A package netron as pip installs it, made up.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.h"

namespace assay::web {

inline constexpr const char* kNetronPage =
    "<html>\n<head>\n<meta name=\"date\" content=\"2020-01-01\">\n"
    "<script src=\"index.js\"></script></head></html>\n";

// Below the folder `prefix` of an environment; returns the folder of the package.
inline std::string InstallNetron(const std::string& prefix, const std::string& page = kNetronPage) {
  const std::string folder = prefix + "/lib/python3.12/site-packages/netron";
  std::filesystem::create_directories(folder + "/sub.js");
  for (const char* name :
       {"index.js", "browser.js", "view.js", "onnx.js", "server.py", ".hidden.js"})
    EXPECT_TRUE(WriteFile(folder + "/" + name, std::string("of ") + name).ok());
  EXPECT_TRUE(WriteFile(folder + "/onnx-metadata.json", "[]").ok());
  EXPECT_TRUE(WriteFile(folder + "/index.html", page).ok());
  EXPECT_TRUE(WriteFile(folder + "/../secret.js", "secret").ok());
  return folder;
}

}  // namespace assay::web
