// Small readings of text that strangers wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"

namespace assay::bugs {

// ASCII letters only, in lower case: "Issue #" and "issue" are equal by it.
std::string LettersOf(std::string_view text);

bool IsNumber(std::string_view text);

// Whether it holds characters that a terminal obeys instead of showing them.
bool HasControls(std::string_view text);
// A question mark in the place of each that is none of `kept`.
std::string WithoutControls(std::string_view text, std::string_view kept = "");

// Numbers by value, before names by their letters.
bool IdBefore(const std::string& a, const std::string& b);

// Lines without their ends, whichever they are; a mark of UTF-8 is skipped.
std::vector<std::string> LinesOf(std::string_view text);

// What a script that reproduces a bug asks of its machine. The script itself is never run: assay
// makes the environment and runs the test.
struct ScriptAsks {
  std::string python;                 // "3.11", "3.8.5"; "": it names none
  std::vector<std::string> installs;  // words behind `pip install` that are no requirements file
  bool conda = false, docker = false;
  bool docker_gpus = false;  // docker run --gpus
  bool only_macos = false;
  std::string source;  // a repository that it builds; "": none
};

ScriptAsks ReadScript(std::string_view text);

// The Python of the image that a Dockerfile begins with or installs; "": it does not say.
std::string PythonOfDockerfile(std::string_view text);

// What in the test's text (or the file that it runs) wants a GPU; "": nothing.
std::string WantsGpu(std::string_view code);

}  // namespace assay::bugs
