// A store and its surroundings, as pages read them.
#pragma once

#include <cstdlib>

#include "base/files.h"
#include "lab/registry.h"
#include "tests/unit/dossier/sample.h"
#include "web/page.h"

namespace assay::web {

class PageTest : public dossier::SampleStore {
 protected:
  void SetUp() override {
    SampleStore::SetUp();
    // What this user has kept elsewhere, documents of frameworks say, must not decide.
    setenv("XDG_CACHE_HOME", (testing::TempDir() + "/no_cache").c_str(), 1);
  }

  Sources sources() const {
    Sources out;
    out.store = path();
    out.home = lab::HomeFolder();
    out.version = "0";
    return out;
  }

  // What the page answers; the test fails when it does not.
  nlohmann::json Ask(Result<Answer> (*page)(const Sources&, const Query&),
                     const Query& query = {}) {
    return AskOf(sources(), page, query);
  }
  static nlohmann::json AskOf(const Sources& from,
                              Result<Answer> (*page)(const Sources&, const Query&),
                              const Query& query = {}) {
    const auto answer = page(from, query);
    EXPECT_TRUE(answer.ok()) << answer.error().message;
    return answer.ok() ? answer->json : nlohmann::json();
  }

  static Query Of(const std::string& id) {
    Query out;
    out.set_id(id);
    return out;
  }
};

}  // namespace assay::web
