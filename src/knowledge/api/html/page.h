// APIs on a page of documentation. One file per kind of page, one line each in pages.def.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/api/api_doc.h"
#include "knowledge/api/docstring/docstring.h"
#include "knowledge/api/html/html.h"

namespace assay::knowledge {

struct PageKind {
  std::string_view name;
  // The APIs that the page documents, if it is of this kind; otherwise none.
  std::vector<ApiDoc> (*read)(const HtmlNode& page);
};
std::span<const PageKind> AllPageKinds();

// By the first kind that finds anything.
std::vector<ApiDoc> ReadPage(const HtmlNode& page);

// One API of a page, as far as it was read: put together with Assemble().
ApiDoc MakePageDoc(const std::string& name, const std::string& kind,
                   const std::vector<std::string>& signatures, const Docstring& sections);

}  // namespace assay::knowledge
