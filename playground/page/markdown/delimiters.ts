import type { Inline, Wrap } from "./tree.ts";

interface Frame {
  readonly kind: Wrap;
  readonly mark: string;
  readonly children: Inline[];
}

/**
 * The open delimiters while a line is read. One kind is open at most once, so no text, however hostile,
 * nests deeper than the number of kinds; and what is still open at the end is plain characters.
 */
export class Delimiters {
  readonly #root: Inline[] = [];
  readonly #frames: Frame[] = [];

  isOpen(mark: string): boolean {
    return this.#frames.some((frame) => frame.mark === mark);
  }

  top(): string | undefined {
    return this.#frames.at(-1)?.mark;
  }

  add(node: Inline): void {
    const target = this.#target();
    const last = target.at(-1);
    if (node.kind === "text" && last?.kind === "text") {
      target[target.length - 1] = { kind: "text", text: last.text + node.text };
    } else {
      target.push(node);
    }
  }

  open(kind: Wrap, mark: string): void {
    this.#frames.push({ kind, mark, children: [] });
  }

  /** Call only when the mark is open. Marks opened after it were never closed: they turn back into text. */
  close(mark: string): void {
    while (this.top() !== mark) this.#flatten();
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    if (frame.children.length === 0) this.add({ kind: "text", text: mark + mark });
    else this.add({ kind: frame.kind, children: frame.children });
  }

  finish(): readonly Inline[] {
    while (this.#frames.length > 0) this.#flatten();
    return this.#root;
  }

  #flatten(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    this.add({ kind: "text", text: frame.mark });
    for (const child of frame.children) this.add(child);
  }

  #target(): Inline[] {
    return this.#frames.at(-1)?.children ?? this.#root;
  }
}
