import { setTimeout as sleep } from "node:timers/promises";
import {
  type FailureReason,
  type Outcome,
  type Person,
  PersonError,
  type SeenMessage,
} from "../../../playground/discord/index.ts";
import { between, pick, type Random } from "../../../playground/service/random.ts";

/** Something that someone did, from when to when in milliseconds, and what came of it. */
export interface PersonAction {
  readonly who: string;
  readonly what: string;
  readonly from: number;
  readonly until: number;
  /** `undefined` when the bot gave no answer. */
  readonly text: string | undefined;
  readonly kind: Outcome["kind"] | FailureReason;
}

/** An order of a thing that nobody else ordered. */
export interface Ordered {
  readonly item: string;
  readonly person: Person;
  readonly from: number;
  /** Where it was asked, and answered. */
  readonly messageId: string;
  readonly told: string[];
}

export interface ChaosPeople {
  readonly actions: readonly PersonAction[];
  readonly orders: readonly Ordered[];
  /** Resolves once it has done what it was about at that moment. */
  live(name: string, person: Person, random: Random, untilMs: number): Promise<void>;
}

const reads = ["posts", "calendar", "order search", "taskboard show", "assignments", "help"] as const;
const pauseMs = { least: 150, most: 900 };

/** Until the lease of what was cut off has ended, and some more. */
const againEveryMs = 3_000;
const maxPresses = 30;
const again = "Log order again";

/** @param insists whether people press again until they read what came of an order */
export function createChaosPeople({ insists = false }: { readonly insists?: boolean } = {}): ChaosPeople {
  const actions: PersonAction[] = [];
  const orders: Ordered[] = [];

  /** @param mayBeSilent whether an acknowledgement is answer enough, asked when nothing followed it */
  async function note(
    who: string,
    what: string,
    doing: Promise<Outcome>,
    mayBeSilent: () => boolean = () => false,
  ): Promise<Outcome> {
    const from = performance.now();
    const outcome = await doing;
    const kind = outcome.kind === "failed" ? outcome.reason : outcome.kind;
    const silence = kind === "never-finished" && mayBeSilent() ? "acknowledged" : undefined;
    const text = outcome.kind === "message" || outcome.kind === "updated" ? outcome.message.text : silence;
    actions.push({ who, what, from, until: performance.now(), text, kind });
    return outcome;
  }

  async function look(who: string, person: Person, random: Random): Promise<void> {
    const path = pick(random, reads);
    const outcome = await note(who, path, person.run(path));
    if (outcome.kind !== "message" || random() > 0.3) return;
    const reload = outcome.message.buttons.find(({ label }) => label === "Reload");
    if (reload !== undefined) await note(who, "Reload", person.press(outcome.message, "Reload"));
  }

  async function order(who: string, person: Person, random: Random): Promise<void> {
    const item = `Bun ${who} ${orders.length} ${between(random, 0, 999_999)}`;
    const preview = await note(who, "order create", person.run("order create", { items: item }));
    if (preview.kind !== "message") return;
    const { message } = preview;
    if (!message.buttons.some(({ label }) => label === "Log order")) return;
    const ordered: Ordered = { item, person, from: performance.now(), messageId: message.id, told: [] };
    orders.push(ordered);
    const presses = random() < 0.4 ? 2 : 1;
    // Of two presses, one is only acknowledged while the other is worked on: its person reads the other's answer.
    const pressed = Array.from({ length: presses }, () => {
      const press = async (): Promise<Outcome> => {
        const outcome = await person.press(message, "Log order");
        listen(ordered, outcome);
        return outcome;
      };
      return note(who, "Log order", press(), () => ordered.told.length > 0);
    });
    await Promise.all(pressed);
    if (insists) await pressUntilTold(ordered, who, message);
  }

  async function pressUntilTold(ordered: Ordered, who: string, question: SeenMessage): Promise<void> {
    for (let presses = 0; presses < maxPresses && !isTold(ordered, question.text); presses++) {
      await sleep(againEveryMs);
      if (isTold(ordered, question.text)) break;
      // While the first press is still being worked on, another one changes nothing.
      listen(ordered, await note(who, again, ordered.person.press(question, "Log order"), () => true));
    }
  }

  function listen(ordered: Ordered, outcome: Outcome): void {
    if (outcome.kind === "message" || outcome.kind === "updated") ordered.told.push(outcome.message.text);
  }

  /** The message is no longer the same question. */
  function isTold({ person, messageId }: Ordered, question: string): boolean {
    return person.read().find(({ id }) => id === messageId)?.text !== question;
  }

  async function type(person: Person, random: Random): Promise<void> {
    const value = pick(random, ["", "l", "fla", "bun", "é"]);
    // Nobody hears of suggestions that did not come; the command works without them.
    await person.suggest("order create", {}, { name: "items", value });
  }

  return {
    actions,
    orders,
    async live(name, person, random, untilMs) {
      while (performance.now() < untilMs) {
        const wish = random();
        try {
          if (wish < 0.25) await order(name, person, random);
          else if (wish < 0.4) await type(person, random);
          else await look(name, person, random);
        } catch (error) {
          // A button that changed while the person reached for it.
          if (!(error instanceof PersonError)) throw error;
        }
        await sleep(between(random, pauseMs.least, pauseMs.most));
      }
    },
  };
}
