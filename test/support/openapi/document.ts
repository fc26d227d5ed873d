import addFormats from "ajv-formats";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { CheckedAnswer, CheckedRequest } from "../../../playground/discord/index.ts";
import { isObject, type OpenApiDocument, Operations } from "./operations.ts";
import { unknownProperties } from "./unknown-fields.ts";

/** Holds requests and answers to Discord's own description; pass its two hooks to the emulator. */
export interface OpenApiCheck {
  readonly checkRequest: (request: CheckedRequest) => void;
  readonly checkAnswer: (answer: CheckedAnswer) => void;
  /** What the document does not know, once each; discord.js itself sends some. */
  readonly warnings: ReadonlySet<string>;
  readonly mismatches: ReadonlySet<string>;
  /** How many bodies were held against a schema. */
  checked(): number;
  /** @throws Error that lists every mismatch so far. */
  finish(): void;
}

const keptDocument = join(import.meta.dirname, "../../fixtures/discord-openapi.json.gz");

/** What holds whole messages takes longer to compile than Discord waits for an answer. */
const longToCompile = [
  ["POST", "/interactions/1/token/callback"],
  ["PATCH", "/webhooks/1/token/messages/@original"],
  ["PUT", "/applications/1/commands"],
] as const;

/**
 * Reads the document at once, and compiles the schema of an operation when it is first met. `DISCORD_OPENAPI` names
 * another document than the one that is kept here, such as a newer one.
 * @param options.warns false to leave out `warnings`, which cost as much as the rest and say nothing of the bot
 */
export function openApiCheck({ warns = true }: { readonly warns?: boolean } = {}): OpenApiCheck {
  const named = process.env["DISCORD_OPENAPI"];
  const { operations, validatorOf } = schemasOf(named === undefined || named === "" ? keptDocument : named);
  const warnings = new Set<string>();
  const mismatches = new Set<string>();
  let checked = 0;

  const hold = (what: string, pointer: string, body: unknown): void => {
    const validate = validatorOf(pointer);
    checked += 1;
    if (!validate(body)) mismatches.add(`${what}: ${(validate.errors ?? []).map(worded).join("; ")}`);
    for (const property of warns ? unknownProperties(operations, pointer, body) : [])
      warnings.add(`${what}: the document does not know ${property}`);
  };

  return {
    warnings,
    mismatches,
    checked: () => checked,
    checkRequest({ method, path: requested, body }) {
      const operation = operations.find(method, requested);
      if (operation === undefined) mismatches.add(`${method} ${requested}: there is no such operation`);
      else if (body !== undefined && operation.request !== undefined)
        hold(`request ${operation.name}`, operation.request, withNumericPermissions(body));
      else if (body !== undefined) warnings.add(`request ${operation.name}: the document knows no body`);
    },
    checkAnswer({ method, path: requested, status, body }) {
      const operation = operations.find(method, requested);
      if (operation === undefined || status >= 500) return;
      const pointer = operation.answer(status);
      const what = `answer ${status} to ${operation.name}`;
      if (pointer === undefined) mismatches.add(`${what}: the document knows no such status`);
      else if (pointer !== "empty") hold(what, pointer, status >= 400 ? withoutFieldErrors(body) : body);
      else if (body !== undefined) mismatches.add(`${what}: it should be empty`);
    },
    finish() {
      if (mismatches.size === 0) return;
      throw new Error(`Discord's own document does not allow:\n${[...mismatches].join("\n")}`);
    },
  };
}

interface Schemas {
  readonly operations: Operations;
  readonly validatorOf: (pointer: string) => ValidateFunction;
}

const known = new Map<string, Schemas>();

/** Once for all checks of a process: reading and compiling take a second. */
function schemasOf(path: string): Schemas {
  const schemas = known.get(path) ?? readSchemas(path);
  known.set(path, schemas);
  return schemas;
}

function readSchemas(path: string): Schemas {
  const file = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(file) : file).toString();
  // Branches overlap in places, so that one value fits two of them. Trusted to be an OpenAPI document: it is kept here.
  const document = JSON.parse(text.replaceAll('"oneOf":', '"anyOf":')) as OpenApiDocument;
  const operations = new Operations(document);
  // The document is an OpenAPI one, no schema; and functions that are called a few times needn't be optimized.
  const quick = { meta: false, validateSchema: false, inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, ...quick });
  addFormats.default(ajv);
  ajv.addFormat("snowflake", true).addFormat("nonce", true);
  ajv.addSchema(document, "discord");
  const compiled = new Map<string, ValidateFunction>();

  const validatorOf = (pointer: string): ValidateFunction => {
    const validate =
      compiled.get(pointer) ??
      ajv.compile({ $ref: `discord#${pointer.replaceAll("{", "%7B").replaceAll("}", "%7D")}` });
    compiled.set(pointer, validate);
    return validate;
  };
  for (const [method, requested] of longToCompile) {
    const operation = operations.find(method, requested);
    for (const pointer of [operation?.request, operation?.answer(200)])
      if (pointer !== undefined && pointer !== "empty") validatorOf(pointer);
  }
  return { operations, validatorOf };
}

/** The document wants a number for the default permissions of a command, where Discord's prose wants digits as text and takes both. */
function withNumericPermissions(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withNumericPermissions);
  if (!isObject(body)) return body;
  const { default_member_permissions: permissions } = body;
  if (typeof permissions !== "string" || !/^\d+$/.test(permissions)) return body;
  return { ...body, default_member_permissions: Number(permissions) };
}

/** The document wants numbers as the codes of fields, where Discord and its prose give words. */
function withoutFieldErrors(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { errors: _, ...rest } = body;
  return rest;
}

function worded({ instancePath, message = "does not fit", params }: ErrorObject): string {
  return `${instancePath === "" ? "the body" : instancePath} ${message} ${JSON.stringify(params)}`;
}
