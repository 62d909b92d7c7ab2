// One line of a requirements file, as far as assay has to understand it; pip reads the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::bugs {

struct Requirement {
  enum class Kind {
    kPackage,  // name[extras]specifier; marker
    kFile,     // name @ file:… or a path of a wheel: looked for in the archive of wheels
    kLink,     // name @ https:…, git+…: somewhere that is not an index
    kOption,   // --extra-index-url and the like
  };
  Kind kind = Kind::kPackage;
  std::string name;       // normalised: lower case, - between words
  std::string extras;     // "[cpu]" or ""
  std::string specifier;  // "==2.13.0", ">=1,<2" without white space, "": any version
  std::string marker;     // behind the semicolon
  std::string place;      // kFile: the file's name; kLink: the address; kOption: the whole line
  std::string sha256;     // of a file, where it is stated

  // The version of "==2.13.0" or "===2.13.0"; "": not pinned to one.
  std::string Pinned() const;
  // As pip is told.
  std::string Text() const;
};

Requirement ParseRequirement(std::string_view line);

// Typing_Extensions -> typing-extensions.
std::string NormalisedName(std::string_view name);

// Whether a package (its normalised name) is one of the two that carry the module tensorflow. Not
// every machine has both.
bool IsTensorflow(std::string_view name);

// 2.9 == 2.9.0, 2.14.0rc0 == 2.14.0-rc0; local labels (+cpu) do not count.
bool SameVersion(std::string_view a, std::string_view b);

// Whether a marker holds on this machine under Python `python` ("3.11"); nullopt: not understood.
std::optional<bool> MarkerHolds(std::string_view marker, const std::string& python);

}  // namespace assay::bugs
