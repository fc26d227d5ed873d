import type { CallOptions, WorkspaceApi } from "../../api/client.ts";

/** A post may wait longer than a person would. */
const timeoutMs = 30_000;

/** The same service, asked with what people leave over. */
export function withBackgroundPriority(
  api: WorkspaceApi,
  usual: Pick<CallOptions, "cache"> = {},
): WorkspaceApi {
  return new Proxy(api, {
    get(target, name, receiver) {
      // Every property of the client is an operation; the contract's types hold for the one handed out again.
      const operation = Reflect.get(target, name, receiver) as Operation | undefined;
      if (typeof operation !== "function") return operation;
      return (input: object, options?: CallOptions) =>
        operation.call(target, input, { timeoutMs, priority: "background", ...usual, ...options });
    },
  });
}

type Operation = (input: object, options?: CallOptions) => Promise<unknown>;
