// How the text form spells names, strings and raw bytes: shared by its parser and its printer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Characters of names, digits aside as first ones.
bool IsWordStart(char c);
bool IsWordPart(char c);

// A name that needs no quotes: a letter or '_', then letters, digits, '_' and '.'; not "_" alone
// (an absent value).
bool IsPlainName(std::string_view name);
// "…" with escapes; valid UTF-8 stays readable, every other byte becomes \xHH.
std::string QuoteText(std::string_view text);
// The name itself when plain, otherwise quoted.
std::string NameText(std::string_view name);

// The reverse of QuoteText, quotes included; nothing when an escape is malformed.
std::optional<std::string> UnquoteText(std::string_view quoted);

std::string EncodeBase64(const std::byte* data, size_t size);
std::optional<std::vector<std::byte>> DecodeBase64(
    std::string_view text);  // nothing when malformed

}  // namespace assay
