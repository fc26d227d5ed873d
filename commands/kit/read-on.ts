import type { z } from "zod";
import { UserError } from "../../src/errors.ts";
import type { Access } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { paginate } from "../../src/domain/lists.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeLines } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { PageIndex } from "./paged-list.ts";

/** An embed holds 4,096 characters; the rest is for the details above the text. */
const maxPartLength = 3_400;

export interface LongText {
  readonly title: string;
  /** A line above each part, at most 600 characters. */
  readonly facts?: string | undefined;
  /** As it came from the service. */
  readonly text: string;
  /** Lines of our own after it, such as links, each at most 3,400 characters. */
  readonly after?: readonly string[];
}

/** One part of a text too long for a list, and a button to the next; nothing is left out. */
export function renderLongText(
  { title, facts, text, after = [] }: LongText,
  asked: number,
  createCustomId: (part: number) => string,
): Reply {
  const parts = [
    ...splitParts(text, maxPartLength).map((part) => escapeLines(part, part.length)),
    ...packLines(after),
  ];
  const { entries, index, count } = paginate(parts, asked, 1);
  const [part = ""] = entries;
  return {
    embeds: [
      createEmbed({
        title,
        description: joinParts([facts, part], "\n"),
        ...(count > 1 && { footer: `Part ${index + 1} of ${count}` }),
      }),
    ],
    components:
      index === count - 1
        ? []
        : createButtonRow(createButton({ customId: createCustomId(index + 1), label: "Read on" })),
  };
}

/** Groups whole lines into parts. */
function packLines(lines: readonly string[]): readonly string[] {
  const parts: string[] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < maxPartLength)
      parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts;
}

type Asked<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape & { part: typeof PageIndex }>>;

interface PartOfText extends LongText {
  /** From 0. */
  readonly part: number;
}

interface ReadOnParts<Shape extends z.ZodRawShape> {
  /** For its custom ids: a short one leaves room for ids. */
  readonly name: string;
  readonly about: Shape;
  readonly access: Access;
  /** @returns `undefined` if it is gone */
  readonly find: (asked: Asked<Shape>, ctx: LinkedContext) => Promise<PartOfText | undefined>;
  /** For a sentence: "This comment is gone". */
  readonly gone: string;
  /** The command that lists the current ones. */
  readonly command: string;
}

/** The button that opens a full text, one part per press; the list stays. */
export function defineReadOn<const Shape extends z.ZodRawShape>({
  name,
  about,
  access,
  find,
  gone,
  command,
}: ReadOnParts<Shape>): { readonly button: Component; readonly createId: (asked: Asked<Shape>) => string } {
  const id = defineCustomId(name, { ...about, part: PageIndex });
  return {
    createId: (asked) => id.encode(asked),
    button: defineButton({
      id,
      access,
      needs: "link",
      ack: "ephemeral",
      async run(asked, ctx) {
        const found = await find(asked, ctx);
        if (found !== undefined)
          return renderLongText(found, found.part, (part) => id.encode({ ...asked, part }));
        throw new UserError(
          `${gone}, so there's nothing more to read. See the current ones with ${ctx.commandMention(command)}.`,
        );
      },
    }),
  };
}

/**
 * Splits a text into parts of at most `maxLength` characters each, once escaped. Splits at lines or words if
 * possible; the parts joined together are the text.
 */
function splitParts(text: string, maxLength: number): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = findPartEnd(text, from, maxLength);
    parts.push(text.slice(from, end));
    from = end;
  }
  return parts;
}

function findPartEnd(text: string, from: number, maxLength: number): number {
  const full = text.slice(from, from + maxLength);
  // Escaping at most doubles a text.
  const part = escapeLines(full, maxLength).length <= maxLength ? full : full.slice(0, maxLength / 2);
  if (from + part.length >= text.length) return text.length;
  const least = part.length / 2;
  for (const gap of ["\n", " "]) {
    const at = part.lastIndexOf(gap);
    if (at > least) return from + at + 1;
  }
  const last = part.charCodeAt(part.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return from + part.length - (splitsPair ? 1 : 0);
}
