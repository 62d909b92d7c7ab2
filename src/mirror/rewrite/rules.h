// The tables of data/mirror: operations with their spelling in each framework, element types,
// exceptions, false friends. [op.NAME] is one operation. A function that means different things by
// what it is given (torch.max of one tensor, along an axis, of two) has forms: several [[op.NAME]],
// each with a name of its own; the one that needs most of what is given is taken, of equal ones the
// first.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "mirror/rewrite/spelling.h"

namespace assay::mirror {

struct Operation {
  std::string name;
  std::map<std::string, std::vector<Spelling>> spellings;  // by framework; the first fit is written
  // What it gives: same (a tensor of x's type), bool, int64, float, real, number, integer, truth,
  // text, list, shape, pair, tensors, function, object, none, dtype.
  std::string gives = "same";
  // Slots whose Python values decide the element type where none is given.
  std::vector<std::string> infers;
  std::set<std::string> untold;  // frameworks of which the tables say nothing
  // Of the object that it gives: methods that its twin has under the same names, and what they
  // give; "self": an object of the same kind.
  std::map<std::string, std::string> methods;
};

// What does the work of an operation in the framework that it is written for.
struct TwinApis {
  std::vector<std::string> own;  // full names, ".name" of methods; any of them
  bool emulated = false;         // none: a helper does it by itself
};

struct Reading {
  const Operation* operation = nullptr;
  const Spelling* spelling = nullptr;
};

class Rules {
 public:
  // All frameworks. An error names the file, the line and the entry.
  static Result<Rules> Load();
  static Result<Rules> LoadFrom(const std::string& folder);

  // Spellings of a framework that have this callee (torch.sum; jnp.sum): one, or those of the forms
  // of its entry, in their order.
  const std::vector<Reading>& Calls(const std::string& framework, const std::string& callee) const;
  // Those of methods and attributes of tensors.
  const std::vector<Reading>& Members(const std::string& framework, const std::string& name) const;

  // The neutral name of an element type (float32), given as torch.float32; "" when it is none.
  std::string DtypeOf(const std::string& framework, const std::string& written) const;
  // How the framework writes it.
  std::string Dtype(const std::string& framework, const std::string& neutral) const;

  // What catches in `to` what `name` catches in `from`; empty: the same.
  std::vector<std::string> Exceptions(const std::string& from, const std::string& to,
                                      const std::string& name) const;
  // What a spelling calls; a helper is what data/mirror/glue.toml says, or an emulation.
  TwinApis ApisOf(const std::string& framework, const Spelling& spelling) const;
  // The same for a text that is written: by what stands first in it.
  TwinApis ApisOfText(const std::string& framework, std::string_view text) const;
  TwinApis ApisOfHelper(const std::string& framework, const std::string& helper) const;
  // All helpers of the glue, for tests.
  const std::map<std::string, std::map<std::string, std::vector<std::string>>>& glue() const {
    return glue_;
  }

  // Whether a pair of the pair base means something else.
  bool FalseFriend(const std::string& from, const std::string& to) const;

 private:
  // What a file holds under one name: an operation, or several forms of it.
  struct Entry {
    std::string name, place;
  };
  Status Add(const std::string& file);
  Status AddGlue(const std::string& file);
  Status Enter(const Entry& entry, Result<Operation> read);

  std::vector<std::unique_ptr<Operation>> operations_;
  std::map<std::string, std::map<std::string, std::vector<Reading>>> calls_, members_;
  std::map<std::string, std::map<std::string, std::string>> dtypes_;  // framework, neutral
  std::map<std::string, std::map<std::string, std::vector<std::string>>> exceptions_;
  std::set<std::pair<std::string, std::string>> false_friends_;
  std::set<std::string> never_;
  // Helpers that hand on to APIs, by framework; without any: they stand for nothing.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> glue_;
  std::map<std::string, std::string> named_;  // operations, with their places
  std::map<std::string, Entry> taken_;        // what is read: "torch torch.sum", "torch .sum"
};

// tf.math.exp of tensorflow.math.exp: the way the tables write names.
std::string ShortName(const std::string& full);
// Whether it is a name of the tables, of any framework.
bool IsSpelled(const std::string& name);
// The way reports and the pair base write them.
std::string FullName(const std::string& name);

}  // namespace assay::mirror
