// Where does a failure come from? One file per question, one line each in questions.def.
//
// A question runs the smallest known case, or cuts of it, on targets of the one framework and adds
// what it has learnt to the location of the finding, a JSON object. Nothing is concluded from a run
// that says nothing: only a right result clears a suspect.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/registry.h"
#include "triage/locate/trial.h"
#include "triage/probe.h"

namespace assay::triage::locate {

// Released versions of the framework, and how to get at one of them.
struct Versions {
  std::string known_bad;              // the one that showed the finding
  std::vector<std::string> released;  // oldest first, none newer than `known_bad`
  std::vector<std::string> at_hand;   // those that need no download
  // The target of the finding in this version. `installing` it may cost minutes. An error ends the
  // search and is kept as the reason.
  std::function<Result<lab::Target>(const std::string& version)> get;
};

struct Inquiry {
  const ModelCase& model_case;
  const lab::Target& target;
  const Sighted& seen;  // what the target shows
  const Trier& trier;   // of the case
  const lab::Registry& registry;
  lab::Lab& lab;
  double seconds = 300;  // for each question
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  Versions versions = {};
};

struct Question {
  std::string_view name;  // of its flag
  std::string_view help;  // one line
  bool by_default;        // asked when no flag is given
  // Adds to `location`. An error: the lab was closed, or what the question needs is missing.
  Status (*ask)(const Inquiry& inquiry, nlohmann::json& location);
};

std::span<const Question> AllQuestions();

// One line of what a location says so far.
std::string Summary(const nlohmann::json& location);

}  // namespace assay::triage::locate
