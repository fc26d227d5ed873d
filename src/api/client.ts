import type { WorkspaceContract } from "./contract/index.ts";
import type { Contract, Input, Output } from "./endpoint.ts";

export interface CallOptions {
  /** Give up, retries included, after this long. */
  readonly budgetMs?: number;
}

export type ApiClient<C extends Contract> = {
  readonly [Name in keyof C]: (input: Input<C[Name]>, options?: CallOptions) => Promise<Output<C[Name]>>;
};

/** The workspace service as one token sees it. */
export type WorkspaceApi = ApiClient<WorkspaceContract>;
