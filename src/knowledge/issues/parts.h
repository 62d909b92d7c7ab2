// A report taken apart: programs, fragments, outputs, the error, versions, prose, what maintainers
// said, symptoms, and whether it can be repeated on a machine like this one.
//
// By rules: block after block of the markdown is looked at, first what its fence says, then what is
// in it. A program imports a framework and calls something; a fragment is code that lacks that.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/machine.h"
#include "knowledge/issues/issue.h"
#include "knowledge/issues/traceback.h"

namespace assay::knowledge {

enum class BlockKind { kProgram, kFragment, kOutput, kTraceback, kEnvironment, kOther };
std::string_view Name(BlockKind kind);  // "program", "fragment", …

struct Block {
  BlockKind kind = BlockKind::kOther;
  std::string language;  // of the fence
  std::string text;      // of code without prompts and shell lines
  std::string origin;    // "body", "comment 3", or an address
  int line = 0;          // in its origin
};

struct Said {
  std::string author, text;
};

struct Parts {
  std::vector<Block> blocks;  // body, comments, links, in this order
  std::optional<ReportedError> error;
  std::map<std::string, std::string> versions;
  std::string report;             // prose of the body
  std::vector<Said> maintainers;  // prose of the project's own people
  std::vector<std::string> symptoms;
  std::vector<std::string> platforms;  // that it needs; empty: it may be tried here
  std::string platform_reason;         // the words that decided

  // The best program: complete, the body's before others', the longest; nullptr without one.
  const Block* program() const;
};

// `machine`: where it may be tried.
Parts SplitIssue(const Issue& issue, const std::string& machine = HostMachine());

BlockKind KindOf(const std::string& language, const std::string& text);

// Closed, and mended: by a merged pull request or a commit, or closed as completed with one that
// names it. Reports closed as not planned, duplicate or stale are none.
bool ClosedAndFixed(const Issue& issue);

nlohmann::json ToJson(const Parts& parts);

}  // namespace assay::knowledge
