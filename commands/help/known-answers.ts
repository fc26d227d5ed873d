import type { AppContext } from "../../src/context.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { Help } from "./render.ts";

/** Far more than there are standings, states of a server and pages; page numbers come from outside. */
const mostKept = 200;

/** What help depends on; the groups of commands follow from the standing. */
export type Asked = Omit<Help, "groups">;
type CommandMention = AppContext["commandMention"];

/**
 * Renders help once for all who are to see the same: it is about a standing and the state of a server, and about no
 * person and no moment. Each bot has answers of its own, as the ids of its commands are.
 */
export function createKnownAnswers(): (
  asked: Asked,
  commandMention: CommandMention,
  render: () => Answer,
) => Answer {
  const answersOf = new WeakMap<CommandMention, Map<string, Answer>>();
  return (asked, commandMention, render) => {
    const known = answersOf.get(commandMention) ?? new Map<string, Answer>();
    answersOf.set(commandMention, known);
    const key = keyOf(asked, commandMention);
    const answer = known.get(key) ?? render();
    if (known.size >= mostKept) known.clear();
    known.set(key, answer);
    return answer;
  };
}

/** Commands get their ids all at once after the start, so one of them tells for all. */
function keyOf({ standing, isLinked, steps, page }: Asked, commandMention: CommandMention): string {
  const { tier, managesServer } = standing;
  return [tier, managesServer, isLinked, ...Object.values(steps ?? {}), page, commandMention("help")].join(
    " ",
  );
}
