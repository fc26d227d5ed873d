import { z } from "zod";
import { paginate } from "../../src/domain/lists.ts";
import { UserError } from "../../src/errors.ts";
import { canUseForOthers } from "../../src/interactions/access.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { renderRequestList } from "./render.ts";
import { createWithdrawRowFor } from "./card.ts";
import { time } from "./time.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { requestAudit } from "./audit.ts";
import { timeRequests, waitingTimeRequests } from "./job.ts";
import { timeRequest } from "./kind.ts";
import { requestsSetting } from "./setting.ts";
import type { TimeRequest } from "./store.ts";

const whoseOptions = ["mine", "everyone"] as const;
const requestsAPage = 10;
const maxListed = 200;

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
    const all =
      whose === "mine"
        ? await store.timeRequests.listByMember(guildId, invoker.discordUserId, maxListed)
        : await store.timeRequests.listUndecided(guildId, maxListed);
    const page = paginate(all, asked, requestsAPage);
    const open = all.filter(({ state }) => state === "open");
    const other = whose === "mine" ? "everyone" : "mine";
    const otherButton = createButton({
      customId: createCustomId(0, { whose: other }),
      label: other === "mine" ? "Show mine" : "Show everyone's",
    });
    const more = canUseForOthers(invoker) ? [otherButton] : [];
    const gone = whose === "everyone" ? await findGoneChannels(page.entries, ctx) : new Set<string>();
    const channelId = await store.guildSettings.get(guildId, "time-requests-channel");
    const mayMove = channelId !== undefined && gone.has(channelId);
    const view = { whose, page, open: open.length, gone, mayMove, createCustomId, more };
    const list = renderRequestList(view, renderContext(ctx));
    const own = open.filter(({ discordUserId }) => discordUserId === invoker.discordUserId);
    return { ...list, components: [...(list.components ?? []), ...createWithdrawRowFor(own, ctx.dateStyle)] };
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

export const request = defineCommandGroup({
  name: "request",
  description: "Ask for time the workspace didn't count",
  subcommands: [time, list],
});

/** By then members know the decision; undecided requests expire long before. */
const timeRequestTtlMs = 30 * dayMs;

export const requestFeature = defineFeature({
  commands: [request],
  audit: requestAudit,
  settings: [requestsSetting],
  jobs: [timeRequests],
  purposes: [...timeRequest.purposes, waitingTimeRequests],
  removals: [({ store, now }) => store.timeRequests.removeBefore(now() - timeRequestTtlMs)],
});
