// A docstring taken apart into sections.
//
// Writers mix styles (PyTorch has Google's "Args:" and reStructuredText's ".. note::" in one text),
// so every style of styles.def is asked, line by line, whether a section of its kind begins there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::knowledge {

// One documented parameter (or exception).
struct Entry {
  std::string name;  // without stars
  std::string type;
  std::string description;  // its lines, markup as written
  bool keyword_only = false;
};

enum class SectionKind {
  kParameters,
  kKeywords,  // parameters that are given by name only
  kReturns,
  kRaises,
  kNote,
  kExample,
  kDeprecated,
  kOther,  // left in the text
};

struct Section {
  SectionKind kind = SectionKind::kOther;
  std::vector<std::string> body;  // dedented
  std::vector<Entry> entries;     // of parameters and exceptions
  size_t end = 0;                 // the first line behind it
};

struct Docstring {
  std::vector<std::string> headers;  // lines that are signatures: "addmm(input, …) -> Tensor"
  std::string text;                  // everything that is in no other part
  std::vector<Entry> parameters;
  bool has_parameter_section = false;
  std::string returns;
  std::vector<std::string> raises, notes, examples;
  std::string deprecated;
};

// `name` is the API's, to know its signature lines by.
Docstring ParseDocstring(std::string_view text, std::string_view name);

// What a title such as "Keyword args" or "Returns" opens; nothing for any other line.
std::optional<SectionKind> KindOfTitle(std::string_view title);

// Puts a finished section where it belongs. False: it is of kind kOther.
bool PutSection(const Section& section, Docstring& out);

// One way to write sections.
struct Style {
  std::string_view name;
  // The section that begins at `lines[at]`, if one does.
  std::optional<Section> (*read)(std::span<const std::string> lines, size_t at);
};
std::span<const Style> AllStyles();

}  // namespace assay::knowledge
