import { generateKeyPairSync, sign } from "node:crypto";
import { isFields } from "./body-validator.ts";
import { answerWithinMs, type InteractionClock } from "./pending-interaction.ts";
import type { ApplicationEndpoints, SignedRequest } from "./types.ts";

/** Where the application wants its interactions and events, instead of the gateway; each request is signed. */
export class Endpoints implements ApplicationEndpoints {
  readonly #keys = generateKeyPairSync("ed25519");
  readonly #now: () => number;
  readonly #stretch: InteractionClock["stretch"];
  #interactionsUrl: string | undefined;
  #eventsUrl: string | undefined;

  constructor({ now, stretch }: InteractionClock) {
    this.#now = now;
    this.#stretch = stretch;
  }

  /** As the application's page shows it, in hex. */
  get publicKey(): string {
    const { x = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return Buffer.from(x, "base64url").toString("hex");
  }
  get interactionsUrl(): string | undefined {
    return this.#interactionsUrl;
  }

  sign(payload: unknown, aheadMs = 0): SignedRequest {
    const body = JSON.stringify(payload);
    const timestamp = String(Math.floor((this.#now() + aheadMs) / 1_000));
    const signature = sign(null, Buffer.from(timestamp + body), this.#keys.privateKey).toString("hex");
    return {
      body,
      headers: {
        "content-type": "application/json",
        "x-signature-ed25519": signature,
        "x-signature-timestamp": timestamp,
      },
    };
  }

  async setInteractionsUrl(url: string | undefined): Promise<void> {
    if (url !== undefined) {
      const request = this.sign({ type: 1 });
      const pong = await this.#post(url, request);
      const answer: unknown = await pong.json();
      if (!isFields(answer) || answer["type"] !== 1) throw new Error("the endpoint does not answer a PING");
      await this.#assertChecksSignatures(url, request);
    }
    this.#interactionsUrl = url;
  }

  async setEventsUrl(url: string | undefined): Promise<void> {
    if (url !== undefined) {
      const request = this.sign({ version: 1, application_id: "1", type: 0 });
      const { status } = await this.#post(url, request);
      if (status !== 204) throw new Error(`the endpoint answers a PING with ${status}`);
      await this.#assertChecksSignatures(url, request);
    }
    this.#eventsUrl = url;
  }

  async tell(event: string, data: unknown): Promise<number> {
    if (this.#eventsUrl === undefined) throw new Error("the application has no address for events");
    const timestamp = new Date(this.#now()).toISOString();
    const body = { version: 1, application_id: "1", type: 1, event: { type: event, timestamp, data } };
    return (await this.#post(this.#eventsUrl, this.sign(body))).status;
  }

  /** Posts an interaction. @throws TypeError, or a TimeoutError after 3 s */
  async post(interaction: unknown): Promise<Response> {
    return this.#post(this.#interactionsUrl ?? "", this.sign(interaction));
  }

  async #assertChecksSignatures(url: string, { body, headers }: SignedRequest): Promise<void> {
    const forged = { body, headers: { ...headers, "x-signature-ed25519": "0".repeat(128) } };
    const { status } = await this.#post(url, forged);
    if (status !== 401) throw new Error("the endpoint does not check signatures");
  }

  #post(url: string, { body, headers }: SignedRequest): Promise<Response> {
    const signal = AbortSignal.timeout(this.#stretch(answerWithinMs));
    return fetch(url, { method: "POST", body, headers, signal });
  }
}
