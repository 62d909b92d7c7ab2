#include "trial/prelude.h"

#include <re2/re2.h>

#include "base/files.h"
#include "base/strings.h"
#include "lab/registry.h"

namespace assay::trial {
namespace {

Result<std::string> Load(const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/judge/", name, ".py"));
}

// One statement of the outermost level, with all its lines.
struct Block {
  std::string name;  // of a function or a constant; "": an import, always kept
  std::string text;
  bool needed = false;
};

std::vector<Block> Blocks(const std::string& prelude) {
  static const RE2 kNamed(R"(^(?:def )?(\w+)(?:\(| = ))");
  std::vector<Block> out;
  for (const std::string& line : Split(prelude, '\n')) {
    const bool inner = line.empty() || line[0] == ' ' || line[0] == ')' || line[0] == ']';
    if (!inner) {
      Block block;
      RE2::PartialMatch(line, kNamed, &block.name);
      out.push_back(block);
    }
    if (!out.empty()) out.back().text += line + "\n";
  }
  return out;
}

bool Mentions(const std::string& text, const std::string& name) {
  return RE2::PartialMatch(text, StrCat(R"((?:^|[^\w.]))", name, R"(\b)"));
}

}  // namespace

Result<std::string> LoadPrelude(const Dialect& dialect) {
  ASSAY_ASSIGN(const std::string array, Load(std::string(dialect.framework)));
  std::string out = array;
  for (const char* name : {"same", "edges", "slope"}) {
    ASSAY_ASSIGN(const std::string functions, Load(name));
    out += "\n\n" + functions;
  }
  return out + "\n";
}

Result<std::string> LoadProbe() { return Load("probe"); }

Result<std::string> LoadTwinFunctions() { return Load("twin"); }

std::string OnlyNeeded(const std::string& prelude, const std::string& program) {
  std::vector<Block> blocks = Blocks(prelude);
  std::string users = program;
  for (bool more = true; more;) {
    more = false;
    for (Block& block : blocks) {
      if (block.needed || block.name.empty() || !Mentions(users, block.name)) continue;
      block.needed = more = true;
      users += block.text;
    }
  }
  std::string out;
  for (const Block& block : blocks)
    if (block.needed || block.name.empty()) out += block.text;
  while (out.ends_with('\n')) out.pop_back();
  return out + "\n";
}

}  // namespace assay::trial
