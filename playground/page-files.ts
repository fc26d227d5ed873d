/** The page's styles, in the order in which they hold. */
export const pageStyles = [
  "base.css",
  "layout.css",
  "message.css",
  "markdown.css",
  "composer.css",
  "form.css",
  "panel.css",
] as const;

/** Libraries the page imports, and the path each is served under. */
export const pageLibraries = {
  preact: "/page/preact.mjs",
  "preact/hooks": "/page/preact-hooks.mjs",
  htm: "/page/htm.mjs",
} as const;
