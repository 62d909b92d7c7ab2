// A page: what one address of the interface answers, as a plain function without HTTP, so that the
// server, the static report and tests call the same. One line each in pages.def.
//
// Errors become statuses. Of those that pages make themselves, BadQuery is 400 and NotFound 404.
// All others come from below, where Invalid may be anything from a store that is locked, damaged or
// gone to a manifest that cannot be read: 503, since the request was all right.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "store/rows.h"
#include "store/store.h"
#include "web/query.h"
#include "web/sources.h"

namespace assay::web {

struct Answer {
  Answer(nlohmann::json value) : json(std::move(value)) {}  // NOLINT: implicit on purpose
  // A file to keep; browsers must not show it. `type`: Content-Type.
  Answer(std::string content, std::string content_type, std::string name)
      : bytes(std::move(content)), type(std::move(content_type)), file_name(std::move(name)) {}

  nlohmann::json json;
  std::string bytes, type, file_name;  // `type` is empty when `json` is the answer
};

struct Page {
  std::string_view name;     // "FindingText"
  std::string_view pattern;  // "/api/findings/*/text"; the star stands for one part of a path
  Result<Answer> (*answer)(const Sources& sources, const Query& query);
};

std::span<const Page> AllPages();

// The page of `path`, decoded, with its id put into `query`; null when there is none.
const Page* FindPage(std::string_view path, Query& query);

// What the page answers. An exception, from JSON of strangers in the store say, becomes an error.
Result<Answer> AnswerOf(const Page& page, const Sources& sources, const Query& query);

inline Error NotFound(std::string message) { return Unsupported(std::move(message)); }
// BadQuery(message), the third, is in query.h.

#define PAGE(Name, pattern) Result<Answer> Name(const Sources& sources, const Query& query);
#include "web/pages.def"
#undef PAGE

// One finding as lists and its own page tell it.
// "output inconsistency" of F1; "" for a class that is none.
std::string ClassName(std::string_view id);

// The keys that a row of /api/findings and /api/findings/ID have in common.
nlohmann::json FindingRowJson(const store::FindingRow& row);

// The finding that a stranger asks for; NotFound when there is none.
Result<store::FindingRow> FindRow(const store::Store& store, const std::string& id);

}  // namespace assay::web
