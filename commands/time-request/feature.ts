import { z } from "zod";
import { findPage } from "../../src/domain/lists.ts";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { listWorkspaceNames } from "../../src/interactions/dispatch/workspace.ts";
import { renderRequestList } from "./render.ts";
import { createWithdrawRowFor } from "./card.ts";
import { time } from "./time.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { timeRequests, waitingTimeRequests } from "./job.ts";
import { readRequestsChannel, timeRequest } from "./kind.ts";
import { createTimeRequests, type TimeRequest } from "./store.ts";
import { replaceIn } from "../../src/store/store.ts";
import type { AuditActions, Facts } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { mentionChannel, mentionMember, shorten } from "../kit/audit-words.ts";
import { defineChannelSetting, renderNoRequestsChannel, renderRequestsChannel } from "../settings/index.ts";

const requestsSetting = defineChannelSetting({
  name: "requests",
  label: "Requests for time",
  rank: 1.2,
  key: "time-requests-channel",
  texts: {
    none: "off, so staff can't ask for time",
    gone: "their channel was deleted, so nobody can ask",
  },
  question: "Where do staff ask for time?",
  describe: (channelId) =>
    channelId === undefined
      ? "Requests for time are off, so staff can't ask for it."
      : `Their requests go to <#${channelId}>.`,
  alreadyOffText: "Requests for time are already off here, so nothing was changed.",
  alreadySetText: (channelId) =>
    `Requests for time already go to <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoRequestsChannel,
  async showSet({ before, ...set }, ctx) {
    const moved = before === undefined ? 0 : await moveCards(before, ctx);
    return renderRequestsChannel({ ...set, moved }, renderContext(ctx));
  },
});

/** Cards stay where they are as long as they can be pressed there. @returns how many are posted again */
async function moveCards(
  before: string,
  { store, guildId, messenger, log, now }: GuildContext,
): Promise<number> {
  try {
    if ((await messenger.missingPermissions(guildId, before)) !== "gone") return 0;
  } catch (error) {
    log.warn("couldn't check a channel", { guildId, channelId: before, error });
    return 0;
  }
  return store.timeRequests.loseCards({ guildId, cardChannelId: before }, now());
}

const requestAudit = {
  "request.approve": {
    label: "Approve a request for time",
    done: "Approved a request for time",
    say: (is) => ["approved", "approve", describeRequest(is)],
    brief: describeBriefly,
  },
  "request.decline": {
    label: "Decline a request for time",
    done: "Declined a request for time",
    say: (is) => ["declined", "decline", describeRequest(is)],
    brief: describeBriefly,
  },
  "request.expire": {
    label: "Let a request for time expire",
    done: "Let a request for time expire",
    say: (is) => ["lost", "lose", `their request for ${describeTimeAsked(is)} because nobody decided`],
    brief: (is) => `a request for ${formatMinutes(is)}`,
  },
  "request.mark-given": {
    label: "Mark a request for time as given",
    done: "Marked a request for time as given",
    say: (is) => ["marked", "mark", `${describeRequest(is)} as given`],
    brief: (is) => `${describeBriefly(is)} as given`,
  },
  "request.reopen": {
    label: "Open a request for time again",
    done: "Opened a request for time again",
    say: (is) => ["opened", "open", `${describeRequest(is)} again`],
    brief: (is) => `${describeBriefly(is)} again`,
  },
  "request.time": {
    label: "Ask for time",
    done: "Asked for time",
    say: (is) => ["asked", "ask", `for ${describeTimeAsked(is)}`],
    brief: (is) => `for ${formatMinutes(is)}`,
  },
  "request.withdraw": {
    label: "Withdraw a request for time",
    done: "Withdrew a request for time",
    say: (is) => ["withdrew", "withdraw", `their request for ${describeTimeAsked(is)}`],
    brief: (is) => `a request for ${formatMinutes(is)}`,
  },
  "settings.requests": {
    label: "Choose the channel for time requests",
    done: "Chose the channel for time requests",
    target: "channel",
    say: (is) =>
      is("after") === undefined
        ? ["stopped", "stop", `time requests in ${mentionChannel(is("before"))}`]
        : ["chose", "choose", `${mentionChannel(is("after"))} for time requests`],
  },
} as const satisfies AuditActions;

function describeRequest(is: Facts): string {
  const [asked, given] = [is("asked"), is("minutes")];
  const other =
    asked !== undefined && asked !== given ? ` (asked for ${formatNumber(Number(asked))} min)` : "";
  return `${mentionMember(is("member"))}'s request for ${describeTimeAsked(is)}${other}`;
}

function describeBriefly(is: Facts): string {
  return `${mentionMember(is("member"))}'s ${formatMinutes(is)}`;
}

function describeTimeAsked(is: Facts): string {
  return joinParts([formatMinutes(is), is("day") && `on ${shorten(is("day"))}`], " ");
}

function formatMinutes(is: Facts): string {
  return `${formatNumber(Number(is("minutes") ?? 0))} min`;
}

const whoseOptions = ["mine", "everyone"] as const;
const requestsAPage = 10;

const requests = definePagedList({
  name: "request.list",
  about: { whose: z.enum(whoseOptions) },
  access: "staff",
  needs: "guild",
  async show({ whose, page: asked }, ctx, { createCustomId }) {
    const { store, guildId, invoker } = ctx;
    if (whose === "everyone" && !canUseForOthers(invoker))
      throw new UserError(
        "Only managers can see other people's requests here. See your own with `/request list`.",
      );
    const { timeRequests: stored } = store;
    const { discordUserId } = invoker;
    const total =
      whose === "mine"
        ? await stored.countByMember(guildId, discordUserId)
        : await stored.countUndecided(guildId);
    const found = findPage(total, asked, requestsAPage);
    const offset = found.index * requestsAPage;
    const entries =
      whose === "mine"
        ? await stored.listByMember(guildId, discordUserId, requestsAPage, offset)
        : await stored.listUndecided(guildId, requestsAPage, offset);
    const page = { entries, ...found };
    const own = await stored.listOpenByMember(guildId, discordUserId);
    const open = whose === "mine" ? own.length : await stored.countUndecided(guildId, ["open"]);
    const other = whose === "mine" ? "everyone" : "mine";
    const otherButton = createButton({
      customId: createCustomId(0, { whose: other }),
      label: other === "mine" ? "Show mine" : "Show everyone's",
    });
    const more = canUseForOthers(invoker) ? [otherButton] : [];
    const gone = whose === "everyone" ? await findGoneChannels(page.entries, ctx) : new Set<string>();
    const channelId = await readRequestsChannel(guildId, ctx);
    const mayMove = channelId !== undefined && gone.has(channelId);
    const mayAsk = channelId !== undefined;
    const workspaces = await listWorkspaceNames(guildId, store);
    const view = { whose, page, workspaces, open, gone, mayAsk, mayMove, createCustomId, more };
    const list = renderRequestList(view, renderContext(ctx));
    const withdraw = createWithdrawRowFor(own, ctx.dateStyle, workspaces);
    return { ...list, components: [...(list.components ?? []), ...withdraw] };
  },
});

/** Which channels of these requests' cards were deleted. One that Discord says nothing about counts as there. */
async function findGoneChannels(
  listed: readonly TimeRequest[],
  { messenger, guildId, log }: GuildContext,
): Promise<ReadonlySet<string>> {
  const channelIds = new Set(listed.flatMap(({ cardChannelId }) => cardChannelId ?? []));
  const found = await Promise.all(
    [...channelIds].map(async (channelId) => {
      try {
        return (await messenger.missingPermissions(guildId, channelId)) === "gone" ? [channelId] : [];
      } catch (error) {
        log.info("couldn't check the channel of requests", { guildId, channelId, error });
        return [];
      }
    }),
  );
  return new Set(found.flat());
}

const list = defineSubcommand({
  name: "list",
  description: "See your requests for time; managers see all open ones",
  access: "staff",
  purpose: "see requests for time",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [...requests.components, timeRequest.withdrawButton],
  run: (_asked, ctx) =>
    requests.show({ whose: canUseForOthers(ctx.invoker) ? "everyone" : "mine", page: 0 }, ctx),
});

const request = defineCommandGroup({
  name: "request",
  description: "Ask for time the workspace didn't count",
  subcommands: [time, list],
});

/** By then members know the decision; open requests expire long before. */
const timeRequestTtlMs = 30 * dayMs;

export const requestFeature = defineFeature({
  commands: [request],
  audit: requestAudit,
  settings: [requestsSetting],
  createStores({ db, aloneInGuild, isServed, eraseAfter }) {
    const own = createTimeRequests(db, aloneInGuild, isServed);
    return {
      timeRequests: replaceIn(own, {
        removeByMember: (guildId, discordUserId) => eraseAfter(own.removeByMember(guildId, discordUserId)),
      }),
    };
  },
  jobs: [timeRequests],
  purposes: [...timeRequest.purposes, waitingTimeRequests],
  removals: [({ store, now }) => store.timeRequests.removeBefore(now() - timeRequestTtlMs)],
});
