import { createSecretKey, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createVault,
  createLinkSealContext,
  createReplySealContext,
  VaultError,
  type VaultFailure,
} from "../../src/vault/vault.ts";
import { parseSecretKeys, type SecretKey, SecretKeysError } from "../../src/vault/secret-keys.ts";
import { anyCharacter } from "../support/any-character.ts";

const makeKey = (id: string): SecretKey => ({ id, key: createSecretKey(randomBytes(32)) });
const oldKey = makeKey("2025");
const newKey = makeKey("2026");
const context = createLinkSealContext("111", "w1");

function expectFailure(open: () => unknown, failure: VaultFailure): void {
  expect(open).toThrow(VaultError);
  expect(open).toThrow(failure);
}

describe("a vault", () => {
  test("opens what it sealed, whatever the text and the context", () => {
    const vault = createVault([newKey]);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (text, where) => {
        expect(vault.open(vault.seal(text, where), where)).toEqual({ plaintext: text, stale: false });
      }),
    );
  });

  test("writes version, key id, nonce, ciphertext and tag", () => {
    const sealed = createVault([newKey], (size) => Buffer.alloc(size, 1)).seal("token", context);
    expect(sealed).toMatch(/^v1\.2026\.AQEBAQEBAQEBAQEB\.[\w-]{7}\.[\w-]{22}$/);
  });

  test("never seals the same text the same way twice", () => {
    const vault = createVault([newKey]);
    const sealed = Array.from({ length: 100 }, () => vault.seal("token", context));
    expect(new Set(sealed).size).toBe(100);
  });

  test("opens an older key's seal, reports it as stale, and reseals with the first key", () => {
    const before = createVault([oldKey]).seal("token", context);
    const rotated = createVault([newKey, oldKey]);
    expect(rotated.open(before, context)).toEqual({ plaintext: "token", stale: true });
    const after = rotated.seal("token", context);
    expect(createVault([newKey]).open(after, context)).toEqual({ plaintext: "token", stale: false });
  });

  test("reports an unknown key", () => {
    const sealed = createVault([oldKey]).seal("token", context);
    expectFailure(() => createVault([newKey]).open(sealed, context), "unknown-key");
  });

  test("refuses another key under the same id", () => {
    const sealed = createVault([oldKey]).seal("token", context);
    expectFailure(() => createVault([makeKey("2025")]).open(sealed, context), "wrong-key-or-damaged");
  });

  test("refuses the seal of another guild or workspace", () => {
    const vault = createVault([newKey]);
    const sealed = vault.seal("token", context);
    for (const other of [createLinkSealContext("112", "w1"), createLinkSealContext("111", "w2"), ""]) {
      expectFailure(() => vault.open(sealed, other), "wrong-key-or-damaged");
    }
  });

  test("refuses the reply token of another draft", () => {
    const vault = createVault([newKey]);
    const sealed = vault.seal("token", createReplySealContext("one"));
    expectFailure(() => vault.open(sealed, createReplySealContext("two")), "wrong-key-or-damaged");
    expect(vault.open(sealed, createReplySealContext("one")).plaintext).toBe("token");
  });

  test("refuses a seal in which any one character was changed", () => {
    const vault = createVault([newKey]);
    const sealed = vault.seal("token", context);
    for (let index = 0; index < sealed.length; index++) {
      const other = sealed[index] === "A" ? "B" : "A";
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      expect(() => vault.open(changed, context)).toThrow(VaultError);
    }
  });

  test("refuses another text with the same bytes", () => {
    const vault = createVault([newKey]);
    const sealed = vault.seal("token", context);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const bytesOf = (text: string) => Buffer.from(text.slice(text.lastIndexOf(".") + 1), "base64url");
    // Sixteen bytes leave four bits of their last character unused.
    const other = `${sealed.slice(0, -1)}${alphabet[alphabet.indexOf(sealed.slice(-1)) + 1]}`;
    expect(bytesOf(other)).toEqual(bytesOf(sealed));
    expectFailure(() => vault.open(other, context), "wrong-key-or-damaged");
  });

  test("refuses a shortened tag and anything that isn't sealed", () => {
    const vault = createVault([newKey]);
    const sealed = vault.seal("token", context);
    for (const text of [
      "",
      "token",
      "v1.2026",
      sealed.slice(0, -6),
      `${sealed} `,
      sealed.replace("v1", "v2"),
    ]) {
      expectFailure(() => vault.open(text, context), "not-sealed");
    }
  });

  test("needs a key", () => {
    expect(() => createVault([])).toThrow(RangeError);
  });
});

test("two different links never share a context", () => {
  expect(createLinkSealContext("1", "2:3")).not.toBe(createLinkSealContext("1:2", "3"));
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.string(),
      fc.string(),
      (guild, workspace, guild2, workspace2) => {
        fc.pre(guild !== guild2 || workspace !== workspace2);
        expect(createLinkSealContext(guild, workspace)).not.toBe(createLinkSealContext(guild2, workspace2));
      },
    ),
  );
});

describe("encryption keys", () => {
  const bytes = Buffer.alloc(32, 0xfb);
  const base64 = bytes.toString("base64");

  test("are read in order, in either alphabet, with or without padding, without comments", () => {
    const text = `# remark\nk1:${base64}, k2:${bytes.toString("base64url")}\n\nk3:${base64.replace("=", "")},`;
    const keys = parseSecretKeys(text);
    expect(keys.map(({ id }) => id)).toEqual(["k1", "k2", "k3"]);
    for (const { key } of keys) expect(key.export().equals(bytes)).toBe(true);
  });

  test.each([
    ["nothing", " , ", "There is no key"],
    ["a key without an id", base64, "Key 1 of 1 has no id"],
    ["an id with a dot", `k.1:${base64}`, "id of key 1"],
    [
      "a key that is too short",
      `k1:${base64},k2:${base64.slice(0, 40)}`,
      'Key 2 of 2 (id "k2") has 30 bytes and needs 32',
    ],
    ["a key that is no base64", `k1:${base64.slice(0, 20)}!${base64.slice(21)}`, "is not base64"],
    ["the same id twice", `k1:${base64},k1:${base64}`, 'Two keys have the id "k1"'],
  ])("refuse %s and say so without showing a key", (_what, text, words) => {
    let message = "";
    try {
      parseSecretKeys(text);
    } catch (error) {
      if (!(error instanceof SecretKeysError)) throw error;
      message = error.message;
    }
    expect(message).toContain(words);
    expect(message).not.toContain(base64.slice(0, 8));
  });

  test("show nothing when they are printed", () => {
    expect(JSON.stringify(parseSecretKeys(`k1:${base64}`))).not.toContain(base64.slice(0, 8));
  });
});
