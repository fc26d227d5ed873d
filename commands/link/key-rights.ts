import type { CallOptions, ReadApi } from "../../src/api/client.ts";
import { probe, type ProbedRead, probedReads } from "../../src/api/probe.ts";
import type { AppContext } from "../../src/context.ts";
import { type Finding, updateCapabilities } from "../../src/domain/capabilities.ts";
import { readNames } from "../../src/error-text.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { weekMs } from "../../src/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";

/** Whether a key may use an operation; `untried` without anyone to try it with. */
type Right = "can" | "cannot" | "absent" | "unknown" | "untried";

/** What a key may read. */
export type KeyRights = readonly { readonly read: ProbedRead; readonly right: Right }[];

/** What is tried of a stored key. */
export const rightReads = probedReads;

interface Trial {
  readonly link: GuildLink;
  readonly api: ReadApi;
  /** Of someone in the workspace. */
  readonly userId: string | undefined;
}

/**
 * Tries each read of a link's key once, and stores what came of it until that is tried again in a week.
 * @returns one for each, whatever fails
 */
export async function readKeyRights(
  { link, api, userId }: Trial,
  options: CallOptions,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<KeyRights> {
  const target = { workspaceId: link.workspaceId, userId };
  const tried = await Promise.all(
    probedReads.map(async (read) => ({ read, finding: await probe(read, target, api, options) })),
  );
  const found = Object.fromEntries(tried.flatMap(({ read, finding }) => (finding ? [[read, finding]] : [])));
  // A key that can do nothing at all was revoked, or the service is in trouble.
  if (tried.some(({ finding }) => finding?.state === "fits"))
    await store.guildLinks.learn(link, updateCapabilities(link, found, now()), now() + weekMs);
  return tried.map(({ read, finding }) => ({
    read,
    right: finding === undefined ? "untried" : rights[finding.state],
  }));
}

const rights: Readonly<Record<Finding["state"], Right>> = {
  fits: "can",
  // It was answered, only not in a form that can be read.
  unreadable: "can",
  refused: "cannot",
  absent: "absent",
  unknown: "unknown",
};

/** `✅ Calendar, orders` and a line for whatever else was found. */
export function describeKeyRights(found: KeyRights): string {
  const line = (right: Right, before: string, after = "") => {
    const names = found.filter((each) => each.right === right).map(({ read }) => readNames[read]);
    return names.length > 0 && `${before}${names.join(", ")}${after}`;
  };
  return joinParts(
    [
      line("can", "✅ Can read: "),
      line("cannot", "❌ Can't read: ", ". Someone who manages the workspace can allow it."),
      line("absent", "➖ Not in this workspace: "),
      line("unknown", "❔ No answer, so I don't know: "),
      line("untried", "❔ Not tried, since nobody is connected yet: "),
      subtext("Changes can't be tried."),
    ],
    "\n",
  );
}

/** What a key can't read, as in `orders, posts`; `undefined` if that is nothing. Few keys may read bans. */
export function listRefused(found: KeyRights): string | undefined {
  const refused = found.filter(({ read, right }) => right === "cannot" && read !== "listBanComments");
  return refused.length === 0 ? undefined : refused.map(({ read }) => readNames[read]).join(", ");
}

const ofTaskboard: readonly ProbedRead[] = ["getTaskboard", "listTaskboardBoards", "listTaskboardActions"];

/** The same without a task board that isn't used here. */
export function withoutUnused(found: KeyRights): KeyRights {
  const isUsed = found.some(({ read, right }) => read === "getTaskboard" && right === "can");
  return isUsed ? found : found.filter(({ read }) => !ofTaskboard.includes(read));
}

/** The same in a few words. */
export function describeLimits(found: KeyRights): string | undefined {
  const refused = listRefused(found);
  return refused === undefined ? undefined : `⚠️ The key can't read: ${refused}`;
}
