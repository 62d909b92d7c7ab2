// The error description of a snippet by a model, for reports where rules have little to go by.
//
// The model sees twenty described bugs, four of each category (data/optbug/labelled.toml), and then
// the report up to its program; it goes on with exception, location, reason and category. Prompt:
// optbug-describe. The paper found 92 % of such answers in the right form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "llm/client.h"
#include "optbug/snippet.h"
#include "trial/model/usage.h"

namespace assay::optbug {

inline constexpr double kPaperWellFormed = 0.92;

struct LabelledBug {
  std::string category, issue, code, exception, location, reason;
  std::vector<std::string> told;
};

// Complete and four of each category, or an error that names what is wrong.
Result<std::vector<LabelledBug>> LoadLabelled(const std::string& path = "");

struct Description {
  std::string exception, location, reason, category;
};

// Nothing when a line is missing or empty, or the category is none of the five.
std::optional<Description> ReadDescription(const std::string& answer);

struct Described {
  trial::ModelUsage spent;
  size_t well_formed = 0;
};

// Asks for every snippet that is not of the pool, whose descriptions are settled. Category and
// reason are taken over, exception and location only where rules found none better; an answer that
// is not in the form changes nothing.
Result<Described> DescribeByModel(std::vector<Snippet>& snippets, llm::Client& client);

}  // namespace assay::optbug
