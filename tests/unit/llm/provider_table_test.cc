#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "lab/registry.h"
#include "llm/local_server.h"
#include "llm/provider.h"

namespace assay::llm {
namespace {

TEST(Providers, EveryFileIsInTheList) {
  std::set<std::string> files, names;
  for (const auto& entry :
       std::filesystem::directory_iterator(lab::HomeFolder() + "/src/llm/providers"))
    files.insert(entry.path().stem());
  for (const ProviderDef& provider : AllProviders()) {
    EXPECT_TRUE(names.insert(std::string(provider.name)).second);
    EXPECT_FALSE(provider.help.empty());
  }
  EXPECT_EQ(files, names);
}

TEST(Providers, UnknownNamesTheKnown) {
  EXPECT_NE(MakeProvider("x", {}, {}).error().message.find("none, local, openai, file"),
            std::string::npos);
}

TEST(Models, PartsArePinned) {
  for (const ModelDef& model : AllModels()) {
    EXPECT_EQ(model.sha256.size(), 64u);
    EXPECT_TRUE(std::filesystem::exists(lab::HomeFolder() + "/envs/" +
                                        std::string(model.environment) + "/requirements.txt"));
  }
  EXPECT_NE(LocateModel("9b").error().message.find("0.5b, 1.5b"), std::string::npos);
  EXPECT_FALSE(LocateModel("/nowhere/x.gguf").ok());
}

}  // namespace
}  // namespace assay::llm
