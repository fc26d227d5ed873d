import type { CallOptions, RawInput, WorkspaceApi } from "./client.ts";
import type { Asked, Connection } from "./connection.ts";
import { contract, type OperationName } from "./contract/index.ts";
import type { Endpoint } from "./endpoint.ts";

export const rows = Object.entries(contract) as readonly [OperationName, Endpoint][];

/**
 * Makes the service as one connection sees it. The operations are methods of all connections: functions of its own for
 * each of them, and there may be thousands, would be most of what a connection takes.
 */
export function defineOperations(
  perform: (asked: Asked, options?: CallOptions) => Promise<unknown>,
): (connection: Connection) => WorkspaceApi {
  class Operations {
    readonly #connection: Connection;

    constructor(connection: Connection) {
      this.#connection = connection;
    }

    static connectionOf(operations: Operations): Connection {
      return operations.#connection;
    }
  }
  for (const [operation, endpoint] of rows) {
    Object.defineProperty(Operations.prototype, operation, {
      value(this: Operations, input: RawInput, options?: CallOptions) {
        return perform({ connection: Operations.connectionOf(this), operation, endpoint, input }, options);
      },
    });
  }
  // It has a method for each row of the contract, which the compiler does not see being added.
  return (connection) => new Operations(connection) as unknown as WorkspaceApi;
}
