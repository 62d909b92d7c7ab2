// What people see while a campaign runs: one screen on a terminal, plain lines elsewhere.
#pragma once

#include <string>

#include "campaign/campaign.h"

namespace assay::cli {

class FuzzScreen {
 public:
  // `lines`: print a line now and then even though standard error is no terminal.
  FuzzScreen(std::string headline, bool lines);
  ~FuzzScreen();

  void Show(const campaign::Progress& progress);

 private:
  const std::string headline_;
  const bool terminal_, lines_;
  double last_line_ = -1;
  bool open_ = false;  // the screen is shown
};

// The screen's text, for a terminal of that many columns.
std::string ScreenText(const std::string& headline, const campaign::Progress& progress, int columns,
                       bool color);
// The same in one line.
std::string LineOf(const campaign::Progress& progress);

}  // namespace assay::cli
