// The token that `assay serve` prints: it allows to label and to mark. It stays in this tab.
const kName = "assay-token";

export function getToken() {
  try {
    return sessionStorage.getItem(kName) ?? "";
  } catch {
    return ""; // storage is switched off: asked for each time
  }
}

export function setToken(token) {
  try {
    if (token) sessionStorage.setItem(kName, token);
    else sessionStorage.removeItem(kName);
  } catch {
    // see above
  }
}
