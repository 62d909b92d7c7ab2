#include "web/page.h"

#include <array>
#include <vector>

#include "base/json.h"
#include "base/strings.h"
#include "triage/classify/classify.h"

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

// Ids are short; what is longer is not worth repeating in a message.
constexpr size_t kLongestId = 64;

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

std::string ClassName(std::string_view id) {
  for (const triage::StudyClass& one : triage::AllStudyClasses())
    if (one.id == id) return std::string(one.description);
  return "";
}

nlohmann::json FindingRowJson(const store::FindingRow& row) {
  return With(ASSAY_FIELDS(row, id, title, target, version, device, framework, producer, campaign,
                           kind, stage, state, severity, realism, count, nodes, grouping, label,
                           known, first_seen, last_seen, message),
              {{"class", row.class_id}, {"class_name", ClassName(row.class_id)}});
}

Result<store::FindingRow> FindRow(const store::Store& store, const std::string& id) {
  if (id.empty() || id.size() > kLongestId) return NotFound("there is no finding of that name");
  ASSAY_ASSIGN(const auto row, store.TryFinding(id));
  if (!row.has_value()) return NotFound(StrCat("there is no finding '", id, "'"));
  return *row;
}

}  // namespace assay::web
