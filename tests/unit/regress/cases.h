// The cases of tests/regress: one TOML file each, in a folder per kind.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace assay::regress {

struct Case {
  std::string name;  // of the file
  toml::table data;

  // A text of the case; "" when it is not there.
  std::string operator[](std::string_view key) const { return data[key].value_or(std::string()); }
};

inline std::string HomeFolder() {
  const char* home = std::getenv("ASSAY_HOME");
  return home == nullptr ? "." : home;
}

// All cases of a kind, by name. Throws where one cannot be read: a broken case must not be passed
// over.
inline std::vector<Case> CasesIn(const std::string& kind) {
  std::vector<Case> out;
  for (const auto& file :
       std::filesystem::directory_iterator(HomeFolder() + "/tests/regress/" + kind))
    out.push_back({file.path().stem().string(), toml::parse_file(file.path().string())});
  std::sort(out.begin(), out.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return out;
}

// A misspelt key would be a case that checks less than it says.
inline void ExpectKeys(const Case& test, const std::set<std::string_view>& known) {
  EXPECT_FALSE(test["cause"].empty()) << test.name << " does not say what was wrong";
  for (const auto& [key, value] : test.data)
    EXPECT_TRUE(key.str() == "cause" || known.contains(key.str()))
        << test.name << ": no key '" << key.str() << "'";
}

inline void PrintTo(const Case& test, std::ostream* out) { *out << test.name; }

class Regress : public testing::TestWithParam<Case> {};

inline std::string TestName(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace assay::regress
