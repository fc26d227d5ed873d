import type { z } from "zod";
import { MisuseError } from "../../src/errors.ts";
import {
  getChosenChannelId,
  getChosenRole,
  defineButton,
  defineSelect,
  outdatedComponentText,
} from "../../src/interactions/components.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { parseZone } from "../../src/domain/zones.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { promptRole, setConfirmation } from "../access/index.ts";
import { chooseAuditChannel } from "../audit/index.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import {
  readGuildWorkspaces,
  defineLinkForm,
  linkWorkspace,
  renderNotStored,
  rightReads,
} from "../link/index.ts";
import { postLostCards } from "../account/index.ts";
import { chooseChannel, chooseZone, defineZoneForm } from "../settings/index.ts";
import { packConfirmation, promptPack } from "./add-pack.ts";
import { PackName, createSetupButton, setupIds, Step } from "../kit/setup-ids.ts";
import { showSetup } from "./panel.ts";

const admins = { access: "admin", needs: "guild" } as const;

const show = defineButton({
  id: setupIds.show,
  ...admins,
  ack: "update",
  run: ({ step }, ctx, { locale }) => showSetup({ locale, step: step === "" ? undefined : step }, ctx),
});

const go = defineSelect({
  id: setupIds.go,
  ...admins,
  ack: "update",
  run: async (_ids, ctx, { values, locale }) => showSetup({ locale, step: readChosen(Step, values) }, ctx),
});

/** @throws MisuseError for what isn't offered */
function readChosen<T>(offered: z.ZodType<T>, [value]: readonly string[]): T {
  const chosen = offered.safeParse(value);
  if (chosen.success) return chosen.data;
  throw new MisuseError(outdatedComponentText);
}

const linkForm = defineLinkForm({
  name: "setup.link",
  command: "setup",
  replacesMessage: true,
  async respond(input, ctx) {
    await linkWorkspace(input, ctx);
    return showSetup({ done: "✅ The key is accepted and stored encrypted." }, ctx);
  },
  refusal: renderRefusal,
});

/** In place of the setup's message, so with a way back to it. */
function renderRefusal(problem: string, [row, ...others]: readonly Row[]): Reply {
  const back = createSetupButton("Back to setup", "secondary");
  return renderNotStored(
    problem,
    row === undefined
      ? createButtonRow(back)
      : [{ ...row, components: [...row.components, back] }, ...others],
  );
}

const linkButton = defineButton({
  id: setupIds.link,
  ...admins,
  ack: "modal",
  async run(_ids, ctx) {
    const { defaultLink } = await readGuildWorkspaces(ctx);
    return linkForm.open(defaultLink, ctx);
  },
});

const role = defineSelect({
  id: setupIds.role,
  ...admins,
  ack: "update",
  run: async ({ tier: after }, ctx, interaction) =>
    promptRole(
      { role: getChosenRole(interaction), after, setupLocale: interaction.locale },
      interaction,
      ctx,
    ),
});

const channel = defineSelect({
  id: setupIds.channel,
  ...admins,
  ack: "update",
  async run({ setting }, ctx, interaction) {
    const channelId = getChosenChannelId(interaction);
    const { isPublic } =
      setting === "audit"
        ? await chooseAuditChannel(channelId, ctx)
        : await chooseChannel({ name: setting, key: setting }, channelId, ctx);
    if (setting === "managers-channel") await postLostCards(channelId, ctx);
    const warning = `⚠️ Everyone in this server can see <#${channelId}>. Hide it from *@everyone* in its settings, or choose another one.`;
    return showSetup({ locale: interaction.locale, done: isPublic ? warning : undefined }, ctx);
  },
});

const zone = defineSelect({
  id: setupIds.zone,
  ...admins,
  ack: "update",
  async run(_ids, ctx, { values: [chosen = ""], locale }) {
    const after = parseZone(chosen);
    if (after === undefined) throw new MisuseError(outdatedComponentText);
    await chooseZone(after, await readGuildZone(ctx), ctx);
    return showSetup({ locale }, ctx);
  },
});

const zoneForm = defineZoneForm({
  name: "setup.zone",
  command: "setup",
  async respond(zones, ctx) {
    const [after = "", ...others] = zones;
    if (others.length > 0) return showSetup({ step: "zone", zones }, ctx);
    await chooseZone(after, await readGuildZone(ctx), ctx);
    return showSetup({}, ctx);
  },
  refusal: renderRefusal,
});

const findZone = defineButton({
  id: setupIds.findZone,
  ...admins,
  ack: "modal",
  run: (_ids, ctx) => zoneForm.open({ zone: "" }, ctx),
});

const pack = defineSelect({
  id: setupIds.pack,
  ...admins,
  ack: "update",
  run: async (_ids, ctx, { values, locale }) =>
    showSetup({ locale, step: "posts", pack: readChosen(PackName, values) }, ctx),
});

const posts = defineSelect({
  id: setupIds.posts,
  access: "admin",
  needs: "link",
  ack: "update",
  run: async ({ pack: chosen }, ctx, interaction) =>
    promptPack({ pack: chosen, channelId: getChosenChannelId(interaction), locale: interaction.locale }, ctx),
});

/** One message that shows how far the server is set up, and offers what is left. All it knows is read each time. */
export const setup = defineCommand({
  name: "setup",
  description: "Set up this server step by step, and see what works",
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: rightReads,
  components: [
    show,
    go,
    linkButton,
    ...linkForm.components,
    role,
    ...setConfirmation.components,
    channel,
    zone,
    findZone,
    ...zoneForm.components,
    pack,
    posts,
    ...packConfirmation.components,
  ],
  run: ({ interaction: { locale } }, ctx) => showSetup({ locale }, ctx),
});
