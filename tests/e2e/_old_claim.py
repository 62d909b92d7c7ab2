"""A claim that torch's documentation once made and that is not true, judged: a finding to go on with."""
import json

from _assay import assay, check, finish, parsed


def refute_old_claim(folder, store):
    """Judges torch.addmm by the old words, which `folder`/old.json holds then. Returns the documentation, what the run told and the finding."""
    doc = parsed(assay("docs", "show", "torch.addmm", "--json"))
    doc["description"] = "If `beta` is 0, `input` is ignored."
    for p in doc.get("parameters", []):
        if p["name"] == "input":
            p["description"] = "the matrix to be added; it is ignored if `beta` is 0"
    with open(f"{folder}/old.json", "w", encoding="utf-8") as file:
        json.dump([doc], file)
    r = assay("judge", "--api", "torch.addmm", "--oracle", "ignored-if", "--llm", "none", "--docs", f"{folder}/old.json", "--store", store,
              "--jobs", "1", "--json")
    out = parsed(r)
    found = [f for f in out.get("findings", []) if "ignored" in f["evidence"]]
    if not check("the old claim is refuted", r.returncode == 1 and len(found) == 1, r.stdout + r.stderr):
        finish()
    return doc, out, found[0]
