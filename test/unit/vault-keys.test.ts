import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createVault } from "../../src/vault/vault.ts";
import { type LoadedKeys, loadKeys } from "../../src/vault/secret-keys.ts";
import { createTestFolder, type TestFolder } from "../support/databases.ts";

let folder: TestFolder;
beforeEach(async () => {
  folder = await createTestFolder();
});
afterEach(() => folder.remove());

const load = (secretsExist = false, secretKeys?: string): Promise<LoadedKeys> =>
  loadKeys({ secretKeys, dataFolder: folder.path, secretsExist });
const path = (): string => join(folder.path, "secret.keys");
const someKeys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

test("the first start makes a key file for its owner only, and the next one uses it", async () => {
  const first = await load();
  expect(first).toMatchObject({ keyFile: { path: path(), created: true }, warning: undefined });
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path)).toEqual(["secret.keys"]);

  const next = await load(true);
  expect(next).toMatchObject({ keyFile: { path: path(), created: false }, warning: undefined });
  const sealed = createVault(first.keys).seal("token", "here");
  expect(createVault(next.keys).open(sealed, "here")).toEqual({ plaintext: "token", stale: false });
});

test("ten simultaneous first starts agree on one key", async () => {
  const loaded = await Promise.all(Array.from({ length: 10 }, () => load()));
  expect(new Set(loaded.map(({ keys }) => keys[0]?.id)).size).toBe(1);
  expect(loaded.filter(({ keyFile }) => keyFile?.created)).toHaveLength(1);
  expect(await readdir(folder.path)).toEqual(["secret.keys"]);
});

test("SECRET_KEYS take precedence over the file, and no file is made", async () => {
  const { keys, keyFile } = await load(true, someKeys);
  expect(keys.map(({ id }) => id)).toEqual(["k1"]);
  expect(keyFile).toBeUndefined();
  expect(await readdir(folder.path)).toEqual([]);
});

test("wrong SECRET_KEYS are reported by name", async () => {
  await expect(load(false, "abc")).rejects.toThrow(/^SECRET_KEYS: Key 1 of 1 has no id/);
});

test("a lost key file isn't replaced while anything encrypted is stored", async () => {
  await expect(load(true)).rejects.toMatchObject({
    name: "SecretKeysError",
    message: expect.stringContaining(`The key file ${path()} is missing`),
  });
  expect(await readdir(folder.path)).toEqual([]);
});

test.each([
  ["an empty", ""],
  ["a damaged", "k1:AAAA"],
])("%s key file is reported and left unchanged", async (_what, text) => {
  await writeFile(path(), text, { mode: 0o600 });
  await expect(load()).rejects.toMatchObject({
    name: "SecretKeysError",
    message: expect.stringContaining(path()),
  });
  expect(await readFile(path(), "utf8")).toBe(text);
});

test("a key file that others may read is used, with a warning", async () => {
  await writeFile(path(), someKeys);
  await chmod(path(), 0o644);
  expect((await load()).warning).toContain(`chmod 600 ${path()}`);
});

test("a second key is added by hand as a line above the first", async () => {
  await load();
  const older = await readFile(path(), "utf8");
  await writeFile(path(), `${someKeys}\n${older}`, { mode: 0o600 });
  const { keys } = await load();
  expect(keys).toHaveLength(2);
  expect(keys[0]?.id).toBe("k1");
});
