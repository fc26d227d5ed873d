import { createHash } from "node:crypto";
import { type APIEmbed, type APIMessage, MessageFlags } from "discord.js";
import type { Reply } from "../ui/reply.ts";

type Shown = Pick<APIMessage, "content" | "embeds" | "components" | "flags">;

/** How a message in a channel compares with what was about to be sent. */
type Likeness =
  | "same"
  /** Someone removed its embeds, and the rest is the same. */
  | "perhaps"
  | "other";

/**
 * A digest of what a message says, which is the same for the message as Discord returns it. Discord trims texts, numbers
 * components, gives pictures other addresses, writes mentions its own way and adds previews of links after the embeds.
 */
export function digestReply({ content = "", embeds = [], components = [] }: Reply): string {
  return [embeds.length, digestRest({ content, components }), digestEmbeds(embeds)].join(".");
}

/** Compares a message as Discord returns it. @param digest of what was about to be sent */
export function compareWithDigest(digest: string, { content, embeds, components, flags }: Shown): Likeness {
  const [count = "", rest, shown] = digest.split(".");
  if (digestRest({ content, components: components ?? [] }) !== rest) return "other";
  const own = embeds.slice(0, Number(count));
  if (own.length === Number(count) && digestEmbeds(own) === shown) return "same";
  // https://docs.discord.com/developers/resources/message#message-object-message-flags: others may suppress embeds.
  return ((flags ?? 0) & MessageFlags.SuppressEmbeds) !== 0 && count !== "0" ? "perhaps" : "other";
}

/** What stays when embeds are removed: the text, and what the buttons and menus do. */
function digestRest({
  content,
  components,
}: {
  readonly content: string;
  readonly components: Rows;
}): string {
  return hash([reduce(content), ...listCustomIds(components)]);
}

type Rows = NonNullable<Shown["components"]> | NonNullable<Reply["components"]>;

/** What the buttons and menus of a message do. */
export function listCustomIds(rows: Rows): readonly string[] {
  return rows.flatMap((row): readonly string[] =>
    "components" in row
      ? row.components.map((component) => ("custom_id" in component ? component.custom_id : ""))
      : [],
  );
}

function digestEmbeds(embeds: readonly APIEmbed[]): string {
  return hash(
    embeds.map(({ title, description, author, footer, fields = [] }) =>
      [
        title,
        description,
        author?.name,
        footer?.text,
        ...fields.flatMap(({ name, value }) => [name, value]),
      ].map(reduce),
    ),
  );
}

/** Without what Discord may change: space, invisible characters, and the forms of mentions and emoji. */
function reduce(text = ""): string {
  return text
    .normalize("NFC")
    .replaceAll(/<@!(?=\d)/g, "<@")
    .replaceAll(/<a?(:\w+:)\d+>/g, "$1")
    .replaceAll(/[\s\p{C}]/gu, "");
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}
