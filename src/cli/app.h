// App: what a command takes on its command line.
//
// A thin face of CLI11, whose header takes most of the time that a small command needs to compile:
// only app.cc sees it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay::cli {

// One argument, to say more about it.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}

  Argument Required() const;
  Argument ShowDefault() const;                // the value that the variable has now
  Argument SplitAt(char mark) const;           // "a,b": two values
  Argument OnePerName() const;                 // "--set a b": b is not another value of --set
  Argument Expect(int least, int most) const;  // values; most < 0: any number
  Argument OneOf(const std::vector<std::string>& values) const;
  template <typename Number>  // int, int64_t or double
  Argument Between(Number least, Number most) const;
  Argument Positive() const;
  Argument Excludes(const Argument& other) const;
  bool given() const;

 private:
  CLI::Option* option_;
};

class App {
 public:
  App(const std::string& help, const std::string& name);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // A name with dashes, or without for one that is told by its place. Types: app.cc.
  template <typename Value>
  Argument AddOption(const std::string& name, Value& value, const std::string& help);
  Argument AddOption(const std::string& name, const std::function<void(const std::string&)>& take,
                     const std::string& help);
  Argument AddFlag(const std::string& name, bool& value, const std::string& help);
  Argument AddFlag(const std::string& name, const std::function<void()>& take,
                   const std::string& help);
  // Lives as long as this.
  App* AddSubcommand(const std::string& name, const std::string& help);
  void RequireSubcommand();
  // Called when this subcommand was chosen.
  void OnChosen(const std::function<void()>& callback);
  bool chosen() const;
  // The options that were given, as words of a command line, without those that are named here.
  std::vector<std::string> GivenWords(const std::vector<std::string>& without) const;
  void SetFooter(const std::string& text);  // below the help

  // What can follow, for completion.
  struct Word {
    std::string name, help;
  };
  std::vector<Word> Options() const;  // with dashes only
  const std::vector<std::unique_ptr<App>>& subcommands() const { return subcommands_; }
  Word word() const;

  // " list" after `findings list`: the actions that were chosen, each after a space.
  std::string ChosenPath() const;

  // False with an empty `message` after --help, whose text was printed; with the problem otherwise.
  bool Parse(int argc, char** argv, std::string& message);

 private:
  explicit App(CLI::App* app);

  std::unique_ptr<CLI::App> own_;  // none for a subcommand
  CLI::App* app_;
  std::vector<std::unique_ptr<App>> subcommands_;
};

}  // namespace assay::cli
