// The pages of the documentation as one book: docs/README.md, README.md and every page that they
// lead to, with the places that they have as a site.
//
// They are read from the project's folder, as all other data is: what a page says is stated there
// and nowhere else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "help/markdown.h"

namespace assay::help {

struct Page {
  std::string source;  // "docs/guide/find-bugs.md", relative to the project's folder
  std::string path;    // "guide/find-bugs.html", relative to the site
  std::string title;
  Node document;
};

// A part of the contents: a heading of docs/README.md with the pages that stand below it.
struct Chapter {
  std::string title;
  std::vector<std::string> sources;
};

class Book {
 public:
  // `home`: the project's folder, or the package's. An error when there are no pages.
  static Result<Book> Read(const std::string& home);

  const std::map<std::string, Page>& pages() const { return pages_; }  // by source
  const std::vector<Chapter>& chapters() const { return chapters_; }
  // Pictures of the pages: source and place in the site.
  const std::map<std::string, std::string>& images() const { return images_; }

  // Where a link on the page `from` leads within the site; an address on the web stays. "" when it
  // leads to something that is not part of the book.
  std::string AddressOf(const Page& from, const std::string& link) const;

 private:
  struct Goal {
    std::string source, anchor;
  };

  explicit Book(std::string home) : home_(std::move(home)) {}
  Goal GoalOf(const std::string& source, const std::string& link) const;
  Status AddPage(const std::string& source);
  void AddFolder(const std::string& source);
  void AddChapters();

  std::string home_;
  std::map<std::string, Page> pages_;
  std::vector<Chapter> chapters_;
  std::map<std::string, std::string> images_;
};

// One page by its name below docs/, such as "guide/find-bugs.md".
Result<Node> ReadPage(const std::string& home, const std::string& name);

}  // namespace assay::help
