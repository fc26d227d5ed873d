import { createHash } from "node:crypto";
import type { Context } from "./kit/canvas.ts";
import type { Theme } from "./kit/colours.ts";
import { toReadable } from "./kit/text.ts";
import { truncate } from "../ui/lines.ts";

/** What a picture shows, as plain data. Its kind says how it is drawn. */
export interface Picture {
  readonly kind: string;
  /** Dark by default. */
  readonly theme?: Theme;
}

/** How one kind of picture is drawn; of its methods, each gets pictures of its own kind only. */
export interface Drawing<P extends Picture = Picture> {
  readonly kind: P["kind"];
  /** In pixels. */
  height(picture: P, ctx: Context): number;
  draw(ctx: Context, picture: P): void;
  /** What it shows, in one or two sentences, for people who can't see it. */
  describe(picture: P): string;
  /** The same for others to see, in a message that stays as it is; by default just the same. */
  toLasting?(picture: P): P;
}

/** How all pictures are drawn. */
export type Drawings = ReturnType<typeof createDrawings>;

/** Discord's limit on the description of an attachment. */
const maxAltText = 1_024;

export function createDrawings(program: string, list: readonly Drawing[]) {
  const byKind = new Map(list.map((drawing) => [drawing.kind, drawing]));
  const find = (picture: Picture): Drawing => {
    const drawing = byKind.get(picture.kind);
    if (drawing === undefined) throw new Error(`nothing draws pictures of kind ${picture.kind}`);
    return drawing;
  };
  return {
    /** The path of the program that draws them, which calls `serveDrawings`. */
    program,
    find,
    /** At most as long as Discord allows. */
    describe(picture: Picture): string {
      return truncate(toReadable(find(picture).describe(picture)), maxAltText);
    },
    /** @see Drawing.toLasting */
    toLasting: (picture: Picture): Picture => find(picture).toLasting?.(picture) ?? picture,
  };
}

/** The attachment's name, for `attachment://`; different for different data. */
export function getFileName(picture: Picture): string {
  const key = createHash("sha256").update(JSON.stringify(picture)).digest("base64url").slice(0, 16);
  return `${picture.kind}-${key}.png`;
}
