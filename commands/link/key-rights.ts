import type { CallOptions, ReadApi } from "../../src/api/client.ts";
import {
  aboutPerson,
  isReachable,
  judge,
  probe,
  type Probed,
  type ProbedRead,
  probedReads,
} from "../../src/api/probe.ts";
import type { AppContext } from "../../src/context.ts";
import { type Finding, isInDoubt, secondLookMs, updateCapabilities } from "../../src/domain/capabilities.ts";
import { readNames } from "../../src/error-text.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { weekMs } from "../../src/time.ts";
import { joinParts } from "../../src/ui/lines.ts";

/** Whether a key may use an operation; `untried` without anyone to try it with, `unreachable` without its workspace. */
type Right = "can" | "cannot" | "absent" | "unknown" | "untried" | "unreachable";

/** What a key may read. */
export type KeyRights = readonly { readonly read: ProbedRead; readonly right: Right }[];

/** What is tried of a stored key. */
export const rightReads = probedReads;

interface Trial {
  readonly link: GuildLink;
  readonly api: ReadApi;
  /** Of people in the workspace: the second is for what is refused with the first. */
  readonly userIds: readonly string[];
  /** Whether someone asked for just that: one look then takes away what isn't about a single person. */
  readonly isPressed?: boolean;
}

/**
 * Tries each read of a link's key, and stores what came of it until that is tried again: in a week, or within the hour
 * where something could be read before and can't now. Nothing is stored while the workspace isn't there.
 * @returns one for each, whatever fails
 */
export async function readKeyRights(
  trial: Trial,
  options: CallOptions,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<KeyRights> {
  const { link, isPressed = false } = trial;
  const tried = await Promise.all(
    probedReads.map(async (read) => ({ read, ...(await tryRead(read, trial, options)) })),
  );
  const isThere = isReachable(
    new Map(tried.flatMap(({ read, probed }) => (probed === undefined ? [] : [[read, probed]]))),
  );
  const judged = tried.map(({ read, probed, isConfirmed }) => ({
    read,
    finding: probed && judge(read, probed, isThere),
    isConfirmed,
  }));
  // Every workspace has one.
  if (judged.some(({ read, finding }) => read === "getCalendar" && finding?.state === "absent"))
    return judged.map(({ read }) => ({ read, right: "unreachable" }));

  // A key that can do nothing at all was revoked, or the service is in trouble.
  if (judged.some(({ finding }) => finding?.state === "fits")) {
    const isNew = (read: ProbedRead) => link.capabilities?.reads[read] === undefined;
    const looks = Object.fromEntries(
      judged.flatMap(({ read, finding, isConfirmed }) =>
        finding === undefined ? [] : [[read, { finding, isSure: isConfirmed && (isPressed || isNew(read)) }]],
      ),
    );
    const capabilities = updateCapabilities(link, looks, now());
    const againMs = isInDoubt(capabilities) ? secondLookMs : weekMs;
    await store.guildLinks.learn(link, capabilities, now() + againMs);
  }
  return judged.map(({ read, finding }) => ({
    read,
    right: finding === undefined ? "untried" : rights[finding.state],
  }));
}

interface Try {
  readonly probed: Probed | undefined;
  /** Whether it isn't only about one person. */
  readonly isConfirmed: boolean;
}

/** What is refused with one person is tried with another. */
async function tryRead(
  read: ProbedRead,
  { link: { workspaceId }, api, userIds: [userId, otherId] }: Trial,
  options: CallOptions,
): Promise<Try> {
  const probed = await probe(read, { workspaceId, userId }, api, options);
  if (!aboutPerson.has(read)) return { probed, isConfirmed: true };
  if (probed?.state !== "refused" || otherId === undefined) return { probed, isConfirmed: false };
  const other = await probe(read, { workspaceId, userId: otherId }, api, options);
  if (other === undefined || other.state === "unknown") return { probed, isConfirmed: false };
  return { probed: other, isConfirmed: other.state === "refused" };
}

const rights: Readonly<Record<Finding["state"], Right>> = {
  fits: "can",
  // It was answered, only not in a form that can be read.
  unreadable: "can",
  refused: "cannot",
  absent: "absent",
  unknown: "unknown",
};

const unreachableText =
  "❔ The workspace service says it has no workspace with this id, so I couldn't try the key, and what I knew about it stays as it was. The service may be having trouble: try again in a few minutes.";

/** `✅ Calendar, orders` and a line for whatever else was found. */
export function describeKeyRights(found: KeyRights): string {
  if (found.some(({ right }) => right === "unreachable")) return unreachableText;
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
      "I can't test whether it may also change things.",
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
