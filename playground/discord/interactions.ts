import { randomBytes } from "node:crypto";
import type { APIModalInteractionResponseCallbackData } from "discord-api-types/v10";
import { invalidWebhookToken, unknownInteraction, unknownWebhook } from "./api-error.ts";
import { type InteractionClock, type InteractionFacts, OpenInteraction } from "./pending-interaction.ts";

/** A modal that a person has open. */
export interface OpenForm {
  readonly opener: OpenInteraction;
  readonly modal: APIModalInteractionResponseCallbackData;
}

const maxKept = 1_000;

/** Every interaction that was sent, found by id or token. */
export class Interactions {
  readonly #byId = new Map<string, OpenInteraction>();
  readonly #byToken = new Map<string, OpenInteraction>();
  /** Messages that interactions changed, in order of the change. */
  readonly #changes: string[] = [];
  readonly #forms = new Map<string, OpenForm>();
  readonly #seenForms = new Map<string, OpenForm["modal"]>();
  /**
   * A phone shows a modal as it was when that person first saw one with its id, whatever the bot sends:
   * https://github.com/discord/discord-api-docs/issues/7554
   */
  keepsFirstForms = false;
  readonly #clock: InteractionClock;

  constructor(clock: InteractionClock) {
    this.#clock = clock;
  }

  open(facts: Omit<InteractionFacts, "token" | "createdAtMs">): OpenInteraction {
    const token = `aW50ZXJhY3Rpb24${randomBytes(48).toString("base64url")}`;
    const sentAfter = this.#changes.length;
    const isOvertaken = () => this.#changes.indexOf(facts.sourceMessageId ?? "", sentAfter) !== -1;
    const interaction = new OpenInteraction(
      { ...facts, token, createdAtMs: this.#clock.now() },
      this.#clock,
      isOvertaken,
    );
    void this.#noteChange(interaction);
    if (this.#byId.size >= maxKept) this.#forgetOld();
    this.#byId.set(facts.id, interaction);
    this.#byToken.set(token, interaction);
    return interaction;
  }

  async #noteChange(interaction: OpenInteraction): Promise<void> {
    const answer = await interaction.answer;
    if (answer.kind === "updated") this.#changes.push(answer.messageId);
  }

  /** For the callback route. @throws DiscordApiError 10062 */
  toAnswer(id: string, token: string): OpenInteraction {
    const interaction = this.#byId.get(id);
    if (interaction === undefined || interaction.facts.token !== token) throw unknownInteraction();
    return interaction;
  }

  /** For edits and follow-ups. @throws DiscordApiError 10015 or 50027 */
  withToken(token: string): OpenInteraction {
    const interaction = this.#byToken.get(token);
    if (interaction === undefined || interaction.acknowledged === undefined) throw unknownWebhook();
    if (interaction.tokenIsOver) throw invalidWebhookToken();
    return interaction;
  }

  openForm(opener: OpenInteraction, sent: APIModalInteractionResponseCallbackData): OpenForm {
    const key = `${opener.facts.discordUserId} ${sent.custom_id}`;
    const modal = (this.keepsFirstForms && this.#seenForms.get(key)) || sent;
    this.#seenForms.set(key, modal);
    const form = { opener, modal };
    this.#forms.set(opener.facts.id, form);
    return form;
  }
  form(id: string): OpenForm | undefined {
    return this.#forms.get(id);
  }
  closeForm(id: string): void {
    this.#forms.delete(id);
  }

  #forgetOld(): void {
    for (const [id, { tokenIsOver, facts }] of this.#byId) {
      if (!tokenIsOver) continue;
      this.#byId.delete(id);
      this.#byToken.delete(facts.token);
    }
  }

  close(): void {
    for (const interaction of this.#byId.values()) interaction.close();
  }
}
