#include "knowledge/api/html/page.h"

#include <array>

#include "knowledge/api/assemble.h"
#include "knowledge/api/signature.h"

namespace assay::knowledge {

#define PAGE(Name, name) std::vector<ApiDoc> Read##Name##Page(const HtmlNode& page);
#include "knowledge/api/html/pages.def"
#undef PAGE

std::span<const PageKind> AllPageKinds() {
  static constexpr std::array kKinds = {
#define PAGE(Name, name) PageKind{name, Read##Name##Page},
#include "knowledge/api/html/pages.def"
#undef PAGE
  };
  return kKinds;
}

std::vector<ApiDoc> ReadPage(const HtmlNode& page) {
  for (const PageKind& kind : AllPageKinds()) {
    std::vector<ApiDoc> docs = kind.read(page);
    if (!docs.empty()) return docs;
  }
  return {};
}

ApiDoc MakePageDoc(const std::string& name, const std::string& kind,
                   const std::vector<std::string>& signatures, const Docstring& sections) {
  ApiDoc out;
  out.name = name;
  out.kind = kind;
  out.source = "crawl";
  std::vector<Signature> parsed;
  for (const std::string& text : signatures)
    if (auto signature = ParseSignature(text); signature.ok())
      parsed.push_back(std::move(signature).value());
  Assemble(parsed, sections, out);
  return out;
}

}  // namespace assay::knowledge
