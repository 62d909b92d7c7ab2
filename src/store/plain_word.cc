#include "store/plain_word.h"

#include "base/strings.h"
#include "store/postgres_sql.h"

namespace assay::store {

Status CheckPlainWord(const std::string& flag, const std::string& word) {
  for (const char c : word)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return Invalid(StrCat(flag, ": there is a line break or another sign that does not print; ",
                            "leave it out"));
  if (PostgresText(word) != word) return Invalid(StrCat(flag, ": is not written in UTF-8"));
  return {};
}

}  // namespace assay::store
