#include "study/study.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "base/strings.h"

namespace assay::study {
namespace {

class Runner {
 public:
  Runner(const StudyOptions& options, const CellFolder& folder)
      : options_(options), folder_(folder) {}

  Result<Results> Run() {
    for (const PartDef* part : options_.parts)
      for (Cell& cell : part->cells(options_.settings)) Take(std::move(cell));
    all_ += done_ = results_.size();
    {
      // Its workers are gone before the others start: equal memory for all.
      lab::Lab lab;
      for (const Cell& cell : alone_) RunCell(cell, lab, 1);
    }
    RunTogether();
    if (error_.has_value()) return *error_;
    if (Stopped())
      return Invalid(StrCat("stopped after ", done_, " of ", all_,
                            " measurements; the same command continues"));
    return results_;
  }

 private:
  void Take(Cell cell) {
    // Two parts may stand on the same measurement.
    if (!taken_.insert(cell.name).second) return;
    if (auto known = folder_.Find(cell.name); known.has_value()) {
      results_[cell.name] = std::move(*known);
      return;
    }
    ++all_;
    (cell.alone ? alone_ : together_).push_back(std::move(cell));
  }

  void RunTogether() {
    std::atomic<size_t> next = 0;
    const auto work = [&] {
      // Of its own: a worker that is asked for the same model again need not build it again.
      lab::Lab lab;
      // Before the first measurement: starting is not charged to it.
      for (const lab::Target& target : options_.targets)
        if (!Ended()) (void)lab.Ask(target);
      for (size_t i = next++; i < together_.size(); i = next++)
        RunCell(together_[i], lab, options_.jobs);
    };
    if (!together_.empty())
      InParallel(std::min(together_.size(), static_cast<size_t>(options_.jobs)), work);
  }

  bool Stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  bool Ended() {
    const std::lock_guard lock(mutex_);
    return error_.has_value() || Stopped();
  }

  // `sharing`: cells that run at the same time.
  void RunCell(const Cell& cell, lab::Lab& lab, int sharing) {
    if (Ended()) return;
    Show(cell.name);
    const Context context{options_.settings,
                          options_.targets,
                          lab,
                          options_.folder,
                          options_.jobs,
                          options_.stop,
                          Allowance(options_.settings.measure_cpu_seconds, sharing)};
    Result<nlohmann::json> made = cell.run(context);
    if (made.ok()) {
      (*made)["cpu_used"] = context.allowance.used();
      const bool cut = made->value("cut", false) || context.allowance.used_up();
      (*made)["cut"] = cell.timed && cut;
    }
    const std::lock_guard lock(mutex_);
    // What was measured while it was being stopped is not whole.
    if (Stopped()) return;
    if (made.ok()) {
      const Status kept = folder_.Keep(cell.name, *made);
      if (!kept.ok()) made = kept.error();
    }
    if (!made.ok()) {
      if (!error_.has_value()) error_ = made.error();
      return;
    }
    results_[cell.name] = std::move(made).value();
    ++done_;
  }

  void Show(const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (options_.show) options_.show(name, done_, all_);
  }

  const StudyOptions& options_;
  const CellFolder& folder_;
  std::vector<Cell> alone_, together_;
  std::set<std::string> taken_;
  std::mutex mutex_;
  Results results_;
  size_t done_ = 0, all_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<Output> RunStudy(const StudyOptions& options) {
  ASSAY_ASSIGN(const Paper paper, Paper::Load());
  ASSAY_ASSIGN(const CellFolder folder, CellFolder::Open(options.folder, options.settings));
  ASSAY_ASSIGN(const Results results, Runner(options, folder).Run());
  Output out;
  out.data["settings"] = options.settings;
  out.data["cut"] = nlohmann::json::array();
  out.data["skipped_models"] = nlohmann::json::array();
  for (const auto& [name, cell] : results) {
    if (cell.value("cut", false)) out.data["cut"].push_back(name);
    for (const nlohmann::json& model : cell.value("skipped", nlohmann::json::array()))
      if (model.is_object())
        out.data["skipped_models"].push_back({{"cell", name}, {"model", model}});
  }
  for (const PartDef* part : options.parts) {
    Chapter chapter{.title = std::string(part->question)};
    part->present(options.settings, results, paper, out.data, chapter);
    out.chapters.push_back(std::move(chapter));
  }
  return out;
}

}  // namespace assay::study
