import { createHash } from "node:crypto";
import { LruMap } from "../lru-map.ts";

/** Names of statements that come again and again: the server parses and plans them once per connection. */
export interface StatementNames {
  /** `undefined`: to be sent without a name. */
  of(text: string): string | undefined;
  /**
   * Whether a named statement failed only because of its name. Nothing was run, the text can be sent again, and its name
   * isn't used any more.
   */
  failed(name: string, error: unknown): boolean;
}

/** The server keeps each, for each connection. */
const maxNamed = 200;
const namedFrom = 3;
const maxCounted = 500;
/** Long lists of values rarely come again in the same length. */
const maxLength = 4_000;

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const uses = new LruMap<string, { readonly count: number }>({ maxSize: maxCounted });
  let version = 0;
  let isOff = false;

  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || isOff || names.size >= maxNamed || text.length > maxLength) return known;
      const count = (uses.get(text)?.count ?? 0) + 1;
      uses.set(text, { count });
      if (count < namedFrom) return undefined;
      uses.delete(text);
      // By the text, so that a name never stands for another one, even where a pooler shares connections.
      const name = `${createHash("sha256").update(text).digest("base64url").slice(0, 24)}_${version}`;
      names.set(text, name);
      return name;
    },

    failed(name, error) {
      const why = classifyNameFailure(error);
      if (why === undefined) return false;
      // Others that were under way fail in the same way.
      if (why === "outdated" && !name.endsWith(`_${version}`)) return true;
      names.clear();
      version += 1;
      isOff ||= why === "shared";
      return true;
    },
  };
}

/**
 * `shared`: a pooler hands a connection to others between two statements. `outdated`: a newer version of the bot added a
 * column to a table.
 */
const nameFailures: Readonly<Record<string, "shared" | "outdated">> = {
  "26000": "shared",
  "42P05": "shared",
  "0A000": "outdated",
};

function classifyNameFailure(error: unknown): "shared" | "outdated" | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? nameFailures[code] : undefined;
}
