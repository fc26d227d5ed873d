import { html, type View } from "../html.ts";

/** Strokes on a grid of 24, drawn for this page. */
const paths = {
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9.5l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  outward: "M9 5h10v10M19 5L6 18",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  panel: "M4 5h16v14H4zM14 5v14",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z",
  send: "M4 12l16-8-5 16-3.5-6.5z",
  command: "M15 4L9 20",
  clip: "M19 11l-7.5 7.5a4.5 4.5 0 01-6.4-6.4L13 4.3a3 3 0 014.2 4.3l-7.8 7.7a1.5 1.5 0 01-2.1-2.1L14 7.5",
  pin: "M9 3h6l-1 6 4 4v2H6v-2l4-4zM12 15v6",
  reply: "M10 6L4 12l6 6M4 12h9a7 7 0 017 7",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): View {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${paths[name]} />
  </svg>`;
}
