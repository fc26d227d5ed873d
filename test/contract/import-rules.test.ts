import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const forbidden = [
  ["src/api/client.ts", `import { thing } from "../store/open.ts";`],
  ["src/api/contract/orders.ts", `import { thing } from "../../store/drafts.ts";`],
  ["src/api/resilience/pipeline.ts", `import { thing } from "../../ui/truncate.ts";`],
  ["src/http/request.ts", `import { thing } from "../store/open.ts";`],
  ["src/http/request.ts", `import { thing } from "../api/errors.ts";`],
  ["src/domain/week-boundaries.ts", `import { thing } from "../ui/clip.ts";`],
  ["src/domain/service-ids.ts", `import { thing } from "../store/drafts.ts";`],
  ["src/ui/lines.ts", `import { thing } from "../discord/client.ts";`],
  ["src/ui/lines.ts", `import { thing } from "../interactions/custom-id.ts";`],
  ["src/ui/people.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/vault/vault.ts", `import { thing } from "../log/index.ts";`],
  ["src/outbox/send-once.ts", `import { thing } from "../schedules/rule.ts";`],
  ["src/log/index.ts", `import { thing } from "../context.ts";`],
  ["src/store/drafts.ts", `import { thing } from "../ui/reply.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../discord/client.ts";`],
  ["src/interactions/dispatch/respond.ts", `import { thing } from "../../store/open.ts";`],
  ["src/audit/render-entry.ts", `import { thing } from "../../commands/audit/export.ts";`],
  ["src/schedules/boards/orders.ts", `import { thing } from "../../../commands/order/create.ts";`],
  ["src/schedules/boards/orders.ts", `import { thing } from "../../interactions/router.ts";`],
  ["src/weeks/snapshot-person.ts", `import { thing } from "../../commands/order/create.ts";`],
  ["src/jobs/housekeeping.ts", `import { thing } from "../../commands/order/create.ts";`],
  ["src/discord/client.ts", `import { thing } from "../../playground/index.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/discord/client.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/store/open.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/api/client.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/vault/seal-context.ts";`],
  ["playground/service/app.ts", `import { thing } from "../../src/api/client.ts";`],
  ["playground/discord/app.ts", `import { thing } from "../../src/api/contract/index.ts";`],
  ["playground/discord/app.ts", `import { thing } from "../service/service.ts";`],
  ["src/metrics/metrics.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/metrics/metrics.ts", `import { thing } from "../../playground/index.ts";`],
  ["src/metrics/prometheus.ts", `import { thing } from "../store/open.ts";`],
  ["src/metrics/prometheus.ts", `import { thing } from "../api/client.ts";`],
  ["src/server/http-server.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/server/http-server.ts", `import { thing } from "../discord/client.ts";`],
  ["src/server/http-server.ts", `import { thing } from "../metrics/prometheus.ts";`],
  ["src/store/drafts.ts", `import { thing } from "../metrics/metrics.ts";`],
  ["src/schedules/rule.ts", `import { thing } from "../server/http-server.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/server/http-server.ts";`],
  ["src/app.ts", `import { thing } from "../playground/index.ts";`],
  ["src/config.ts", `import { thing } from "./store/open.ts";`],
  ["src/context.ts", `import { thing } from "../commands/index.ts";`],
  ["src/context.ts", `import { thing } from "./store/open.ts";`],
  ["src/error-text.ts", `import { thing } from "./interactions/router.ts";`],
  ["src/errors.ts", `import { thing } from "./context.ts";`],
  ["src/byte-budget.ts", `import { thing } from "./store/open.ts";`],
  ["src/fair-scheduler.ts", `import { thing } from "../commands/index.ts";`],
  ["src/files.ts", `import { thing } from "./start/flags.ts";`],
  ["src/interaction-age.ts", `import { thing } from "./discord/client.ts";`],
  ["src/lease.ts", `import { thing } from "./store/quota-leases.ts";`],
  ["src/lru-map.ts", `import { thing } from "./api/client.ts";`],
  ["src/main.ts", `import { thing } from "./store/open.ts";`],
  ["src/noted-people.ts", `import { thing } from "../commands/index.ts";`],
  ["src/order-log.ts", `import { thing } from "./store/open.ts";`],
  ["src/setting-files.ts", `import { thing } from "./config.ts";`],
  ["src/setting-files.ts", `import { thing } from "./log/index.ts";`],
  ["src/time.ts", `import { thing } from "./domain/week-boundaries.ts";`],
  ["src/typed-text.ts", `import { thing } from "./domain/search.ts";`],
  ["src/version.ts", `import { thing } from "../playground/index.ts";`],
] as const;

const allowed = [
  ["src/api/contract/orders.ts", `import { thing } from "../endpoint.ts";`],
  ["src/api/resilience/pipeline.ts", `import { thing } from "../../http/request.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../errors.ts";`],
  ["src/schedules/boards/orders.ts", `import { thing } from "../../interactions/custom-id.ts";`],
  ["src/jobs/housekeeping.ts", `import { thing } from "../weeks/snapshot-workspace.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/interactions/define.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/ui/clip.ts";`],
  ["playground/service/app.ts", `import { thing } from "../../src/api/contract/index.ts";`],
  ["src/server/http-server.ts", `import { thing } from "../log/index.ts";`],
  ["src/app.ts", `import { thing } from "../commands/index.ts";`],
  ["src/errors.ts", `import { thing } from "./api/errors.ts";`],
  ["src/order-log.ts", `import { thing } from "./domain/order-times.ts";`],
  ["src/setting-files.ts", `import { thing } from "./files.ts";`],
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

/** The places that a rule about imports names: a folder of src, or a file at its root. */
function ruledPlaces(): ReadonlySet<string> {
  const config = JSON.parse(readFileSync(join(root, ".oxlintrc.json"), "utf8")) as {
    readonly overrides: readonly { readonly files: readonly string[]; readonly rules: object }[];
  };
  const ruling = config.overrides.filter(({ rules }) => "no-restricted-imports" in rules);
  return new Set(ruling.flatMap(({ files: places }) => places));
}

test("every folder of src except start, and every file at its root except the app, has a rule", () => {
  const unruled = readdirSync(join(root, "src"), { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `src/${entry.name}/**/*.ts` : `src/${entry.name}`))
    .filter((place) => !ruledPlaces().has(place));
  expect(unruled.toSorted()).toEqual(["src/app.ts", "src/start/**/*.ts"]);
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
