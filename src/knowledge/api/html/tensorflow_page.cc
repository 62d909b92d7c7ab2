// Pages as TensorFlow's generator makes them: <h1> with the name, <pre> with the signature, one
// table per section with its title in the first row, and below <h2>Methods</h2> the same again per
// method under <h3>.
#include "base/strings.h"
#include "knowledge/api/html/page.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

bool IsHeading(const HtmlNode& n) { return n.Is("h1") || n.Is("h2") || n.Is("h3"); }

// What matters, in the order of the page.
bool IsStep(const HtmlNode& n) {
  return IsHeading(n) || n.Is("pre") || n.Is("table") || n.Is("p") || n.Is("ul") || n.Is("ol") ||
         n.Is("h4");
}

bool LooksLikeName(const std::string& text) {
  return text.find('.') != std::string::npos && text.find_first_of(" (") == std::string::npos;
}

class PageReader {
 public:
  std::vector<ApiDoc> Read(const HtmlNode& page) {
    for (const HtmlNode* step : FindAll(page, IsStep)) {
      if (IsHeading(*step))
        Heading(*step);
      else if (!name_.empty())
        Content(*step);
    }
    Finish();
    return std::move(out_);
  }

 private:
  void Heading(const HtmlNode& node) {
    const std::string text = PlainLine(node);
    if (node.Is("h1")) {
      if (LooksLikeName(text)) Begin(text, text);
    } else if (node.Is("h2")) {
      methods_ = text == "Methods";
      skipping_ = text == "Attributes" || methods_;
    } else if (methods_ && IsIdentifier(text)) {
      Begin(owner_ + "." + text, "");
    }
  }

  void Begin(const std::string& name, const std::string& owner) {
    Finish();
    name_ = name;
    if (!owner.empty()) owner_ = owner;
    skipping_ = false;
  }

  void Content(const HtmlNode& node) {
    if (skipping_) return;
    if (node.Is("h4")) {
      aliases_open_ = PlainLine(node) == "View aliases";
    } else if (node.Is("pre")) {
      Code(VisibleText(node));
    } else if (node.Is("table")) {
      Table(node);
    } else if (aliases_open_) {
      Alias(node);
    } else {
      sections_.text += VisibleText(node) + "\n\n";
    }
  }

  void Code(const std::string& code) {
    aliases_open_ = false;
    const std::string line = Squeeze(code);
    // Methods have only their last name there.
    if (signature_.empty() &&
        (line.starts_with(name_ + "(") || line.starts_with(std::string(LastPart(name_)) + "(")))
      signature_ = line;
    else
      sections_.examples.push_back(code);
  }

  void Alias(const HtmlNode& node) {
    for (const HtmlNode* code : FindAll(node, [](const HtmlNode& n) { return n.Is("code"); }))
      if (LooksLikeName(PlainLine(*code))) aliases_.push_back(PlainLine(*code));
    if (PlainLine(node).find("alias") == std::string::npos &&
        FindFirst(node, [](const HtmlNode& n) { return n.Is("code"); }) == nullptr) {
      aliases_open_ = false;
      sections_.text += VisibleText(node) + "\n\n";
    }
  }

  void Table(const HtmlNode& table) {
    const HtmlNode* title = FindFirst(table, [](const HtmlNode& n) { return n.Is("th"); });
    if (title == nullptr) return;
    Section section;
    const auto kind = KindOfTitle(PlainLine(*title));
    if (!kind) return;
    section.kind = *kind;
    for (const HtmlNode* row : FindAll(table, [](const HtmlNode& n) { return n.Is("tr"); })) {
      const auto cells = FindAll(*row, [](const HtmlNode& n) { return n.Is("td"); });
      if (cells.size() == 1) section.body.push_back(VisibleText(*cells[0]));
      if (cells.size() != 2) continue;
      std::string name = PlainLine(*cells[0]);
      name.erase(0, name.find_first_not_of('*'));
      section.entries.push_back({name, "", VisibleText(*cells[1]), false});
    }
    PutSection(section, sections_);
  }

  void Finish() {
    if (name_.empty()) return;
    const bool method = name_ != owner_;
    const bool class_like =
        !method && std::isupper(static_cast<unsigned char>(LastPart(name_)[0])) != 0;
    sections_.text = std::string(Trim(sections_.text));
    ApiDoc doc = MakePageDoc(
        name_,
        method       ? "method"
        : class_like ? "class"
                     : "function",
        signature_.empty() ? std::vector<std::string>() : std::vector{signature_}, sections_);
    doc.aliases = aliases_;
    // A page about a module has a name too, but nothing to call.
    if (!signature_.empty() || !sections_.parameters.empty()) out_.push_back(std::move(doc));
    name_.clear();
    signature_.clear();
    aliases_.clear();
    sections_ = Docstring();
  }

  std::vector<ApiDoc> out_;
  std::string name_, owner_, signature_;
  std::vector<std::string> aliases_;
  Docstring sections_;
  bool methods_ = false, skipping_ = false, aliases_open_ = false;
};

}  // namespace

std::vector<ApiDoc> ReadTensorFlowPage(const HtmlNode& page) { return PageReader().Read(page); }

}  // namespace assay::knowledge
