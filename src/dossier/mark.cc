#include "dossier/mark.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"

namespace assay::dossier {
namespace {

// Longer than any real address; what comes over the network is limited.
constexpr size_t kLinkBytes = 2000;

// Its shape only: nothing is fetched.
bool LooksLikeLink(const std::string& text) {
  std::string rest;
  for (const std::string_view scheme : {"https://", "http://"})
    if (text.starts_with(scheme)) rest = text.substr(scheme.size());
  const size_t slash = rest.find('/');
  if (slash == std::string::npos || slash + 1 == rest.size()) return false;
  if (rest.find_first_of(" \t\r\n\"<>") != std::string::npos) return false;
  const std::string host = rest.substr(0, slash);
  const size_t dot = host.find('.');
  return dot != 0 && dot != std::string::npos && dot + 1 < host.size();
}

}  // namespace

Status CheckMark(const std::string& state, const std::string& link) {
  if (std::ranges::find(kMarks, state) == kMarks.end())
    return Invalid(
        StrCat("'", state, "' is no state that people set; known: ", Join(kMarks, ", ")));
  if (state == "reported" && link.empty())
    return Invalid("a reported finding needs --link, the address of the report");
  if (!link.empty() && (link.size() > kLinkBytes || !LooksLikeLink(link)))
    return Invalid(StrCat("--link ", link.substr(0, kLinkBytes),
                          " does not look like the address of a report; write it in full, from "
                          "https:// on"));
  return {};
}

Status Mark(store::Store& store, const store::FindingRow& row, const std::string& state,
            const std::string& link) {
  ASSAY_RETURN_IF_ERROR(CheckMark(state, link));
  ASSAY_RETURN_IF_ERROR(store.AddHistory({row.id, "", row.target, row.version, state, link}));
  if (!link.empty()) {
    const nlohmann::json report = {{"link", link}, {"version", row.version}};
    ASSAY_RETURN_IF_ERROR(store.SetFact(
        row.id, "report", report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
  }
  return store.SetState(row.id, state);
}

}  // namespace assay::dossier
