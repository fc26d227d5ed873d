import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Whether the project's own linter, with its own rules, lets a file of this place import that. */
async function lints(file: string, statement: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-rules-"));
  try {
    await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${statement}\nexport const used = thing;\n`);
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    return await promisify(execFile)(process.execPath, [oxlint, file], { cwd: folder }).then(
      () => true,
      ({ stdout }: { stdout: string }) => {
        expect(stdout).toContain("no-restricted-imports");
        return false;
      },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const forbidden = [
  ["src/api/client.ts", `import { thing } from "../store/open.ts";`],
  ["src/api/contract/orders.ts", `import { thing } from "../../store/drafts.ts";`],
  ["src/api/resilience/pipeline.ts", `import { thing } from "../../ui/truncate.ts";`],
  ["src/http/request.ts", `import { thing } from "../store/open.ts";`],
  ["src/domain/weeks.ts", `import { thing } from "../ui/clip.ts";`],
  ["src/ui/lines.ts", `import { thing } from "../discord/client.ts";`],
  ["src/ui/lines.ts", `import { thing } from "../interactions/custom-id.ts";`],
  ["src/ui/people.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/vault/vault.ts", `import { thing } from "../log/index.ts";`],
  ["src/log/index.ts", `import { thing } from "../context.ts";`],
  ["src/store/drafts.ts", `import { thing } from "../ui/reply.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../discord/client.ts";`],
  ["src/interactions/dispatch/run.ts", `import { thing } from "../../store/open.ts";`],
  ["src/audit/render-entry.ts", `import { thing } from "../../commands/audit/list.ts";`],
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
  ["src/app.ts", `import { thing } from "../playground/index.ts";`],
  ["src/context.ts", `import { thing } from "../commands/index.ts";`],
] as const;

test.concurrent.each(forbidden)("the linter refuses in %s: %s", async (file, statement) => {
  expect(await lints(file, statement)).toBe(false);
});

const allowed = [
  ["src/api/contract/orders.ts", `import { thing } from "../endpoint.ts";`],
  ["src/api/resilience/pipeline.ts", `import { thing } from "../../http/request.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../errors.ts";`],
  ["src/schedules/boards/orders.ts", `import { thing } from "../../interactions/custom-id.ts";`],
  ["src/jobs/housekeeping.ts", `import { thing } from "../weeks/snapshot-workspace.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/interactions/define.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/ui/clip.ts";`],
  ["playground/service/app.ts", `import { thing } from "../../src/api/contract/index.ts";`],
  ["src/app.ts", `import { thing } from "../commands/index.ts";`],
] as const;

test.concurrent.each(allowed)("the linter allows in %s: %s", async (file, statement) => {
  expect(await lints(file, statement)).toBe(true);
});

test.each([
  ["an import", `import { thing } from "./b.ts";\nexport const other = thing;`],
  ["a type import", `import type { Thing } from "./b.ts";\nexport type Other = Thing;`],
])("the linter refuses a cycle closed by %s", async (_, source) => {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-rules-"));
  try {
    await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    await writeFile(join(folder, "a.ts"), source);
    await writeFile(
      join(folder, "b.ts"),
      `import type { Other } from "./a.ts";\nexport const thing = 1;\nexport type Thing = readonly Other[];\n`,
    );
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const linted = promisify(execFile)(process.execPath, [oxlint], { cwd: folder });
    await expect(linted).rejects.toMatchObject({ stdout: expect.stringContaining("no-cycle") });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ["a variable", "export const purse = 1;"],
  ["a property", "export interface Limits { readonly budgetMs: number }"],
])("the linter refuses a denied word as the name of %s", async (_, source) => {
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-rules-"));
  try {
    await copyFile(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    await writeFile(join(folder, "a.ts"), source);
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const linted = promisify(execFile)(process.execPath, [oxlint], { cwd: folder });
    await expect(linted).rejects.toMatchObject({ stdout: expect.stringContaining("id-denylist") });
  } finally {
    await rm(folder, { recursive: true });
  }
});
