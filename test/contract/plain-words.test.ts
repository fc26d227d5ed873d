import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Phrases that read as translated, or say in our own words what everyone has a word for. */
const refused = [
  /\banew\b/i,
  /\bgo(?:es|ing)? on\b/i,
  /\bfigures?\b/i,
  /\b(?:is|are) told\b/i,
  /\bremembered weeks\b/i,
  /\bso-manieth\b/i,
  /\bwhose clocks\b/i,
  /\bon record\b/i,
  /\bthe record\b/i,
  /\bstands? (?:here|there|in)\b/i,
  /\bstanding messages?\b/i,
  /\bhow (?:it|they|somebody|everybody) stands?\b/i,
  /\ba emulator\b/i,
  /\bput(?:s|ting)? up\b/i,
  /\b(?:speaks?|spoken) of\b/i,
  /\bset free\b/i,
  /\btied to\b/i,
  /\bhas to reach\b/i,
  /\bcomes? to pass\b/i,
  /\bshall\b/i,
  /\bstand-ins?\b/i,
  /\b(?:will|all of it) stands?\b/i,
  /\bstands? like\b/i,
  /\bset (?:\w+ ){1,3}free\b/i,
  /\bclocks? that (?:counts?|shows?)\b/i,
  /\bby the clock\b/i,
  /\bwhomever\b/i,
  /\b(?:a line each|one a line)\b/i,
  /\bwish(?:es)? to be\b/i,
  /\bhears? from me\b/i,
  /\bis no \w+ any ?more\b/i,
  /\band no person\b/i,
  /\bknows? nothing by\b/i,
  /\btakes? in at once\b/i,
  /\ball else is\b/i,
  /\bbears?\b/i,
  /\bchanged so\b/i,
  /\bonly ever\b/i,
  /\blast true\b/i,
  /\bfrom when (?:it|they) (?:is|are)\b/i,
  /\bover since\b/i,
  /\bsince (?:\d+|\$\{[^}]*\}) \w+ ago\b/i,
  /\b(?:last|\d+) stays\b/i,
  /\bhow far (?:it|they) (?:is|are)\b(?! along)/i,
  /\bdid most\b/i,
  /\b(?:has|have) this in (?:it|them)\b/i,
  /\bnothing to see in\b/i,
  /\bcall(?:s|ed)? (?:\w+ ){1,3}otherwise\b/i,
  /\bkeys? that opens?\b/i,
  /\blong gone\b/i,
  /\bcosts? to undo\b/i,
  /\b(?:bad hour|private word)\b/i,
  /\bturn comes\b/i,
] as const;

/** These hold the phrases themselves, or what others wrote: fixtures, and the words in pictures of seeded data. */
const unread =
  /^test\/contract\/(?:plain-words|function-names)\.test\.ts$|^test\/fixtures\/|^docs\/pictures\/texts\.json$/;

function tracked(): readonly string[] {
  const listed = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  return listed.filter(
    (file) =>
      /\.(?:tsx?|mjs|json|md|ya?ml|html|css|service)$|^\.env\.example$|^Containerfile$/.test(file) &&
      !unread.test(file),
  );
}

/** The part of a file that people read: comments, strings and templates of code, all of anything else. */
function proseOf(file: string, source: string): string {
  if (/\.(?:ya?ml|service)$|^Containerfile$/.test(file)) return source.replaceAll(/\n\s*(?:#\s*)?/g, " ");
  if (!/\.(?:tsx?|mjs)$/.test(file)) return source.replaceAll(/\n\s*/g, " ");
  const prose =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return [...source.matchAll(prose)]
    .map(([text]) => text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, " "))
    .join("\n");
}

function phrasesIn(prose: string): readonly string[] {
  return refused.flatMap((phrase) => phrase.exec(prose)?.[0] ?? []);
}

function offences(): ReadonlyMap<string, readonly string[]> {
  const found = tracked().map((file) => {
    const phrases = phrasesIn(proseOf(file, readFileSync(join(root, file), "utf8")));
    return [file, phrases] as const;
  });
  return new Map(found.filter(([, phrases]) => phrases.length > 0));
}

describe("prose", () => {
  const all = offences();

  test("holds none of the refused phrases", () => {
    expect([...all]).toEqual([]);
  });

  test.each([
    ["a comment", "// It is read anew.\n"],
    ["a comment over two lines", "/**\n * It is put\n * up.\n */\n"],
    ["line comments in a row", "// It goes\n// on.\n"],
    ["a string", `const text = "Whose clocks count?";\n`],
    ["a template", "const text = `who ${verb} on record`;\n"],
  ])("is found in %s", (_, source) => {
    expect(phrasesIn(proseOf("a.ts", source))).toHaveLength(1);
  });

  test.each([
    ["deploy/alerts.yaml", "# It is put\n# up.\na: 1\n"],
    ["Containerfile", "# It goes\n# on.\nFROM scratch\n"],
    ["index.html", "<p>It is put\n  up.</p>\n"],
  ])("is found over two lines of %s", (file, source) => {
    expect(phrasesIn(proseOf(file, source))).toHaveLength(1);
  });

  test("is not looked for in identifiers", () => {
    expect(phrasesIn(proseOf("a.ts", "const anew = shall;\n"))).toEqual([]);
  });
});
