// Prompt templates: text files under prompts/, one per question.
//
//   # What the prompt is for.          TOML: comments, and any of
//   temperature = 0.2                  temperature, top_p, max_tokens, seed
//   === system                         then the messages, each after a line with its role
//   You read documentation.
//   === user
//   What does {{api}} accept?          {{name}}: filled in; what is filled in is not looked at
//   again
//
// A file NAME.schema.json beside NAME.txt is the JSON schema of the answer.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "llm/prompt.h"

namespace assay::llm {

class Template {
 public:
  // From $ASSAY_PROMPTS, or prompts/ in the project. An unknown name is answered with the nearest.
  static Result<Template> Load(const std::string& name);
  static Result<Template> LoadFile(const std::string& path);

  // Fails on a placeholder without a value and on a value without a placeholder.
  Result<Prompt> Fill(const std::map<std::string, std::string>& values) const;
  // In the order they appear, each once.
  std::vector<std::string> Placeholders() const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  Prompt prompt_;
};

// The names of all templates there are, sorted.
std::vector<std::string> TemplateNames();

}  // namespace assay::llm
