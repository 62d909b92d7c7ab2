// Plain text made safe for a format. Messages of frameworks hold anything: tags, control
// characters, bytes that are no UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace assay::report {

// Valid UTF-8 without control characters but newline and tab: what is neither becomes U+FFFD.
std::string CleanText(std::string_view text);

// For text and attributes of XML and HTML.
std::string XmlText(std::string_view text);

// For running text and table cells of Markdown: nothing in it is taken for markup, except `code`
// between backquotes that pair up.
std::string MarkdownText(std::string_view text);

// A fence for a code block that the text itself does not hold.
std::string MarkdownFence(std::string_view text);

}  // namespace assay::report
