import type { z } from "zod";

/** The parameter names in a path template: `"/a/{x}/b/{y}"` gives `"x" | "y"`. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

/** One row of the contract: everything the client and the emulator need to know about an operation. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE";
  /** Relative to the base address, with parameters in braces. */
  readonly path: `/${string}`;
  readonly params: z.ZodObject;
  /** Named as in this program; the client translates to the configured names. */
  readonly query?: z.ZodObject;
  /** For reads: query values that only add to the response, and are dropped if the service rejects them. */
  readonly extraQuery?: readonly string[];
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** The longest response accepted; 1 MiB by default. */
  readonly maxBytes?: number;
  /** True only if sending the request twice is known to have the same effect as sending it once. */
  readonly retryable: boolean;
  /** For reads: how long the response may be reused without asking again. */
  readonly cacheMs?: number;
  /** For reads: how long suggestions may use the response, even after a write invalidated it; `cacheMs` by default. */
  readonly swrMs?: number;
  /** For writes: the reads whose cached responses become invalid. */
  readonly invalidates?: readonly string[];
}

export type Contract = Readonly<Record<string, Endpoint>>;

/** Whether an operation only reads; all others change something. */
export const isRead = ({ method }: Pick<Endpoint, "method">): boolean => method === "GET";

type Part<E, Key extends string> = E extends { readonly [K in Key]: infer S extends z.ZodType }
  ? { readonly [K in Key]: z.input<S> }
  : unknown;

/** What a caller passes in. */
export type Input<E extends Endpoint> = Part<E, "params"> & Part<E, "query"> & Part<E, "body">;
/** What a caller gets back. */
export type Output<E extends Endpoint> = z.output<E["response"]>;

type ParsedPart<E, Key extends string> = E extends { readonly [K in Key]: infer S extends z.ZodType }
  ? { readonly [K in Key]: z.output<S> }
  : unknown;
/** What a server has after validation. */
export type ParsedInput<E extends Endpoint> = ParsedPart<E, "params"> &
  ParsedPart<E, "query"> &
  ParsedPart<E, "body">;

/** Fails to compile if a path names a parameter that its `params` schema lacks. */
interface ParamsMatchPath<E extends Endpoint> {
  readonly params: z.ZodObject<Record<PathParam<E["path"]>, z.ZodType>>;
}

/** Fails to compile if a write invalidates something that isn't a cached read. */
interface InvalidatesReads<C> {
  readonly invalidates?: readonly ReadName<C>[];
}
export type ReadName<C> = {
  [Name in keyof C]: C[Name] extends { readonly cacheMs: number } ? Name : never;
}[keyof C];

export function defineContract<const C extends Contract>(
  contract: C & { readonly [K in keyof C]: ParamsMatchPath<C[K]> & InvalidatesReads<C> },
): C {
  return contract;
}

export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}
