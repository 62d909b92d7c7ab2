#include "bugs/database/notes.h"

#include <re2/re2.h>
#include <toml++/toml.h>

#include "base/machine.h"
#include "base/strings.h"

namespace assay::bugs {
namespace {

struct Key {
  std::string_view name;
  std::string BugNotes::* member;
  bool pattern;
};
constexpr Key kKeys[] = {{"fixed_version", &BugNotes::fixed_version, false},
                         {"fix_language", &BugNotes::fix_language, false},
                         {"buggy_message", &BugNotes::buggy_message, true},
                         {"fixed_message", &BugNotes::fixed_message, true}};

Status Take(const Key& key, const toml::node& value, BugNotes& notes) {
  const auto text = value.value<std::string>();
  if (!text)
    return Invalid(StrCat(key.name, " (line ", value.source().begin.line, ") must be a text"));
  if (key.pattern) {
    const re2::RE2 pattern(*text, re2::RE2::Quiet);
    if (!pattern.ok())
      return Invalid(StrCat(key.name, " (line ", value.source().begin.line,
                            ") is no regular expression: ", pattern.error()));
  }
  notes.*key.member = *text;
  return {};
}

Status TakeMachines(const toml::node& value, BugNotes& notes) {
  const auto take = [&](const toml::node& one) -> Status {
    const auto name = one.value<std::string>();
    const std::string wrong =
        name ? NoSuchMachine(*name) : "must be the name of a machine, or a list of them";
    if (!wrong.empty())
      return Invalid(StrCat("machine (line ", one.source().begin.line, ") ", wrong));
    notes.machines.push_back(*name);
    return {};
  };
  if (!value.is_array()) return take(value);
  for (const toml::node& one : *value.as_array()) ASSAY_RETURN_IF_ERROR(take(one));
  return {};
}

}  // namespace

std::string Bug::NotFor(const std::string& machine) const {
  if (!notes || SpeaksOf(notes->machines, machine)) return "";
  return StrCat("not for this machine (", machine, "): it shows on ", Join(notes->machines, ", "));
}

Result<BugNotes> ReadNotes(std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Invalid(StrCat("line ", error.source().begin.line, ": ", error.description()));
  }
  BugNotes out;
  for (const auto& [name, value] : table) {
    if (name.str() == "machine") {
      ASSAY_RETURN_IF_ERROR(TakeMachines(value, out));
      continue;
    }
    const Key* known = nullptr;
    for (const Key& key : kKeys)
      if (key.name == name.str()) known = &key;
    if (known == nullptr)
      return Invalid(StrCat("line ", name.source().begin.line, ": there is no key '", name.str(),
                            "'; known: fixed_version, fix_language, buggy_message, fixed_message, "
                            "machine"));
    ASSAY_RETURN_IF_ERROR(Take(*known, value, out));
  }
  return out;
}

}  // namespace assay::bugs
