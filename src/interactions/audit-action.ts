/** An entry's details at a path, as text; `undefined` if there's nothing. */
export interface Facts {
  (...path: readonly string[]): string | undefined;
  /** A list of texts at a path. */
  list(name: string): readonly string[];
}

/** What someone did or tried to do, and the object: `gave`, `give`, `@Nora 45 min`. */
export type Sentence = readonly [did: string, todo: string, what: string];

/** `person` names a workspace user by id. */
export interface SentenceNames {
  readonly person: (userId: string | undefined) => string;
}

type Write<Result> = (facts: Facts, target: string | undefined, names: SentenceNames) => Result;

/** What the audit log says of one kind of action. */
export interface AuditAction {
  /** The attempted action, whatever its outcome. */
  readonly label: string;
  /** The same once it's done. */
  readonly done: string;
  /** What its target is: a role or channel, which the sentence names, or a workspace user. */
  readonly target?: "role" | "channel" | "user";
  /** `before` and `after` are written by the bot, with mentions, and are shown with the sentence. */
  readonly describesChange?: true;
  /** Of what was added or removed, all but what the sentence names; `undefined` if the details don't say it. */
  readonly describeRest?: (detail: unknown) => string | undefined;
  readonly say: Write<Sentence>;
  /** The object for one line on a phone, where the sentence's doesn't fit; texts are short then. */
  readonly brief?: Write<string>;
}

/** By action. */
export type AuditActions = Readonly<Record<string, AuditAction>>;
