// Light, dark, or as the system is.
import { useEffect, useState } from "./h.js";

const kName = "assay-theme";
export const themes = ["system", "light", "dark"];

function stored() {
  try {
    const theme = localStorage.getItem(kName);
    return themes.includes(theme) ? theme : "system";
  } catch {
    return "system";
  }
}

function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  dispatchEvent(new Event("assay-theme"));
}

export function setTheme(theme) {
  try {
    localStorage.setItem(kName, theme);
  } catch {
    // storage is switched off: for this page only
  }
  apply(theme);
}

export function startTheme() {
  apply(stored());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("assay-theme")));
}

// A number that changes with the colours, for what is painted and not styled.
export function useThemeRound() {
  const [round, set] = useState(0);
  useEffect(() => {
    const changed = () => set((n) => n + 1);
    addEventListener("assay-theme", changed);
    return () => removeEventListener("assay-theme", changed);
  }, []);
  return round;
}

export function useTheme() {
  const [theme, set] = useState(stored);
  return [theme, (next) => (set(next), setTheme(next))];
}

// The value of a custom property as a colour that a canvas understands.
export function colour(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
