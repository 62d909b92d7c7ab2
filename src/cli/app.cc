#include "cli/app.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <optional>

namespace assay::cli {

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
void App::SetFooter(const std::string& text) { app_->footer(text); }

bool App::Parse(int argc, char** argv, std::string& message) {
  message.clear();
  try {
    app_->parse(argc, argv);
    return true;
  } catch (const CLI::CallForHelp&) {
    std::cout << app_->help();
  } catch (const CLI::ParseError& error) {
    message = error.what();
  }
  return false;
}

}  // namespace assay::cli
