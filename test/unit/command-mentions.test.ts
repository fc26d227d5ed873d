import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createCommandMention, withCommandMentions } from "../../src/interactions/command-mentions.ts";
import { replaceCommandMentions } from "../../src/ui/command-mentions.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";

const mention = createCommandMention(commands, () => ({ order: "7", link: "8", help: "9" }));

test("every command named in a text can be tapped", () => {
  expect(replaceCommandMentions("Check `/order search` before `/help`, or `/link set`.", mention)).toBe(
    "Check </order search:7> before </help:9>, or </link set:8>.",
  );
});

test("a command that can't be run, doesn't exist or isn't registered yet keeps its plain name", () => {
  const sentence =
    "Discord shows `/link` only to some. `/order nothing`, `/nothing` and `/posts list` are others.";
  expect(replaceCommandMentions(sentence, mention)).toBe(sentence);
});

test("other people's text contains nothing to tap", () => {
  for (const text of [
    escapeMarkdown("`/link set`"),
    escapeMarkdown("/link set"),
    inlineCode("`/link set`"),
    "`/Link set`",
    "`/link set now please`",
  ])
    expect(replaceCommandMentions(`It said: ${text}`, mention)).toBe(`It said: ${text}`);
});

test("a text that would become too long, or is in a private message, keeps plain names", () => {
  const answerIn = (guildId: string | null, sentence: string) =>
    withCommandMentions({ guildId }, sentence, { commandMention: mention });
  expect(answerIn("1", "`/help`")).toBe("</help:9>");
  expect(answerIn(null, "`/help`")).toBe("`/help`");
  const long = "`/help`".padEnd(2_000, "x");
  expect(answerIn("1", long)).toBe(long);
});
