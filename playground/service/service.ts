import type { z } from "zod";
import type { OperationName, WorkspaceContract } from "../../src/api/contract/index.ts";
import type { ParsedInput } from "../../src/api/endpoint.ts";
import { newId, type Random } from "./random.ts";
import type { ServiceState, WireUser } from "./state.ts";

/** What an answer has in hand. */
export interface Service {
  readonly state: ServiceState;
  readonly now: () => number;
  readonly random: Random;
  readonly oauthToken: string;
  readonly newId: () => string;
  /** Lets happen what should have happened since the request before. */
  readonly catchUp: () => void;
  readonly findUser: (userId: string) => WireUser | undefined;
}

/** One function for each operation; it changes the state and throws a `Refusal` to say no. */
export type Answers = {
  readonly [Name in OperationName]: (
    input: ParsedInput<WorkspaceContract[Name]>,
    service: Service,
  ) => z.input<WorkspaceContract[Name]["response"]>;
};

export function createService(parts: Omit<Service, "newId">): Service {
  return { ...parts, newId: () => newId(parts.random) };
}
