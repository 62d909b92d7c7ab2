// Constraints by a language model, where the rules found nothing.
//
// This file gives the question and takes the answer; who asks, and whom, is not its business. The
// prompt is prompts/constraints.txt, the answer's form prompts/constraints.schema.json. A model may
// make things up, so nothing is taken over that does not stand in the text: a bound only with a
// sentence that holds its number and speaks of bounds, a list only with a sentence that holds all
// of its members. Such constraints are marked: Constraint::source is "model".
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::knowledge {

// Whether asking may help: the description demands something ("must", "one of", "between"), no rule
// found a range or an enumeration in it, and some sentence of it could bear one out.
bool WorthAsking(const Parameter& parameter);

// The values for the placeholders of prompts/constraints.txt.
std::map<std::string, std::string> ConstraintQuestion(const Parameter& parameter);

// What of `answer` the description bears out. The sentence of each is the one that holds its words;
// a value of null means that the model found none.
// An error: the answer has another form than the schema's.
Result<std::vector<Constraint>> ReadConstraintAnswer(const nlohmann::json& answer,
                                                     const Parameter& parameter);

}  // namespace assay::knowledge
