import { z } from "zod";
import {
  RewardSetting,
  readRefusals,
  readRewardSetting,
  planRewards,
  type RewardPlan,
  rewardReasons,
  type RewardReason,
  type RewardRoles,
} from "./plan.ts";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { tagRow, withWorkspaceName } from "../../src/interactions/dispatch/annotate.ts";
import { listWorkspaceNames } from "../../src/interactions/dispatch/workspace.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { ServerSetting } from "../../src/server-setting.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatObstacleLine } from "../../src/ui/role-obstacle-text.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { createRoleField, readRole } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { createSettingsButton, formatSetting, renderSettingNote } from "../settings/index.ts";
import { formatRewardLines, renderRewards, renderRewardsPreview, renderRewardsReceipt } from "./render.ts";

const chooseId = defineCustomId("settings.rewards.choose", {});
const offId = defineCustomId("settings.rewards.off", {});

/** What can be done about rewards, and the way back. */
function createRewardRow(isOn: boolean): readonly Row[] {
  return createButtonRow(
    createButton({ customId: chooseId.encode({}), label: "Choose roles…" }),
    ...(isOn ? [createButton({ customId: offId.encode({}), label: "Turn off…" })] : []),
    createSettingsButton(),
  );
}

const unchangedText = "Rewards stay as they were. Nobody's roles were changed.";

const Payload = RewardSetting.extend({
  /** The roles until then, of the same workspace. */
  undoTo: RewardSetting.shape.roles.optional(),
  /** The stored setting at the time of the preview, if any; an earlier version didn't store it. */
  seen: z.string().optional(),
});
type Payload = z.output<typeof Payload>;

const rewardsConfirmation = defineConfirmation<Payload, undefined, "link">({
  kind: "settings.rewards",
  access: "admin",
  needs: "link",
  payload: Payload,
  confirm: {
    label: ({ roles }) => (isOff(roles) ? "Turn rewards off" : "Give these roles"),
    destructive: false,
  },
  cancel: {
    label: "Not now",
    sentence: unchangedText,
    reply: async () => renderSettingNote(unchangedText),
  },
  unknownOutcomeText:
    "I couldn't finish, so I don't know whether rewards were changed. Run `/settings` to see.",
  async execute({ linkKey, roles, seen }, ctx) {
    const { guildSettings } = ctx.store;
    if (seen !== undefined && seen !== ((await guildSettings.get(ctx.guildId, "rewards")) ?? ""))
      throw new UserError(
        `Someone changed the rewards after this preview, so nothing was changed. See them in ${ctx.commandMention("settings")}.`,
      );
    await refuseOutOfReach(roles, ctx);
    if (isOff(roles)) await guildSettings.remove(ctx.guildId, "rewards");
    else await guildSettings.set(ctx.guildId, "rewards", JSON.stringify({ linkKey, roles }));
    return undefined;
  },
  outcome: {
    target: () => undefined,
    duplicateText: () => "Rewards were already changed. Nothing was done twice.",
  },
  receipt: (_result, { roles }, ctx) => ({
    ...renderRewardsReceipt(roles, renderContext(ctx)),
    components: createRewardRow(!isOff(roles)),
  }),
  undo: {
    // What was off before has its own button to turn it off.
    isOffered: (_result, { undoTo }) => undoTo !== undefined,
    run: ({ undoTo = {} }, ctx) => promptRewards(undoTo, ctx),
  },
});

const fields = {
  passed: { id: "passed", label: "Passed", description: "For everyone who passed the week" },
  top: { id: "top-three", label: "Top three", description: "For the three with the most minutes" },
  excused: { id: "excused", label: "Excused", description: "For everyone who was excused" },
} as const satisfies Readonly<Record<RewardReason, unknown>>;

const rewardsForm = defineDraftForm<RewardRoles, RewardRoles, "link">({
  name: "settings.rewards",
  command: "settings",
  access: "admin",
  needs: "link",
  replacesMessage: true,
  typed: RewardSetting.shape.roles,
  modal: (roles) => ({
    title: "Roles for a week",
    components: rewardReasons.map((reason) => createRoleField({ ...fields[reason], roleId: roles[reason] })),
  }),
  read: (submitted) => ({
    passed: readRole(submitted, fields.passed.id),
    top: readRole(submitted, fields.top.id),
    excused: readRole(submitted, fields.excused.id),
  }),
  async parse(roles, ctx) {
    if (isOff(roles) && (await readPresent(ctx)) === undefined)
      throw new UserError("You chose no role, so nothing was changed. Rewards are off here.");
    await refuseOutOfReach(roles, ctx);
    return roles;
  },
  respond: promptRewards,
  refusal: renderSettingNote,
});

const chooseButton = defineButton({
  id: chooseId,
  access: "admin",
  needs: "link",
  ack: "modal",
  run: async (_ids, ctx) => rewardsForm.open((await readPresent(ctx))?.roles ?? {}, ctx),
});

const offButton = defineButton({
  id: offId,
  access: "admin",
  needs: "link",
  ack: "update",
  run: async (_ids, ctx) =>
    (await readPresent(ctx)) === undefined
      ? renderSettingNote("Rewards are already off here. Nothing was changed.")
      : promptRewards({}, ctx),
});

async function readPresent({ store, guildId }: GuildContext): Promise<RewardSetting | undefined> {
  return readRewardSetting(await store.guildSettings.get(guildId, "rewards"));
}

/** @param roles none to turn rewards off */
async function promptRewards(roles: RewardRoles, ctx: LinkedContext): Promise<Reply> {
  const setting = { linkKey: ctx.link.linkKey, roles };
  const stored = await ctx.store.guildSettings.get(ctx.guildId, "rewards");
  const present = readRewardSetting(stored);
  const plan = await planRewards(ctx.guildId, isOff(roles) ? undefined : setting, ctx);
  const toGive = await withoutLeft(plan.toGive, ctx);
  return rewardsConfirmation.prompt(
    {
      ...setting,
      undoTo: present?.linkKey === setting.linkKey ? present.roles : undefined,
      seen: stored ?? "",
    },
    renderRewardsPreview(roles, { ...plan, toGive }, renderContext(ctx)),
    ctx,
  );
}

/** Asked of Discord for one preview; more would take longer than a person waits. */
const maxLookUps = 40;

/** Without those who left the server, as far as Discord says: they'd be skipped. */
async function withoutLeft(
  toGive: RewardPlan["toGive"],
  { members, guildId, log }: LinkedContext,
): Promise<RewardPlan["toGive"]> {
  const asked = [...new Set(toGive.map(({ discordUserId }) => discordUserId))].slice(0, maxLookUps);
  try {
    const found = await Promise.all(asked.map((discordUserId) => members.find(guildId, discordUserId)));
    const left = new Set(asked.filter((_, index) => found[index] === undefined));
    return toGive.filter(({ discordUserId }) => !left.has(discordUserId));
  } catch (error) {
    log.info("Discord didn't say who left a server", { guildId, error });
    return toGive;
  }
}

/** As they are now, with what can be done about them. */
async function showRewards(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, memberRoles, log } = ctx;
  const present = await readPresent(ctx);
  const roleIds = listRoles(present?.roles ?? {});
  const isStopped =
    present !== undefined && (await store.guildLinks.find(guildId, present.linkKey)) === undefined;
  const [rows, trouble, obstacles] = await Promise.all([
    store.rewards.list(guildId),
    store.guildSettings.get(guildId, "rewards-trouble"),
    memberRoles.obstacles(guildId, roleIds).catch((error: unknown) => {
      log.warn("couldn't check the roles of a server", { guildId, error });
      return undefined;
    }),
  ]);
  const plan = await planRewards(guildId, present, ctx);
  const isOpen = (role: string) =>
    rows.some(({ roleId, state }) => roleId === role && (state === "giving" || state === "taking"));
  const refused = [...readRefusals(trouble)].filter(([roleId]) => isOpen(roleId));
  const row = createRewardRow(present !== undefined);
  const view = {
    roles: present?.roles,
    isStopped,
    rows,
    plan,
    obstacles: obstacles && new Map([...refused, ...obstacles]),
  };
  const workspaces = await listWorkspaceNames(guildId, store);
  return {
    ...withWorkspaceName(renderRewards(view, renderContext(ctx)), present && workspaces.get(present.linkKey)),
    // They stay with their workspace, whichever one this channel uses.
    components: present === undefined || isStopped ? row : row.map((each) => tagRow(each, present.linkKey)),
  };
}

/** @throws UserError for a role that the bot or the caller can't give, or that gives access to the bot */
async function refuseOutOfReach(roles: RewardRoles, ctx: LinkedContext): Promise<void> {
  const { memberRoles, guildId, invoker, log, store } = ctx;
  const roleIds = listRoles(roles);
  if (roleIds.length === 0) return;
  const access = (await store.accessRoles.list(guildId)).find(({ roleId }) => roleIds.includes(roleId));
  if (access !== undefined)
    throw new UserError(
      `<@&${access.roleId}> gives people the ${access.tier} tier here, so it can't be a weekly reward. Nothing was changed. Choose another role.`,
    );
  const obstacles = await memberRoles
    .obstacles(guildId, roleIds, invoker.discordUserId)
    .catch((error: unknown) => {
      log.warn("couldn't check the roles of a server", { guildId, error });
      throw new UserError(
        "I couldn't check whether these roles can be given, so nothing was changed. Try again in a minute.",
        { cause: error },
      );
    });
  const lines = [...obstacles].map(([roleId, obstacle]) => formatObstacleLine(roleId, obstacle));
  if (lines.length > 0) throw new UserError(`${lines.join("\n")}\nNothing was changed.`);
}

function isOff(roles: RewardRoles): boolean {
  return listRoles(roles).length === 0;
}

function listRoles(roles: RewardRoles): readonly string[] {
  return [...new Set(rewardReasons.map((reason) => roles[reason]).filter((id) => id !== undefined))];
}

const label = "Rewards";

export const rewardsSetting: ServerSetting = {
  name: "rewards",
  label,
  rank: 4.1,
  async show(settings, { store, guildId }) {
    const present = readRewardSetting(settings.get("rewards"));
    if (present === undefined) return { lines: [formatSetting(label, "off")] };
    if ((await store.guildLinks.find(guildId, present.linkKey)) === undefined)
      return {
        lines: [
          `⚠️ ${formatSetting(label, "stopped: their workspace was unlinked. Choose the roles again below.")}`,
        ],
      };
    const workspaceName = (await listWorkspaceNames(guildId, store)).get(present.linkKey) ?? "";
    const head = joinParts([`**${label}:**`, escapeMarkdown(workspaceName, 60)], " ");
    return { lines: [head, ...formatRewardLines(present.roles)] };
  },
  ask: showRewards,
  warnUnlink: (settings, linkKey) =>
    readRewardSetting(settings.get("rewards"))?.linkKey === linkKey &&
    "Rewards stop too, and I'll take back the roles I gave for a week.",
  components: [chooseButton, offButton, ...rewardsForm.components, ...rewardsConfirmation.components],
};
