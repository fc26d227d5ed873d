import { RewardSetting, readRewardSetting, planRewards, type RewardPlan } from "./plan.ts";
import { rewardReasons, type RewardRoles } from "./rule.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { formatObstacleLine } from "../../src/ui/role-obstacle-text.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { boolean, roleOption } from "../kit/options.ts";
import { renderRewards, renderRewardsPreview, renderRewardsReceipt } from "./render.ts";

type Chosen = RewardRoles & Readonly<Record<"off", boolean | undefined>>;

const rewardsConfirmation = defineConfirmation<RewardSetting, undefined, "link">({
  kind: "settings.rewards",
  access: "admin",
  needs: "link",
  payload: RewardSetting,
  confirm: {
    label: ({ roles }) => (isOff(roles) ? "Turn rewards off" : "Give these roles"),
    destructive: false,
  },
  cancel: { label: "Not now", sentence: "Rewards stay as they were. Nobody's roles were changed." },
  unknownOutcomeText:
    "I couldn't finish, so I don't know whether rewards were changed. Run `/settings rewards` to see.",
  async execute(setting, ctx) {
    await refuseOutOfReach(setting.roles, ctx);
    const { guildSettings } = ctx.store;
    if (isOff(setting.roles)) await guildSettings.remove(ctx.guildId, "rewards");
    else await guildSettings.set(ctx.guildId, "rewards", JSON.stringify(setting));
    return undefined;
  },
  outcome: {
    target: () => undefined,
    duplicateText: () => "Rewards were already changed. Nothing was done twice.",
  },
  receipt: (_result, { roles }, ctx) => renderRewardsReceipt(roles, renderContext(ctx)),
});

export const rewards = defineSubcommand({
  name: "rewards",
  description: "Give roles for a week to those who passed, the top three and those excused",
  options: {
    passed: roleOption("The role for everyone who passed; leave empty for no role"),
    topThree: roleOption("The role for the three with the most minutes"),
    excused: roleOption("The role for everyone who was excused"),
    off: boolean("Turn rewards off and take the roles back"),
  },
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  operations: [],
  components: rewardsConfirmation.components,
  run: ({ options: { passed, topThree, excused, off } }, ctx) =>
    chooseRewards({ passed: passed?.id, top: topThree?.id, excused: excused?.id, off }, ctx),
});

async function chooseRewards({ off, ...roles }: Chosen, ctx: LinkedContext): Promise<Reply> {
  const { store, guildId, link } = ctx;
  const present = readRewardSetting(await store.guildSettings.get(guildId, "rewards"));
  if (off !== true && isOff(roles)) return showRewards(present, ctx);
  if (off === true && !isOff(roles))
    throw new UserError("You chose roles and `off` together, so nothing was changed. Leave one of them out.");
  if (off === true && present === undefined)
    return { content: "Rewards are already off here. Nothing was changed." };
  await refuseOutOfReach(roles, ctx);
  const setting = { linkKey: link.linkKey, roles };
  const plan = await planRewards(guildId, off === true ? undefined : setting, ctx);
  const toGive = await withoutLeft(plan.toGive, ctx);
  return rewardsConfirmation.prompt(
    setting,
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

async function showRewards(present: RewardSetting | undefined, ctx: LinkedContext): Promise<Reply> {
  const { store, guildId, memberRoles, log } = ctx;
  const roleIds = listRoles(present?.roles ?? {});
  const isStopped =
    present !== undefined && (await store.guildLinks.find(guildId, present.linkKey)) === undefined;
  const [rows, obstacles] = await Promise.all([
    store.rewards.list(guildId),
    memberRoles.obstacles(guildId, roleIds).catch((error: unknown) => {
      log.warn("couldn't check the roles of a server", { guildId, error });
      return undefined;
    }),
  ]);
  const plan = await planRewards(guildId, present, ctx);
  return renderRewards({ roles: present?.roles, isStopped, rows, plan, obstacles }, renderContext(ctx));
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
