#include "mirror/rewrite/finish.h"

#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/framework.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool Imports(const std::string& text, const std::string& line) {
  // The mark for helpers may stand behind the last import.
  for (const std::string end : {"\n", kHelpersHere})
    if (text.starts_with(line + end) || text.find(StrCat("\n", line, end)) != std::string::npos)
      return true;
  return false;
}

// Names of helpers that the program has given to something else get an underscore.
std::string HelperTexts(Draft& draft, const Helpers& helpers) {
  std::vector<std::string> names = helpers.Needed(draft.helpers), texts;
  for (const std::string& name : names) texts.push_back(helpers.Text(name));
  for (const std::string& name : names) {
    const std::string shown = draft.own.contains(name) ? name + "_" : name;
    ReplaceAll(draft.text, "\x01" + name + "\x02", shown);
    if (shown != name)
      for (std::string& text : texts) text = ReplaceWord(text, name, shown);
  }
  return Join(texts, "\n\n\n");
}

// Where no import of the source stood at the top: behind the documentation.
void PlaceMark(std::string& text) {
  if (text.find(kImportsHere) != std::string::npos) return;
  size_t at = 0;
  if (text.starts_with("\"\"\"")) {
    const size_t end = text.find("\"\"\"", 3);
    if (end != std::string::npos) at = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  text.insert(at, StrCat(kImportsHere, kHelpersHere, "\n"));
}

}  // namespace

std::string Finish(Draft draft, const Direction& direction, const Helpers& helpers) {
  const std::string texts = HelperTexts(draft, helpers);
  std::string& text = draft.text;
  PlaceMark(text);
  const std::string all = text + "\n" + texts;
  std::vector<std::string> imports;
  const bool own_numpy = Imports(text, "import numpy as np");
  if (HasWord(all, "contextlib") && !Imports(text, "import contextlib"))
    imports.push_back("import contextlib");
  if (HasWord(all, "functools") && !Imports(text, "import functools"))
    imports.push_back("import functools");
  if (HasWord(all, "math") && all.find("math.") != std::string::npos && HasWord(texts, "math") &&
      !Imports(text, "import math"))
    imports.push_back("import math");
  if (HasWord(texts, "types") && !Imports(text, "import types")) imports.push_back("import types");
  const Framework& framework = FrameworkNamed(direction.to);
  std::vector<std::string> packages = framework.Imports(all);
  if (HasWord(all, "np") && !own_numpy) packages.push_back("import numpy as np");
  std::sort(packages.begin(), packages.end());
  imports.insert(imports.end(), packages.begin(), packages.end());
  const std::string functional(framework.facts().abbreviated);
  const bool abbreviates =
      !functional.empty() && all.find(functional) != std::string::npos && !draft.own.contains("F");
  if (abbreviates) {
    imports.push_back(StrCat("import ", functional.substr(0, functional.size() - 1), " as F"));
    ReplaceAll(text, functional, "F.");
  }
  if (!draft.complete)
    for (const std::string& line : draft.source_imports) imports.push_back(line);
  std::string block = Join(imports, "\n");
  std::string inserted = texts;
  if (abbreviates) ReplaceAll(inserted, functional, "F.");
  std::string tail;
  if (const std::string setting = framework.WideSetting(); draft.wide && !setting.empty())
    tail += "\n\n" + setting;
  if (!inserted.empty()) tail += "\n\n\n" + inserted + "\n\n";
  ReplaceAll(text, kImportsHere, block);
  ReplaceAll(text, kHelpersHere, tail);
  // At most two empty lines follow each other.
  while (text.find("\n\n\n\n") != std::string::npos) ReplaceAll(text, "\n\n\n\n", "\n\n\n");
  while (text.starts_with('\n')) text.erase(0, 1);
  return text;
}

}  // namespace assay::mirror
