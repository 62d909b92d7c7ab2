#include <gtest/gtest.h>

#include "web/site.h"

namespace assay::web {
namespace {

TEST(SiteData, ScriptsHoldNothingThatEndsThem) {
  const nlohmann::json hostile = "</script><!-- \xe2\x80\xa8 \xe2\x80\xa9 \xff";
  const std::string text = ScriptText(hostile);
  for (const char* bad : {"<", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xff"})
    EXPECT_EQ(text.find(bad), std::string::npos);
  // And reads back as the same, but for what was no text.
  EXPECT_EQ(nlohmann::json::parse(text).get<std::string>(),
            "</script><!-- \xe2\x80\xa8 \xe2\x80\xa9 \xef\xbf\xbd");
}

}  // namespace
}  // namespace assay::web
