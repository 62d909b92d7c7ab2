// Pages made by Sphinx: <dl class="py function"> with one <dt> per signature and a <dd> of
// everything else. Parameters stand in a field list, one item each ("name (type) – text", autodoc
// and napoleon) or as a list of definitions (numpydoc).
#include <array>

#include "base/strings.h"
#include "knowledge/api/docstring/entries.h"
#include "knowledge/api/html/page.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

struct Role {
  const char* css;
  const char* kind;
};
constexpr std::array kRoles = {Role{"function", "function"},  Role{"class", "class"},
                               Role{"exception", "class"},    Role{"method", "method"},
                               Role{"classmethod", "method"}, Role{"staticmethod", "method"}};

const char* RoleOf(const HtmlNode& node) {
  if (!node.Is("dl")) return nullptr;
  for (const Role& role : kRoles)
    if (node.HasClass(role.css)) return role.kind;
  return nullptr;
}

bool IsApi(const HtmlNode& node) { return RoleOf(node) != nullptr; }
// Also attributes and properties: they are no APIs, but their text is not the class's either.
bool IsMember(const HtmlNode& node) {
  return node.Is("dl") && (IsApi(node) || node.HasClass("py") || node.HasClass("attribute"));
}

// "class torch.nn.Conv2d(in_channels, …)[source]¶" without what is not the signature.
std::string SignatureLine(const HtmlNode& dt) {
  HtmlNode copy = dt;
  std::erase_if(copy.children, [](const HtmlNode& child) {
    return child.HasClass("property") || (child.Is("a") && PlainLine(child) == "[source]");
  });
  std::string out = PlainLine(copy);
  const size_t source = out.find("[source]");
  return std::string(Trim(out.substr(0, source)));
}

// Further lines are set deeper, so that a paragraph such as "Default: 1" is no entry of its own.
std::vector<std::string> ItemLines(const HtmlNode& item) {
  std::vector<std::string> lines = Split(VisibleText(item), '\n');
  for (size_t i = 1; i < lines.size(); ++i) lines[i] = "    " + lines[i];
  return lines;
}

bool IsList(const HtmlNode& node) { return node.Is("ul") || node.Is("ol"); }

std::vector<Entry> ColonEntries(const HtmlNode& field) {
  const HtmlNode* list = nullptr;
  for (const HtmlNode& child : field.children)
    if (IsList(child) && list == nullptr) list = &child;
  if (list == nullptr) return ReadColonEntries(ItemLines(field));
  std::vector<Entry> out;
  for (const HtmlNode& item : list->children)
    if (item.Is("li"))
      for (Entry& entry : ReadColonEntries(ItemLines(item))) out.push_back(std::move(entry));
  return out;
}

// numpydoc: <dt><strong>a</strong><span class="classifier">array_like</span></dt><dd>…</dd>
std::vector<Entry> DefinitionEntries(const HtmlNode& list) {
  std::vector<Entry> out;
  size_t open = 0;  // entries that the next <dd> describes
  for (const HtmlNode& child : list.children) {
    if (child.Is("dt")) {
      const HtmlNode* type =
          FindFirst(child, [](const HtmlNode& n) { return n.HasClass("classifier"); });
      HtmlNode name = child;
      std::erase_if(name.children, [](const HtmlNode& n) { return n.HasClass("classifier"); });
      std::vector<Entry> heads = ReadEntryHead(PlainLine(name));
      open = heads.size();
      for (Entry& entry : heads) {
        if (type != nullptr) entry.type = PlainLine(*type);
        out.push_back(std::move(entry));
      }
    } else if (child.Is("dd")) {
      for (size_t i = out.size() - open; i < out.size(); ++i)
        out[i].description = VisibleText(child);
    }
  }
  return out;
}

std::vector<Entry> FieldEntries(const HtmlNode& field) {
  for (const HtmlNode& child : field.children)
    if (child.Is("dl")) return DefinitionEntries(child);
  return ColonEntries(field);
}

void ReadField(std::string_view title, const HtmlNode& body, Docstring& out) {
  while (title.ends_with(':')) title.remove_suffix(1);
  if (title == "Return type") return;
  Section section;
  section.kind = KindOfTitle(title).value_or(SectionKind::kOther);
  section.body = Split(VisibleText(body), '\n');
  if (section.kind == SectionKind::kParameters || section.kind == SectionKind::kKeywords ||
      section.kind == SectionKind::kRaises)
    section.entries = FieldEntries(body);
  PutSection(section, out);
}

// <dl class="field-list"> of today, <table class="field-list"> of old.
void ReadFieldList(const HtmlNode& list, Docstring& out) {
  std::string title;
  for (const HtmlNode* node : FindAll(list, [](const HtmlNode& n) {
         return n.Is("dt") || n.Is("dd") || n.Is("th") || n.Is("td");
       }))
    if (node->Is("dt") || node->Is("th"))
      title = PlainLine(*node);
    else
      ReadField(title, *node, out);
}

bool IsFieldList(const HtmlNode& node) { return node.HasClass("field-list"); }
bool IsCode(const HtmlNode& node) { return node.Is("pre"); }

// Walks over a <dd>. A rubric ("Notes", "Examples") rules what follows until the next one.
class Body {
 public:
  explicit Body(Docstring& out) : out_(out) {}

  void Read(const HtmlNode& dd) {
    for (const HtmlNode& child : dd.children) ReadChild(child);
    out_.text = std::string(Trim(out_.text));
  }

 private:
  void ReadChild(const HtmlNode& child) {
    if (IsMember(child)) return;
    if (IsFieldList(child)) {
      ReadFieldList(child, out_);
    } else if (child.HasClass("rubric")) {
      rubric_ = KindOfTitle(PlainLine(child)).value_or(SectionKind::kOther);
    } else if (child.HasClass("deprecated")) {
      out_.deprecated = Squeeze(VisibleText(child));
    } else if (child.HasClass("admonition")) {
      out_.notes.push_back(Admonition(child));
    } else if (const HtmlNode* code = IsCode(child) ? &child : FindFirst(child, IsCode);
               code != nullptr && !child.Is("p") && !IsList(child)) {
      out_.examples.push_back(VisibleText(*code));
    } else if (child.Is("section") || (child.Is("div") && !child.HasClass("math"))) {
      for (const HtmlNode& inner : child.children) ReadChild(inner);
    } else {
      AddText(child.tag.empty() ? child.text : VisibleText(child));
    }
  }

  static std::string Admonition(const HtmlNode& node) {
    return VisibleText(node, [](const HtmlNode& n) { return n.HasClass("admonition-title"); });
  }

  void AddText(const std::string& text) {
    if (IsBlank(text)) return;
    if (rubric_ == SectionKind::kNote)
      out_.notes.push_back(text);
    else if (rubric_ != SectionKind::kExample)
      out_.text += text + "\n\n";
  }

  Docstring& out_;
  SectionKind rubric_ = SectionKind::kOther;
};

void ReadApi(const HtmlNode& dl, std::vector<ApiDoc>& out) {
  std::string name;
  std::vector<std::string> signatures;
  Docstring sections;
  for (const HtmlNode& child : dl.children) {
    if (child.Is("dt")) {
      const std::string line = SignatureLine(child);
      if (name.empty()) name = child.Attribute("id");
      if (name.empty()) name = line.substr(0, line.find('('));
      if (line.find('(') != std::string::npos) signatures.push_back(line);
    } else if (child.Is("dd")) {
      Body(sections).Read(child);
    }
  }
  if (!name.empty()) out.push_back(MakePageDoc(name, RoleOf(dl), signatures, sections));
  for (const HtmlNode* inner : FindAll(dl, IsApi)) ReadApi(*inner, out);
}

}  // namespace

std::vector<ApiDoc> ReadSphinxPage(const HtmlNode& page) {
  std::vector<ApiDoc> out;
  for (const HtmlNode* dl : FindAll(page, IsApi)) ReadApi(*dl, out);
  return out;
}

}  // namespace assay::knowledge
