import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const verbs: ReadonlySet<string> = new Set(
  `
acknowledge adapt add advance annotate announce append apply approve are ask assert attach attempt
authorize autocomplete back begin bind blank bring build call can capitalize ceil change check
choose claim classify clean clear clip close combine compare complete compute conclude connect copy
count create crosspost decide decode deep defer define delete deliver describe detect discard
disconnect dispatch download draw drop edit encode end enqueue erase escape execute exists exit
expire explain export fail fetch fill filter find finish fit fits fold follow for forget format from
gather get give greet group guess handle has hash ignore index insert is isolate join keep lay lease
limit list listen load lock log look looks make map mark match matches may measure memoize mention migrate
move needs note notice notify open pack paginate pair parse pause pick plan pluralize post
postpone prefix prepare preview print prompt prove publish quiet quote race rank read recolour
record recover redact refresh refuse register reject remember remove render renew repeat replace
reply report require reseal resolve restore restrict resume reward round run save seal search
select send serialize serve set settle shorten show skip snapshot sort split start stop store strip
suggest sum summarize survive swap sync tag take throttle throw to track translate truncate try
turn unbind unwrap update use verify vote was watch with without work wrap write
link request
`
    .trim()
    .split(/\s+/),
);

/** What docs/glossary.md says may be a noun: options, the contract's schemas, and Discord's own formatters. */
const nouns = [
  /^(?:[a-z]+|scheduleChannel|account[A-Z][a-z]+|post[A-Z][a-z]+)Option$/,
  /^(?:any|required|typed)?[pP]erson$/,
  /^(?:text|number|integer|boolean|choice)$/,
  /^(?:records|nullishDefault|optional(?:Field|Records)|responseFields)$/,
  /^(?:inlineCode|plainText|subtext|timestamp|receipt)$/,
];

/** Where a standard word exists, these aren't used, not even as a part of a name. */
const refused: ReadonlySet<string> = new Set(
  `
anew brake brakes budget budgets coin coins crowd deed deeds empties flight flights freshness harmless hear hears
inert keeper lane lanes leaf leaves ledger mend mending neighbour neighbours oracle outdate perform performs purse
recall recalls scrubber spoil spoiled standing tell tells tied truth unshown untold wish
`
    .trim()
    .split(/\s+/),
);

/** A standard word, and two options of commands. */
const exempt = /in_?flight|^tell(?:Ready|Stuck)$/gi;

const files = execFileSync("git", ["ls-files", "src", "commands"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file.endsWith(".ts"));

/** What a pattern captures in the bot's code, without comments and quoted texts. */
function findNames(pattern: RegExp): readonly { readonly file: string; readonly name: string }[] {
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replaceAll(
      /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$|"(?:[^"\\\n]|\\.)*"/gm,
      "",
    );
    return [...code.matchAll(pattern)].map((found) => ({ file, name: found.slice(1).join("") }));
  });
}

/** `["open", "in", "flight"]` of `openInFlight`. */
const splitName = (name: string) =>
  name.split(/_|\d+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase());

test("no part of a name in the bot is a word that a standard one replaced", () => {
  const names = findNames(
    /\b(?:const|let|class|interface|type|function\*?|async|get|set) #?(\w+)|#?\b(\w+)\??:\s|(?<=[({,]\s*(?:\.{3})?)(\w+)(?=\s*[,})=])|^\s+#?(\w+)(?=[(<]| =)|#(\w+)/gm,
  );
  expect(names.length).toBeGreaterThan(20_000);
  const others = names.filter(({ name }) =>
    splitName(name.replace(exempt, "")).some((part) => refused.has(part)),
  );
  expect(others).toEqual([]);
});

test("the bot's functions are called by a verb, or by one of the nouns that the glossary allows", () => {
  const names = findNames(
    /^(?:export )?(?:async )?function\*? (\w+)|^(?:export )?const (\w+)(?:: [^\n]+?)? = (?:async )?(?:<[^>\n]*>)?\((?:[^()]|\([^()]*\))*\)(?:: [^\n=]+)? =>/gm,
  );
  expect(names.length).toBeGreaterThan(2_000);
  const others = names.filter(
    ({ name }) => !verbs.has(/^[a-z]+/.exec(name)?.[0] ?? "") && !nouns.some((noun) => noun.test(name)),
  );
  expect(others).toEqual([]);
});
