import type { z } from "zod";

/** The names in a path template: `"/a/{x}/b/{y}"` gives `"x" | "y"`. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

/** One row of the contract: all that the client and the emulator need to know about an operation. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE";
  /** Relative to the base address, parameters in braces. */
  readonly path: `/${string}`;
  readonly params: z.ZodObject;
  /** Names as this program uses them; the client translates them to the configured ones. */
  readonly query?: z.ZodObject;
  /** Of a read: query values that only add to its answer, and are left out where the service refuses them. */
  readonly extraQuery?: readonly string[];
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** The longest answer that is read; 1 MiB when left out. */
  readonly maxBytes?: number;
  /** True only when sending the request twice is known to leave the service as sending it once would. */
  readonly retryable: boolean;
  /** Of a read: for how long its answer may be given again without asking. */
  readonly cacheMs?: number;
  /** Of a read: for how long suggestions may be made of its answer, also of one that a write made untrue; else as `cacheMs`. */
  readonly swrMs?: number;
  /** Of a write: the reads whose kept answers it makes untrue. */
  readonly invalidates?: readonly string[];
}

export type Contract = Readonly<Record<string, Endpoint>>;

type Part<E, Key extends string> = E extends { readonly [K in Key]: infer S extends z.ZodType }
  ? { readonly [K in Key]: z.input<S> }
  : unknown;

/** What a caller hands over. */
export type Input<E extends Endpoint> = Part<E, "params"> & Part<E, "query"> & Part<E, "body">;
/** What a caller gets. */
export type Output<E extends Endpoint> = z.output<E["response"]>;

type ParsedPart<E, Key extends string> = E extends { readonly [K in Key]: infer S extends z.ZodType }
  ? { readonly [K in Key]: z.output<S> }
  : unknown;
/** What a server has in hand after validation. */
export type ParsedInput<E extends Endpoint> = ParsedPart<E, "params"> &
  ParsedPart<E, "query"> &
  ParsedPart<E, "body">;

/** Fails to compile when a path names a parameter that its `params` schema lacks. */
interface ParamsMatchPath<E extends Endpoint> {
  readonly params: z.ZodObject<Record<PathParam<E["path"]>, z.ZodType>>;
}

/** Fails to compile when a write empties what is no read with a lifetime. */
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
