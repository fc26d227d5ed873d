import { toStaleReason } from "../../../src/api/errors.ts";
import { describeStaleReason } from "../../../src/error-text.ts";
import { defineButton } from "../../../src/interactions/components.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import { type Formats, toFormatsForOthers } from "../../../src/ui/formats.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { renderContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { definePagedList, createPageButtons } from "../../kit/paged-list.ts";
import { formatStaleLine } from "../../boards/index.ts";
import { findOldestRead, nobodyConnected, readRoles } from "./board.ts";
import { readOnNow } from "./read.ts";
import { renderOnNow } from "./render.ts";

export const onNowId = defineCustomId("board.on-now", {});

const underTeam = { access: "manager", needs: "link" } as const;
/** One page: its button reloads it. */
const onNowPage = definePagedList({
  name: "on-now",
  about: {},
  ...underTeam,
  show: (_asked, ctx, { createCustomId }) => showOnNow(createCustomId, ctx),
});

export const onNowComponents = [
  ...onNowPage.components,
  defineButton({
    id: onNowId,
    ...underTeam,
    ack: "ephemeral",
    run: (_fields, ctx) => onNowPage.show({ page: 0 }, ctx),
  }),
];

const maxLength = 3_600;

async function showOnNow(createCustomId: (page: number) => string, ctx: LinkedContext): Promise<Reply> {
  const { people, failure } = await readOnNow({ ctx, link: ctx.link, api: ctx.api });
  if (people.length === 0)
    return { embeds: [createEmbed({ title: "On now", description: nobodyConnected, tone: "over" })] };
  const asOf = findOldestRead(people);
  const view = { people, maxLength, ...(await readRoles(ctx.guildId, people, ctx)) };
  const reason = failure && describeStaleReason(toStaleReason(failure, ctx.now()));
  const render = (formats: Formats): Reply => {
    const { embeds = [] } = renderOnNow(view, formats);
    const timestamp = asOf === undefined ? undefined : new Date(asOf).toISOString();
    return {
      ...(reason !== undefined && { content: formatStaleLine(reason, { asOf }) }),
      // Discord shows the time right after it.
      embeds: embeds.map((embed) =>
        timestamp === undefined ? embed : { ...embed, footer: { text: "As of" }, timestamp },
      ),
    };
  };
  const formats = renderContext(ctx);
  return {
    ...render(formats),
    components: createPageButtons({ index: 0, count: 1 }, { before: "", after: "" }, createCustomId),
    share: { renderForOthers: () => render(toFormatsForOthers(formats)) },
  };
}
