#include "bugs/environment/requirement.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/machine.h"
#include "base/strings.h"
#include "bugs/database/text.h"

namespace assay::bugs {
namespace {

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

std::string WithoutSpace(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\t') out += c;
  return out;
}

std::string UrlDecoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const bool coded = text[i] == '%' && i + 2 < text.size() &&
                       std::sscanf(std::string(text.substr(i + 1, 2)).c_str(), "%2x", &value) == 1;
    out += coded ? static_cast<char>(value) : text[i];
    if (coded) i += 2;
  }
  return out;
}

// file:///tmp/torch-2.3.0-cp310-cp310-linux_x86_64.whl#sha256=3d95…
void TakeFile(std::string_view address, Requirement& out) {
  static const re2::RE2 kHash(R"(#.*sha256=([0-9a-f]{64}))");
  re2::RE2::PartialMatch(Piece(address), kHash, &out.sha256);
  address = address.substr(0, address.find('#'));
  out.kind = Requirement::Kind::kFile;
  out.place = UrlDecoded(address.substr(address.rfind('/') + 1));
  if (out.name.empty()) out.name = NormalisedName(out.place.substr(0, out.place.find('-')));
}

void TakeAddress(std::string_view address, Requirement& out) {
  if (address.starts_with("file:") || address.starts_with("/") || address.starts_with("./"))
    return TakeFile(address, out);
  out.kind = Requirement::Kind::kLink;
  out.place = address;
}

// Numbers and letters in turn, trailing zeros left out: 2.14.0rc0 -> 2 14 rc 0.
std::string Canonical(std::string_view version) {
  const std::string lower = Lower(Trim(version.substr(0, version.find('+'))));
  static const re2::RE2 kPart(R"(([0-9]+|[a-z]+))");
  re2::StringPiece rest = Piece(lower);
  std::string part, out, zeros;
  while (re2::RE2::FindAndConsume(&rest, kPart, &part)) {
    part.erase(0, std::min(part.find_first_not_of('0'), part.size() - 1));
    if (part == "0") {
      zeros += ".0";
      continue;
    }
    const bool word = part[0] >= 'a';
    if (!word) out += zeros;
    zeros.clear();
    out += "." + part;
  }
  return out;
}

std::string ValueOf(const std::string& variable, const std::string& python) {
  if (variable == "sys_platform") return "linux";
  if (variable == "platform_system") return "Linux";
  if (variable == "os_name") return "posix";
  if (variable == "platform_machine") return HostMachine();
  if (variable == "python_version") return python;
  if (variable == "implementation_name") return "cpython";
  if (variable == "platform_python_implementation") return "CPython";
  return "";
}

int CompareNumbers(const std::string& a, const std::string& b) {
  const std::vector<std::string> x = Split(a, '.'), y = Split(b, '.');
  for (size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
    const int p = i < x.size() ? std::atoi(x[i].c_str()) : 0;
    const int q = i < y.size() ? std::atoi(y[i].c_str()) : 0;
    if (p != q) return p < q ? -1 : 1;
  }
  return 0;
}

std::optional<bool> ComparisonHolds(std::string_view text, const std::string& python) {
  static const re2::RE2 kComparison(R"(\s*([a-z_]+)\s*(==|!=|<=|>=|<|>)\s*["']([^"']*)["']\s*)");
  std::string variable, sign, wanted;
  if (!re2::RE2::FullMatch(Piece(text), kComparison, &variable, &sign, &wanted)) return {};
  const std::string value = ValueOf(variable, python);
  if (value.empty()) return {};
  const int order =
      variable == "python_version" ? CompareNumbers(value, wanted) : value.compare(wanted);
  if (sign == "==") return order == 0;
  if (sign == "!=") return order != 0;
  if (sign == "<") return order < 0;
  if (sign == "<=") return order <= 0;
  if (sign == ">") return order > 0;
  return order >= 0;
}

// Splits at a word that stands alone, outside of quotes as far as markers go.
std::vector<std::string> SplitAtWord(std::string_view text, std::string_view word) {
  const std::string mark = StrCat(" ", word, " ");
  std::vector<std::string> out;
  for (size_t at; (at = text.find(mark)) != std::string_view::npos;) {
    out.emplace_back(text.substr(0, at));
    text.remove_prefix(at + mark.size());
  }
  out.emplace_back(text);
  return out;
}

}  // namespace

std::string Requirement::Pinned() const {
  if (!specifier.starts_with("==") || specifier.find(',') != std::string::npos) return "";
  const std::string version = specifier.substr(specifier.find_first_not_of('='));
  return version.find('*') == std::string::npos ? version : "";
}

std::string Requirement::Text() const {
  const std::string condition = marker.empty() ? "" : " ; " + marker;
  switch (kind) {
    case Kind::kPackage:
      return name + extras + specifier + condition;
    case Kind::kFile:
      return StrCat(name, extras, " @ file:", place, sha256.empty() ? "" : "#sha256=" + sha256,
                    condition);
    case Kind::kLink:
      return name.empty() ? place + condition : StrCat(name, extras, " @ ", place, condition);
    case Kind::kOption:
      break;
  }
  return place;
}

std::string NormalisedName(std::string_view name) {
  std::string out;
  for (const char c : Lower(Trim(name))) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (!separator)
      out += c;
    else if (!out.ends_with('-'))
      out += '-';
  }
  return out;
}

Requirement ParseRequirement(std::string_view line) {
  Requirement out;
  std::string_view rest = Trim(line);
  if (rest.starts_with('-')) {
    out.kind = Requirement::Kind::kOption;
    out.place = rest;
    return out;
  }
  // pip's own options behind a requirement, such as --hash=….
  rest = Trim(rest.substr(0, rest.find(" --")));
  if (const size_t at = rest.find(';'); at != std::string_view::npos) {
    out.marker = Trim(rest.substr(at + 1));
    rest = Trim(rest.substr(0, at));
  }
  static const re2::RE2 kNamed(R"(^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(\[[^\]]*\])?\s*(.*)$)");
  std::string name, extras, tail;
  const bool named = rest.find('@') < rest.find("://");  // name @ address
  const bool address =
      !named && (rest.find("://") != std::string_view::npos || rest.starts_with("/") ||
                 rest.starts_with(".") || rest.ends_with(".whl"));
  if (address || !re2::RE2::FullMatch(Piece(rest), kNamed, &name, &extras, &tail)) {
    if (rest.ends_with(".whl") && rest.find("://") == std::string_view::npos)
      TakeFile(rest, out);
    else
      TakeAddress(rest, out);
    return out;
  }
  out.name = NormalisedName(name);
  out.extras = WithoutSpace(extras);
  if (tail.starts_with('@'))
    TakeAddress(Trim(std::string_view(tail).substr(1)), out);
  else
    out.specifier = WithoutSpace(tail);
  return out;
}

bool IsTensorflow(std::string_view name) {
  return name == "tensorflow" || name == "tensorflow-cpu";
}

bool SameVersion(std::string_view a, std::string_view b) { return Canonical(a) == Canonical(b); }

std::optional<bool> MarkerHolds(std::string_view marker, const std::string& python) {
  if (Trim(marker).empty()) return true;
  if (marker.find('(') != std::string_view::npos) return {};
  bool any = false;
  for (const std::string& alternative : SplitAtWord(marker, "or")) {
    bool all = true;
    for (const std::string& comparison : SplitAtWord(alternative, "and")) {
      const std::optional<bool> holds = ComparisonHolds(comparison, python);
      if (!holds) return {};
      all = all && *holds;
    }
    any = any || all;
  }
  return any;
}

}  // namespace assay::bugs
