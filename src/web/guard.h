// Who may ask what. The server listens on this machine alone unless told otherwise, but every page
// that a browser shows can send requests here: names, origins and the token are checked on each.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::web {

// Nothing is loaded from elsewhere, nothing runs that is not a file of ours.
inline constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";
// For files to keep, should a browser show one all the same.
inline constexpr const char* kFilePolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

// Headers that every answer has.
const std::vector<std::pair<std::string, std::string>>& SafeHeaders();

// Whether a Host header names this server: an address, localhost, or one of `names`. A page of
// somebody else whose name was made to point here (DNS rebinding) sends its own name.
bool AllowedHost(std::string_view host, const std::vector<std::string>& names);

// Whether the request comes from a page of ours, or from no page. `origin`: the Origin header.
bool AllowedOrigin(std::string_view origin, std::string_view host);

// Whether a browser asks for a page of ours, or follows a link. `site`, `mode`: the headers
// Sec-Fetch-Site and Sec-Fetch-Mode, which pages cannot forge; both are empty where no browser
// asks, or an old one. A page of somebody else cannot read answers anyway, but it could take all
// places of live viewers, or keep this machine busy.
bool AllowedFetch(std::string_view site, std::string_view mode);

// Whether `authorization` is "Bearer <token>". Takes the same time for every wrong token.
bool HasToken(std::string_view authorization, std::string_view token);

// Nobody can guess it: 128 random bits.
std::string NewToken();

}  // namespace assay::web
