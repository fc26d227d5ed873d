import type { Outcome, Person, SeenMessage } from "../playground/discord/index.ts";
import { between, pick, type Random } from "../playground/service/random.ts";
import { shown } from "../test/support/replies.ts";

/** Someone at the café with the bot; each call is one interaction. */
export interface Visitor {
  readonly random: Random;
  /** A name of someone who works there. */
  readonly colleague: string;
  run(path: string, options?: Readonly<Record<string, string>>): Promise<SeenMessage>;
  press(message: SeenMessage, label: string): Promise<SeenMessage>;
  /** One interaction for each further letter. */
  type(path: string, option: string, text: string): Promise<void>;
}

export interface Visit {
  readonly name: string;
  /** How often it comes beside the others. */
  readonly weight: number;
  readonly byManagers?: boolean;
  readonly go: (visitor: Visitor) => Promise<void>;
}

const items = [
  "Flat white",
  "Cinnamon bun",
  "Oat latte",
  "Cheese toastie",
  "Earl Grey",
  "Carrot cake",
] as const;

/** What people do on a morning. */
export const visits: readonly Visit[] = [
  {
    name: "log an order",
    weight: 30,
    async go(visitor) {
      const { random, colleague } = visitor;
      const item = pick(random, items);
      await visitor.type("order create", "items", item.slice(0, between(random, 2, 4)));
      await visitor.type("order create", "customer", colleague.slice(0, between(random, 1, 3)));
      const preview = await visitor.run("order create", { items: item, customer: colleague });
      await visitor.press(preview, random() < 0.9 ? "Log order" : "Not now");
    },
  },
  {
    name: "look for orders, and turn pages",
    weight: 25,
    async go(visitor) {
      const filtered = visitor.random() < 0.4;
      const options = filtered
        ? { status: pick(visitor.random, ["preparing", "completed", "submitted"]) }
        : {};
      await turnPages(await visitor.run("order search", options), ["Next", "Previous", "Reload"], visitor);
    },
  },
  {
    name: "see one's assignments",
    weight: 15,
    async go(visitor) {
      await turnPages(await visitor.run("assignments"), ["Next", "Reload"], visitor);
    },
  },
  {
    name: "see one's activity",
    weight: 12,
    async go(visitor) {
      await turnPages(await visitor.run("activity view"), ["Next", "Previous"], visitor);
    },
  },
  {
    name: "see the calendar",
    weight: 12,
    async go(visitor) {
      await turnPages(await visitor.run("calendar"), ["Later", "Earlier", "Reload"], visitor);
    },
  },
  {
    name: "find a post, and keep it",
    weight: 6,
    byManagers: true,
    async go(visitor) {
      await visitor.type("post-delete", "post", "winter".slice(0, between(visitor.random, 2, 6)));
      await visitor.press(await visitor.run("post-delete", { post: "Winter menu is here" }), "Keep it");
    },
  },
];

/** Up to twice, with whichever of the buttons can be pressed. */
async function turnPages(
  first: SeenMessage,
  labels: readonly [string, ...string[]],
  visitor: Visitor,
): Promise<void> {
  let page = first;
  for (let turns = between(visitor.random, 0, 2); turns > 0; turns--) {
    const label = pick(visitor.random, labels);
    const button = page.buttons.find((each) => each.label === label);
    if (button !== undefined && !button.disabled) page = await visitor.press(page, label);
  }
}

export interface Counting {
  /** Before every interaction. */
  readonly beforeEach: () => void;
  /** After every one, with what the person got to read. */
  readonly afterEach: (read: string) => void;
}

export function visitorFor(
  person: Person,
  colleague: string,
  random: Random,
  { beforeEach, afterEach }: Counting,
): Visitor {
  const read = async (asking: () => Promise<Outcome>): Promise<SeenMessage> => {
    beforeEach();
    const message = shown(await asking());
    // Errors of a button come in a message of their own.
    afterEach(`${message.text}\n${person.read().at(-1)?.text ?? ""}`);
    return message;
  };
  return {
    random,
    colleague,
    run: (path, options = {}) => read(() => person.run(path, options)),
    press: (message, label) => read(() => person.press(message, label)),
    async type(path, option, text) {
      for (let length = 1; length <= text.length; length++) {
        beforeEach();
        const value = text.slice(0, length);
        const choices = await person.suggest(path, {}, { name: option, value });
        afterEach(choices.map(({ name }) => name).join("\n"));
      }
    },
  };
}
