import type { OperationName, WorkspaceContract } from "./contract/index.ts";
import type { Endpoint, ReadName } from "./endpoint.ts";
import type { RawInput } from "./client.ts";

export type WorkspaceReadName = ReadName<WorkspaceContract>;

/** One link of a guild, as long as its key stays the same. */
export interface Connection {
  /** Of this connection alone: what is kept of another one, even of the same link, never has it. */
  readonly id: number;
  readonly workspaceId: string;
  readonly token: string;
  /** Of a key that somebody is about to link and nobody knows yet. */
  readonly isTrial: boolean;
  /** False once its link or key was given up; what it reads then is not kept. */
  current: boolean;
}

/** One call on a connection. */
export interface Asked {
  readonly connection: Connection;
  readonly operation: OperationName;
  readonly endpoint: Endpoint;
  readonly input: RawInput;
}

export function familyOf({ id }: Connection, operation: string): string {
  return `${id} ${operation}`;
}

/** The same for the same question, in whatever order its parts were given. */
export function keyOf({ connection, operation, endpoint, input }: Asked): string {
  return `${familyOf(connection, operation)} ${JSON.stringify([
    valuesOf(endpoint.params.shape, input.params),
    valuesOf(endpoint.query?.shape ?? {}, input.query),
  ])}`;
}

function valuesOf(shape: object, given: unknown): readonly unknown[] {
  const values = new Map<string, unknown>(Object.entries(given ?? {}));
  return Object.keys(shape).map((name) => values.get(name));
}
