import { RESTJSONErrorCodes } from "discord-api-types/v10";
import { DiscordApiError } from "./api-error.ts";

type Fields = Readonly<Record<string, unknown>>;
interface Problem {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}
export interface TextRule {
  readonly required?: boolean;
  readonly min?: number;
  readonly max: number;
}
export interface NumberRule {
  readonly required?: boolean;
  readonly min: number;
  readonly max: number;
}

/** Collects what is wrong with a request's body, field by field, as Discord's 50035 does. */
export class FormCheck {
  readonly #problems: Problem[];
  readonly #path: readonly string[];

  constructor(problems: Problem[] = [], path: readonly string[] = []) {
    this.#problems = problems;
    this.#path = path;
  }

  at(...keys: readonly (string | number)[]): FormCheck {
    return new FormCheck(this.#problems, [...this.#path, ...keys.map(String)]);
  }

  refuse(code: string, message: string): void {
    this.#problems.push({ path: this.#path, code, message });
  }

  /** The fields of an object; nothing else has any. */
  fields(value: unknown): Fields {
    if (isFields(value)) return value;
    this.refuse("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
    return {};
  }

  text(fields: Fields, key: string, rule: TextRule): string | undefined {
    const field = this.at(key);
    const value = fields[key];
    const { min = 0, max } = rule;
    if (isAbsent(value)) return rule.required === true ? field.#missing() : undefined;
    if (typeof value !== "string" && typeof value !== "number") {
      field.refuse("STRING_TYPE_CONVERT", `Could not interpret "${JSON.stringify(value)}" as string.`);
      return undefined;
    }
    const text = String(value).trim();
    const length = characters(text);
    if (length === 0 && rule.required === true) return field.#missing();
    if (length < min || length > max) {
      if (min > 0) field.refuse("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
      else field.refuse("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
    }
    return text;
  }

  list(
    fields: Fields,
    key: string,
    rule: { readonly min?: number; readonly max: number },
  ): readonly unknown[] {
    const field = this.at(key);
    const value = fields[key];
    const { min = 0, max } = rule;
    if (isAbsent(value)) {
      if (min > 0) field.#missing();
      return [];
    }
    if (!Array.isArray(value)) {
      field.refuse("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
      return [];
    }
    if (value.length < min || value.length > max) {
      if (min > 0) field.refuse("BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
      else field.refuse("BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
    }
    return value;
  }

  integer(fields: Fields, key: string, rule: NumberRule): number | undefined {
    const field = this.at(key);
    const value = fields[key];
    if (isAbsent(value)) return rule.required === true ? field.#missing() : undefined;
    const number = typeof value === "number" ? value : Number.NaN;
    if (!Number.isInteger(number)) {
      field.refuse("NUMBER_TYPE_COERCE", `Value "${JSON.stringify(value)}" is not int.`);
      return undefined;
    }
    if (number < rule.min)
      field.refuse("NUMBER_TYPE_MIN", `int value should be greater than or equal to ${rule.min}.`);
    if (number > rule.max)
      field.refuse("NUMBER_TYPE_MAX", `int value should be less than or equal to ${rule.max}.`);
    return number;
  }

  /** An unknown choice has to be distinguished, so absent and refused values are both `undefined`. */
  oneOf<T extends number | string>(fields: Fields, key: string, allowed: readonly T[]): T | undefined {
    const value = fields[key];
    const found = allowed.find((choice) => choice === value);
    if (found !== undefined) return found;
    if (isAbsent(value)) this.at(key).#missing();
    else this.at(key).refuse("BASE_TYPE_CHOICES", `Value must be one of {${allowed.join(", ")}}.`);
    return undefined;
  }

  flag(fields: Fields, key: string): void {
    const value = fields[key];
    if (!isAbsent(value) && typeof value !== "boolean")
      this.at(key).refuse("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
  }

  url(fields: Fields, key: string, schemes: readonly string[]): void {
    const value = fields[key];
    if (isAbsent(value)) return;
    const field = this.at(key);
    const parsed = typeof value === "string" ? URL.parse(value) : null;
    if (typeof value === "string" && value.length > 2_048)
      field.refuse("BASE_TYPE_MAX_LENGTH", "Must be 2048 or fewer in length.");
    else if (parsed === null) field.refuse("URL_TYPE_INVALID_URL", "Not a well formed URL.");
    else if (!schemes.includes(parsed.protocol.slice(0, -1)))
      field.refuse(
        "URL_TYPE_INVALID_SCHEME",
        `Scheme "${parsed.protocol.slice(0, -1)}" is not supported. Scheme must be one of (${schemes.map((scheme) => `'${scheme}'`).join(", ")}).`,
      );
    else if (parsed.hostname === "" && parsed.protocol.startsWith("http"))
      field.refuse("URL_TYPE_INVALID_URL", "Not a well formed URL.");
  }

  /** @throws DiscordApiError 50035 with every problem so far. */
  finish(): void {
    if (this.#problems.length === 0) return;
    const errors: Record<string, unknown> = {};
    for (const problem of this.#problems) attach(errors, problem);
    throw new DiscordApiError(400, {
      message: "Invalid Form Body",
      code: RESTJSONErrorCodes.InvalidFormBodyOrContentType,
      errors,
    });
  }

  #missing(): undefined {
    this.refuse("BASE_TYPE_REQUIRED", "This field is required");
    return undefined;
  }
}

/** Discord counts characters, not the halves of surrogate pairs. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For comparing and quoting what should be text or a number but may be anything. */
export function plain(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** What is an object in the tree was put there by `attach`. */
function isNode(value: unknown): value is Record<string, unknown> {
  return isFields(value);
}

function attach(errors: Record<string, unknown>, { path, code, message }: Problem): void {
  let node = errors;
  for (const key of path) {
    const next = node[key];
    if (isNode(next)) node = next;
    else node = node[key] = {};
  }
  const listed = Array.isArray(node["_errors"]) ? node["_errors"] : [];
  node["_errors"] = [...listed, { code, message }];
}
