// A page as HTML: what stands between <main> and </main>.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "help/markdown.h"

namespace assay::help {

// For text and attributes.
std::string HtmlText(std::string_view text);

// `address_of`: where a link or an image of the page leads now; "" when it leads nowhere, and its
// words stay as text.
std::string HtmlOf(const Node& node,
                   const std::function<std::string(const std::string&)>& address_of);

}  // namespace assay::help
