#include "web/page.h"

#include <array>
#include <vector>

#include "base/strings.h"

namespace assay::web {
namespace {

constexpr std::array kPages = {
#define PAGE(Name, pattern) Page{#Name, pattern, Name},
#include "web/pages.def"
#undef PAGE
};

// Whether the parts of `path` are those of `pattern`; what stands for the star goes to `id`.
bool Matches(std::string_view pattern, std::string_view path, std::string& id) {
  const std::vector<std::string> wanted = Split(pattern, '/'), given = Split(path, '/');
  if (wanted.size() != given.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == "*" && !given[i].empty())
      id = given[i];
    else if (wanted[i] != given[i])
      return false;
  }
  return true;
}

}  // namespace

std::span<const Page> AllPages() { return kPages; }

const Page* FindPage(std::string_view path, Query& query) {
  for (const Page& page : kPages) {
    std::string id;
    if (!Matches(page.pattern, path, id)) continue;
    query.set_id(std::move(id));
    return &page;
  }
  return nullptr;
}

Result<Answer> AnswerOf(const Page& page, const Sources& sources, const Query& query) {
  try {
    return page.answer(sources, query);
  } catch (const std::exception& error) {
    return Undetermined(StrCat("what the store holds of it cannot be read: ", error.what()));
  }
}

}  // namespace assay::web
