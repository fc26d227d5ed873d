export type Theme = "light" | "dark";

const key = "playground-theme";
const systemIsDark = "(prefers-color-scheme: dark)";

/** The theme in force: the one chosen on this page, else what the system asks for. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia(systemIsDark).matches ? "dark" : "light";
}

/** Calls back whenever the system changes its mind; the function that is returned ends that. */
export function onSystemTheme(listener: () => void): () => void {
  const query = matchMedia(systemIsDark);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
}

export function restoreTheme(): void {
  try {
    const chosen = localStorage.getItem(key);
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
  } catch {
    // Nothing was kept.
  }
}
