import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const forbidden = [
  ["src/interactions/router.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/discord/client.ts", `import { thing } from "../../commands/order/create.ts";`],
  ["src/weeks.ts", `import { thing } from "../commands/weeks/store.ts";`],
  ["src/discord/client.ts", `import { thing } from "../../playground/index.ts";`],
  ["src/app.ts", `import { thing } from "../playground/index.ts";`],
  ["src/jobs/job.ts", `import { thing } from "../../bench/run.ts";`],
  ["src/api/client.ts", `import { thing } from "../store/open.ts";`],
  ["src/api/client.ts", `import { thing } from "../../commands/order/create.ts";`],
  ["src/http/request.ts", `import { thing } from "../discord/rest.ts";`],
  ["src/vault/vault.ts", `import { thing } from "../context.ts";`],
  ["src/log/index.ts", `import { thing } from "../store/drafts.ts";`],
  ["src/metrics/prometheus.ts", `import { thing } from "../interactions/router.ts";`],
  ["src/server/http-server.ts", `import { thing } from "../discord/client.ts";`],
  ["src/domain/week-boundaries.ts", `import { thing } from "../discord/client.ts";`],
  ["src/ui/lines.ts", `import { thing } from "../interactions/custom-id.ts";`],
  ["src/ui/lines.ts", `import { thing } from "../store/drafts.ts";`],
  ["src/pictures/picture.ts", `import { thing } from "../../commands/order/board/draw.ts";`],
  ["src/pictures/kit/text.ts", `import { thing } from "../../context.ts";`],
  ["src/store/drafts.ts", `import { thing } from "../interactions/router.ts";`],
  ["src/outbox/send-once.ts", `import { thing } from "../jobs/job.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/store/open.ts";`],
  ["commands/order/board/draw.ts", `import { thing } from "../../../src/jobs/job.ts";`],
  ["commands/weeks/text.ts", `import { thing } from "./store.ts";`],
  ["commands/me/read.ts", `import { thing } from "../order/text.ts";`],
  ["commands/me/read.ts", `import { thing } from "../order/board/draw.ts";`],
  ["commands/me/render.ts", `import { thing } from "../order/text.ts";`],
  ["commands/order/board/board.ts", `import { thing } from "../../weeks/store.ts";`],
  ["commands/order/board/draw.ts", `import { thing } from "../../weeks/draw.ts";`],
  ["playground/service/app.ts", `import { thing } from "../../src/api/client.ts";`],
  ["playground/discord/app.ts", `import { thing } from "../../src/api/contract/index.ts";`],
  ["playground/discord/app.ts", `import { thing } from "../service/service.ts";`],
] as const;

const allowed = [
  ["src/api/client.ts", `import { thing } from "../http/request.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../errors.ts";`],
  ["src/discord/registration.ts", `import { thing } from "../interactions/custom-id.ts";`],
  ["src/app.ts", `import { thing } from "../commands/index.ts";`],
  ["src/start/register.ts", `import { thing } from "../../commands/index.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/interactions/define.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/ui/lines.ts";`],
  ["commands/me/read.ts", `import { thing } from "../order/index.ts";`],
  ["commands/me/read.ts", `import { thing } from "../kit/paged-list.ts";`],
  ["commands/me/profile/show.ts", `import { thing } from "../../order/index.ts";`],
  ["commands/order/alerts/send.ts", `import { thing } from "../board/board.ts";`],
  ["playground/service/app.ts", `import { thing } from "../../src/api/contract/index.ts";`],
] as const;

const cycles: Readonly<Record<string, string>> = {
  "an import": `import { thing } from "./b.ts";\nexport const other = thing;\n`,
  "a type import": `import type { Thing } from "./b.ts";\nexport type Other = Thing;\n`,
};
const closing = `import type { Other } from "./a.ts";\nexport const thing = 1;\nexport type Thing = readonly Other[];\n`;

/** What is linted, by path; the imports of a file are each on a line of their own. */
const files = new Map<string, string>();
const all: readonly (readonly [file: string, statement: string])[] = [...forbidden, ...allowed];
const importing = Map.groupBy(all, ([file]) => file);
for (const [file, imports] of importing) {
  const lines = imports.map(([, statement], line) => statement.replace("thing", `thing as thing${line}`));
  files.set(
    file,
    `${lines.join("\n")}\nexport const used = [${lines.map((_, line) => `thing${line}`).join(", ")}];\n`,
  );
}
for (const [what, source] of Object.entries(cycles))
  files.set(`cycles/${what}/a.ts`, source).set(`cycles/${what}/b.ts`, closing);

interface Complaint {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}
let complaints: readonly Complaint[];

/** The project's own linter, with its own rules, once for all files: its start is what takes the time. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-rules-"));
  try {
    await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    for (const [path, source] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const linted = promisify(execFile)(process.execPath, [oxlint, "--format", "json"], { cwd: folder });
    // It fails, since there is something to complain about.
    const { stdout } = await linted.catch((error: { readonly stdout: string }) => error);
    ({ diagnostics: complaints } = JSON.parse(stdout) as { readonly diagnostics: readonly Complaint[] });
  } finally {
    await rm(folder, { recursive: true });
  }
});

const about = (path: string): readonly Complaint[] => complaints.filter(({ filename }) => filename === path);

function aboutImport(file: string, statement: string): readonly string[] {
  const line = 1 + (importing.get(file) ?? []).findIndex((each) => each[1] === statement);
  return about(file).flatMap(({ code, labels }) => (labels[0]?.span.line === line ? [code] : []));
}

test("every file was linted, with exactly one error for each of these imports and cycles", () => {
  expect(complaints.length).toBe(forbidden.length + 2 * Object.keys(cycles).length);
});

test.each(forbidden)("the linter refuses in %s: %s", (file, statement) => {
  expect(aboutImport(file, statement)).toEqual(["eslint(no-restricted-imports)"]);
});

test.each(allowed)("the linter allows in %s: %s", (file, statement) => {
  expect(aboutImport(file, statement)).toEqual([]);
});

test.each(Object.keys(cycles))("the linter refuses a cycle closed by %s", (what) => {
  expect(about(`cycles/${what}/a.ts`).map(({ code }) => code)).toEqual(["import(no-cycle)"]);
});
