#include "cli/app.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace assay::cli {
namespace {

// Names with two dashes, or one; positional arguments have none.
std::vector<std::string> DashedNames(const CLI::Option& option) {
  std::vector<std::string> out;
  for (const std::string& name : option.get_lnames()) out.push_back("--" + name);
  for (const std::string& name : option.get_snames()) out.push_back("-" + name);
  return out;
}

// The command that was being read when it failed: the innermost that was chosen.
const CLI::App& Innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : Innermost(*chosen.front());
}

// The nearest to a word with dashes that nobody knows, or what CLI11 says.
std::string UnknownOption(const CLI::App& app, const CLI::ParseError& error) {
  std::vector<std::string> names;
  for (const CLI::Option* option : Innermost(app).get_options())
    for (std::string& name : DashedNames(*option)) names.push_back(std::move(name));
  for (const std::string& word : app.remaining(/*recurse=*/true)) {
    if (!word.starts_with("-")) continue;
    const std::string said = word.substr(0, word.find('='));
    const std::string near = Nearest(said, names);
    return StrCat("there is no option '", said, "'",
                  near.empty() ? "" : StrCat("; did you mean '", near, "'?"));
  }
  return error.what();
}

// Where one of several words is due next: which they are, and the nearest to what was said.
std::string MissingWord(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  const std::string said = argc > 1 ? argv[1] : "";
  if (said.empty() || said.starts_with("-")) return StrCat("say which: ", Join(names, ", "));
  const std::string near = Nearest(said, names);
  return StrCat("there is no '", said, "'",
                near.empty() ? "" : StrCat("; did you mean '", near, "'?"),
                "\n  it has: ", Join(names, ", "));
}

}  // namespace

Argument Argument::Required() const { return Argument(option_->required()); }
Argument Argument::ShowDefault() const { return Argument(option_->capture_default_str()); }
Argument Argument::SplitAt(char mark) const { return Argument(option_->delimiter(mark)); }
Argument Argument::OnePerName() const { return Argument(option_->allow_extra_args(false)); }
Argument Argument::Expect(int least, int most) const {
  return Argument(option_->expected(least, most));
}
Argument Argument::OneOf(const std::vector<std::string>& values) const {
  return Argument(option_->check(CLI::IsMember(values)));
}

template <typename Number>
Argument Argument::Between(Number least, Number most) const {
  constexpr Number kWorthTelling = 1'000'000;
  CLI::Validator range = CLI::Range(least, most);
  if (most > kWorthTelling) range.description("");
  return Argument(option_->check(range));
}
template Argument Argument::Between(int, int) const;
template Argument Argument::Between(int64_t, int64_t) const;
template Argument Argument::Between(double, double) const;

Argument Argument::Positive() const { return Argument(option_->check(CLI::PositiveNumber)); }
Argument Argument::Excludes(const Argument& other) const {
  return Argument(option_->excludes(other.option_));
}
bool Argument::given() const { return option_->count() > 0; }

App::App(const std::string& help, const std::string& name)
    : own_(std::make_unique<CLI::App>(help, name)), app_(own_.get()) {
  constexpr size_t kColumn = 32;
  app_->get_formatter()->column_width(kColumn);
}
App::App(CLI::App* app) : app_(app) {}
App::~App() = default;

template <typename Value>
Argument App::AddOption(const std::string& name, Value& value, const std::string& help) {
  return Argument(app_->add_option(name, value, help));
}
template Argument App::AddOption(const std::string&, std::string&, const std::string&);
template Argument App::AddOption(const std::string&, std::vector<std::string>&, const std::string&);
template Argument App::AddOption(const std::string&, int&, const std::string&);
template Argument App::AddOption(const std::string&, unsigned&, const std::string&);
template Argument App::AddOption(const std::string&, int64_t&, const std::string&);
template Argument App::AddOption(const std::string&, uint64_t&, const std::string&);
template Argument App::AddOption(const std::string&, double&, const std::string&);
template Argument App::AddOption(const std::string&, std::optional<std::string>&,
                                 const std::string&);

Argument App::AddOption(const std::string& name,
                        const std::function<void(const std::string&)>& take,
                        const std::string& help) {
  return Argument(app_->add_option_function<std::string>(name, take, help));
}
Argument App::AddFlag(const std::string& name, bool& value, const std::string& help) {
  return Argument(app_->add_flag(name, value, help));
}
Argument App::AddFlag(const std::string& name, const std::function<void()>& take,
                      const std::string& help) {
  return Argument(app_->add_flag_callback(name, take, help));
}

App* App::AddSubcommand(const std::string& name, const std::string& help) {
  subcommands_.push_back(std::unique_ptr<App>(new App(app_->add_subcommand(name, help))));
  return subcommands_.back().get();
}
void App::RequireSubcommand() { app_->require_subcommand(1); }
void App::OnChosen(const std::function<void()>& callback) { app_->callback(callback); }
bool App::chosen() const { return app_->parsed(); }
std::vector<std::string> App::GivenWords(const std::vector<std::string>& without) const {
  std::vector<std::string> out;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::ranges::find(without, name) != without.end()) continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    if (is_flag) out.push_back(name);
    // Together, so that a value that begins with a dash stays one.
    for (const std::string& value : option->results())
      if (!is_flag) out.push_back(name + "=" + value);
  }
  return out;
}
std::vector<App::Word> App::Options() const {
  std::vector<Word> out;
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    for (std::string& name : DashedNames(*option))
      out.push_back({std::move(name), option->get_description()});
  return out;
}
App::Word App::word() const { return {app_->get_name(), app_->get_description()}; }
void App::SetFooter(const std::string& text) { app_->footer(text); }

std::string App::ChosenPath() const {
  std::string out;
  for (const CLI::App* at = app_; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    out += " " + at->get_name();
  }
  return out;
}

bool App::Parse(int argc, char** argv, std::string& message) {
  message.clear();
  try {
    app_->parse(argc, argv);
    return true;
  } catch (const CLI::CallForHelp&) {
    std::cout << app_->help();
  } catch (const CLI::ExtrasError& error) {
    message = UnknownOption(*app_, error);
  } catch (const CLI::ParseError& error) {
    const bool missing = app_->get_require_subcommand_min() > 0 && app_->get_subcommands().empty();
    message = missing ? MissingWord(*app_, argc, argv) : error.what();
  }
  return false;
}

}  // namespace assay::cli
