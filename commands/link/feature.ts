import { defineCommandGroup } from "../../src/interactions/define.ts";
import { defineFeature } from "../../src/feature.ts";
import { set } from "./set.ts";
import { status } from "./status.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describeFromTo, formatBoldName, mentionChannel } from "../kit/audit-words.ts";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { forEachLimited, type Job, type JobTools } from "../../src/jobs/job.ts";
import { hasRoom } from "../../src/jobs/look-up-names.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { hourMs, minuteMs } from "../../src/time.ts";
import { readKeyRights } from "./key-rights.ts";

/** Per round: a thousand links take about eight hours, and each takes ten requests or a few more. */
const linksARound = 10;
const linksAtOnce = 2;
/** Until then, other replicas leave a link alone, and so does this one if that failed. */
const againMs = 6 * hourMs;
/** Nobody waits for it, so it only uses requests that nobody else needs. */
const options = { timeoutMs: 10_000, priority: "spare", noCache: true, staleOnError: false } as const;

/** Tries once a week what each link's key can do, so that what was missing comes back by itself. */
export const checkKeys: Job = {
  name: "key-checks",
  schedule: { everyMs: 5 * minuteMs },
  async run(tools) {
    const { store, now } = tools.ctx;
    const links = await store.guildLinks.claimChecks(now(), now() + againMs, linksARound);
    await forEachLimited(links, linksAtOnce, (link) => checkKey(link, tools));
  },
};

/** Never rejects: one link's trouble is no other's. */
async function checkKey(link: GuildLink, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, linkKey } = link;
  try {
    if (!hasRoom(link, "getCalendar", tools)) return;
    const { api } = await tools.resolveWorkspace({ guildId, channelId: guildId, linkKey });
    const people = await ctx.store.accounts.list(guildId, { limit: 2, offset: 0 });
    await readKeyRights({ link, api, userIds: people.map(({ userId }) => userId) }, options, ctx);
  } catch (error) {
    const level = error instanceof ApiError || error instanceof UserError ? "debug" : "warn";
    ctx.log[level]("what a link's key can do could not be tried", { guildId, error });
  }
}

const linkAudit = {
  "link.channel": {
    label: "Choose a channel's workspace",
    done: "Chose a channel's workspace",
    target: "channel",
    say: (is, target) => [
      "made",
      "make",
      `${mentionChannel(target)} use ${formatBoldName(is("after")) ?? "the default workspace"}`,
    ],
  },
  "link.default": {
    label: "Choose the default workspace",
    done: "Chose the default workspace",
    say: (is) => ["made", "make", `${formatWorkspace(is("after"))} the default workspace`],
    brief: (is) => `${formatWorkspace(is("after"))} the default`,
  },
  "link.machines": {
    label: "Choose which ids are machines",
    done: "Chose which ids are machines",
    say: (is) => [
      "changed",
      "change",
      joinParts([`the machines of ${formatWorkspace(is("workspace"))}`, describeFromTo(is, "")], " "),
    ],
    brief: (is) => `the machines of ${formatWorkspace(is("workspace"))}`,
  },
  "link.read-only": {
    label: "Make a link read-only, or allow changes",
    done: "Made a link read-only, or allowed changes",
    say: (is) =>
      is("after") === "read-only"
        ? ["made", "make", `${formatWorkspace(is("workspace"))} read-only`]
        : ["allowed", "allow", `changes in ${formatWorkspace(is("workspace"))} again`],
  },
  "link.remove": {
    label: "Remove a link",
    done: "Removed a link",
    say: (is) =>
      is("everything") === "true"
        ? ["deleted", "delete", "everything about this server"]
        : ["unlinked", "unlink", formatWorkspace(is("before"))],
  },
  "link.rename": {
    label: "Rename a workspace",
    done: "Renamed a workspace",
    say: (is) => [
      "renamed",
      "rename",
      joinParts([formatBoldName(is("before")), formatBoldName(is("after"))], " to "),
    ],
  },
  "link.set": {
    label: "Link a workspace, or replace its key",
    done: "Linked a workspace, or replaced its key",
    say: (is) => {
      const name = formatWorkspace(is("after"));
      const changes =
        is("changes") === undefined
          ? ""
          : is("changes") === "read-only"
            ? ", read-only"
            : ", changes allowed";
      return is("before") === undefined
        ? ["linked", "link", `${name}${changes}`]
        : ["replaced", "replace", `the key of ${name}${changes}`];
    },
  },
} as const satisfies AuditActions;

function formatWorkspace(name: string | undefined): string {
  return formatBoldName(name) ?? "a workspace";
}

const link = defineCommandGroup({
  name: "link",
  description: "Link this server and its channels to workspaces",
  subcommands: [set, status],
});

export const linkFeature = defineFeature({ commands: [link], audit: linkAudit, jobs: [checkKeys] });
