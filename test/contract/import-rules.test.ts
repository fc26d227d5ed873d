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
  ["src/api/client.ts", `import { thing } from "../errors.ts";`],
  ["src/api/contract/orders.ts", `import { thing } from "../../store/drafts.ts";`],
  ["src/domain/weeks.ts", `import { thing } from "../text/clip.ts";`],
  ["src/text/clip.ts", `import { thing } from "../domain/weeks.ts";`],
  ["src/vault/vault.ts", `import { thing } from "../log.ts";`],
  ["src/store/drafts.ts", `import { thing } from "../interactions/answer.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../../commands/index.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../bot/client.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../store/open.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/bot/client.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/store/open.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/api/client.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/vault/contexts.ts";`],
  ["src/jobs/expiry.ts", `import { thing } from "../../commands/order/create.ts";`],
  ["src/bot/client.ts", `import { thing } from "../playground/index.ts";`],
  ["src/playground/service/app.ts", `import { thing } from "../../api/client.ts";`],
  ["src/playground/discord/app.ts", `import { thing } from "../../interactions/answer.ts";`],
  ["src/app.ts", `import { thing } from "./playground/index.ts";`],
] as const;

test.concurrent.each(forbidden)("the linter refuses in %s: %s", async (file, statement) => {
  expect(await lints(file, statement)).toBe(false);
});

const allowed = [
  ["src/api/contract/orders.ts", `import { thing } from "../endpoint.ts";`],
  ["src/interactions/router.ts", `import { thing } from "../errors.ts";`],
  ["commands/order/create.ts", `import { thing } from "../../src/interactions/define.ts";`],
  ["commands/order/render.ts", `import { thing } from "../../src/text/clip.ts";`],
  ["src/jobs/expiry.ts", `import { thing } from "../../commands/order/render.ts";`],
  ["src/playground/service/app.ts", `import { thing } from "../../api/contract/index.ts";`],
] as const;

test.concurrent.each(allowed)("the linter lets pass in %s: %s", async (file, statement) => {
  expect(await lints(file, statement)).toBe(true);
});
