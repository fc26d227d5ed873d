/** What Discord's markdown means, as plain data: no text in it is ever taken for markup again. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: Wrap; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | {
      readonly kind: "link";
      readonly href: string;
      readonly title?: string;
      readonly children: readonly Inline[];
    }
  | { readonly kind: "user" | "role" | "channel"; readonly id: string }
  | { readonly kind: "everyone"; readonly text: string }
  | { readonly kind: "command"; readonly name: string; readonly id: string }
  | { readonly kind: "emoji"; readonly name: string; readonly id: string; readonly animated: boolean }
  | { readonly kind: "time"; readonly unixSeconds: number; readonly style: TimeStyle };

export type Wrap = "strong" | "emphasis" | "underline" | "strike" | "spoiler";

export type TimeStyle = "t" | "T" | "d" | "D" | "f" | "F" | "R" | "s" | "S";

export type Block =
  | { readonly kind: "paragraph" | "subtext"; readonly children: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly kind: "code-block"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly children: readonly Block[] }
  | { readonly kind: "list"; readonly items: readonly ListItem[] };

/** Lists are flat, with a depth: nesting them would let hostile text choose how deep the page recurses. */
export interface ListItem {
  readonly depth: number;
  readonly number: number | undefined;
  readonly children: readonly Inline[];
}

/** Counts what the parser looks at, so that a test can hold it to linear time without a clock. */
export interface Meter {
  steps: number;
}
