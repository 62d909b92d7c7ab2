// Report: one finding as it is told, whatever the format.
//
// A report is a list of sections, a section a list of blocks; each format knows how to set each
// kind of block and nothing of findings. Texts are plain: formats escape them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::report {

struct Paragraph {
  std::string text;
};
struct Bullets {
  std::vector<std::string> items;
};
struct Pairs {
  std::vector<std::pair<std::string, std::string>> rows;  // label, value
};
struct Grid {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};
struct Code {
  std::string language;  // "python", "sh"; "" for plain text
  std::string text;
};
// A model as a picture, in three ways.
struct Drawing {
  std::string text, mermaid, svg;
};
using Block = std::variant<Paragraph, Bullets, Pairs, Grid, Code, Drawing>;

struct Section {
  std::string title;
  std::vector<Block> blocks;
};

struct Report {
  std::string id, title;
  std::string target, version, device;
  std::string machines;  // architectures that showed it: "x86_64, aarch64"; "": not known
  std::string kind, stage, state, signature;
  std::string study, study_name, study_group, atoc, rule;  // the classes
  std::string op;                                          // the operator at fault; "": not known
  std::string file = "model.onnx";  // what shows it, in the folder that `findings export` writes
  std::string first_seen, last_seen;
  std::vector<std::string> summary;  // what happens, in two sentences
  std::vector<Section> sections;
  nlohmann::json record;  // all that is known, for machines
};

}  // namespace assay::report
