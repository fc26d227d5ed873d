import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Made from the commands, which have texts of their own. */
const generated = "docs/commands.md";
const pages = globSync(["*.md", ".env.example", "docs/**/*.md", ".github/**/*.{md,yml}"], { cwd: root });

const unplain =
  /\b(?:anew|whose clocks|speaks? of|tied to|set free|on record|the record|stands? here|put up|remembered weeks|so-manieth|shall|stand-?ins?|goes on)\b/gi;

test.each(pages.filter((page) => page !== generated))("%s has none of the words we avoid", (page) => {
  expect(readFileSync(join(root, page), "utf8").match(unplain)).toBeNull();
});
