import { plain } from "./body-validator.ts";

type Fields = Readonly<Record<string, unknown>>;

const rememberedForMs = 5 * 60_000;

/**
 * Remembers for a few minutes which message of the bot a nonce made, in whichever channel: Discord says no more than "by the
 * same author", https://docs.discord.com/developers/resources/message#create-message
 */
export class Nonces {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly messageId: string; readonly untilMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The message that this request made before, if its nonce is enforced. */
  madeBy({ nonce, enforce_nonce: enforced }: Fields): string | undefined {
    if (enforced !== true || nonce === undefined) return undefined;
    const known = this.#known.get(plain(nonce));
    return known !== undefined && known.untilMs > this.#now() ? known.messageId : undefined;
  }

  remember({ nonce }: Fields, messageId: string): void {
    if (nonce === undefined) return;
    this.#known.set(plain(nonce), { messageId, untilMs: this.#now() + rememberedForMs });
  }
}
