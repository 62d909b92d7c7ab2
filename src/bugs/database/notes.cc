#include "bugs/database/notes.h"

#include <re2/re2.h>

#include "base/machine.h"
#include "base/strings.h"
#include "base/toml.h"

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

Status Take(const Key& key, const Toml& value, BugNotes& notes) {
  const auto text = value.As<std::string>();
  if (!text) return Invalid(StrCat(key.name, " (line ", value.line(), ") must be a text"));
  if (key.pattern) {
    const re2::RE2 pattern(*text, re2::RE2::Quiet);
    if (!pattern.ok())
      return Invalid(StrCat(key.name, " (line ", value.line(),
                            ") is no regular expression: ", pattern.error()));
  }
  notes.*key.member = *text;
  return {};
}

Status TakeMachines(const Toml& value, BugNotes& notes) {
  const auto take = [&](const Toml& one) -> Status {
    const auto name = one.As<std::string>();
    const std::string wrong =
        name ? NoSuchMachine(*name) : "must be the name of a machine, or a list of them";
    if (!wrong.empty()) return Invalid(StrCat("machine (line ", one.line(), ") ", wrong));
    notes.machines.push_back(*name);
    return {};
  };
  if (!value.IsArray()) return take(value);
  for (const Toml& one : value.items()) ASSAY_RETURN_IF_ERROR(take(one));
  return {};
}

}  // namespace

std::string Bug::NotFor(const std::string& machine) const {
  if (!notes || SpeaksOf(notes->machines, machine)) return "";
  return StrCat("not for this machine (", machine, "): it shows on ", Join(notes->machines, ", "));
}

Result<BugNotes> ReadNotes(std::string_view text) {
  ASSAY_ASSIGN(const Toml table, Toml::Parse(text, ""));
  BugNotes out;
  for (const Toml& value : table.entries()) {
    if (value.key() == "machine") {
      ASSAY_RETURN_IF_ERROR(TakeMachines(value, out));
      continue;
    }
    const Key* known = nullptr;
    for (const Key& key : kKeys)
      if (key.name == value.key()) known = &key;
    if (known == nullptr)
      return value.Wrong(StrCat("there is no key '", value.key(),
                                "'; known: fixed_version, fix_language, buggy_message, "
                                "fixed_message, machine"));
    ASSAY_RETURN_IF_ERROR(Take(*known, value, out));
  }
  return out;
}

}  // namespace assay::bugs
