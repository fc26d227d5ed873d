import type { APIRole, Interaction, Role } from "discord.js";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { listLacking } from "../../src/domain/capabilities.ts";
import { UserError } from "../../src/errors.ts";
import { type MemberTier, resolveTier } from "../../src/interactions/access.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { AccessRole, RoleTier } from "../../src/store/access-roles.ts";
import { readRewardSetting } from "../rewards/index.ts";
import { choice, roleOption } from "../kit/options.ts";
import {
  canManageServer,
  getRights,
  applyChange,
  type RoleTierChoice,
  getTier,
  tiers,
  rankTexts,
  describeStep,
  renderChanged,
  renderChangePreview,
} from "./render.ts";
import { showSetup } from "../setup/index.ts";

const Payload = z.object({
  roleId: z.string(),
  before: z.enum(tiers),
  after: z.enum(tiers),
  roleManagesServer: z.boolean(),
  /** The role belongs to an app, to boosting or to a subscription. */
  givenByDiscord: z.boolean().default(false),
  /** Where it was asked for in the setup, which continues then: the language of that person's Discord. */
  setupLocale: z.string().optional(),
});
type Payload = z.output<typeof Payload>;

const labels: Readonly<Record<RoleTierChoice, string>> = {
  none: "Remove the tier",
  staff: "Make them staff",
  manager: "Make them managers",
  admin: "Make them admins",
};

export const setConfirmation = defineConfirmation<Payload, undefined, "guild">({
  kind: "access.set",
  access: "admin-or-manage-server",
  needs: "guild",
  payload: Payload,
  confirm: { label: ({ after }) => labels[after], destructive: false },
  cancel: {
    label: "Not now",
    sentence: "Nothing was changed.",
    reply: async ({ setupLocale }, ctx) =>
      setupLocale === undefined ? undefined : showSetup({ locale: setupLocale }, ctx),
  },
  unknownOutcomeText:
    "I couldn't finish changing the role and don't know whether it changed. Check `/access show` before you try again.",
  async execute({ roleId, before, after }, ctx) {
    const { store, guildId } = ctx;
    await assertNotEarned(roleId, after, ctx);
    const step = { from: toStoredTier(before), to: toStoredTier(after) };
    if (await store.accessRoles.change(guildId, roleId, step)) return undefined;
    const present = getTier(roleId, await store.accessRoles.list(guildId));
    throw new UserError(
      `Someone changed this role after this preview: it now has ${rankTexts[present]}. Nothing was changed. Run \`/access set\` again to see what would change.`,
    );
  },
  outcome: {
    target: (_result, { roleId }) => roleId,
    duplicateText: () => "This role was already changed. Nothing was done twice.",
  },
  receipt: (_result, payload, ctx) =>
    payload.setupLocale === undefined
      ? renderChanged(payload, renderContext(ctx))
      : showSetup({ locale: payload.setupLocale, done: `✅ ${describeStep(payload)}` }, ctx),
  undo: {
    // The setup goes on instead.
    isOffered: (_result, { setupLocale }) => setupLocale === undefined,
    run: ({ before, ...changed }, ctx, interaction) =>
      promptChange({ ...changed, after: before }, interaction, ctx),
  },
});

export const set = defineSubcommand({
  name: "set",
  description: "Choose which roles are staff, managers and admins",
  options: {
    role: roleOption("The role to change").required(),
    tier: choice("What its members can do", [
      { name: "Staff: daily work", value: "staff" },
      { name: "Manager: also other people's data, and things that can't be undone", value: "manager" },
      { name: "Admin: also links, settings and the audit log", value: "admin" },
      { name: "None: nothing", value: "none" },
    ]).required(),
  },
  access: "admin-or-manage-server",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: setConfirmation.components,
  run: ({ options: { role, tier: after }, interaction }, ctx) =>
    promptRole({ role, after }, interaction, ctx),
});

interface AskedRole {
  readonly role: Role | APIRole;
  readonly after: RoleTierChoice;
  readonly setupLocale?: string;
}

/** The preview of a change. @throws UserError for a change that can't be made */
export function promptRole(
  { role, ...asked }: AskedRole,
  interaction: Pick<Interaction, "member">,
  ctx: GuildContext,
): Promise<Reply> {
  return promptChange(
    {
      ...asked,
      roleId: role.id,
      roleManagesServer: canManageServer(toBits(role)),
      givenByDiscord: role.managed,
    },
    interaction,
    ctx,
  );
}

async function promptChange(
  { roleId, after, ...asked }: Omit<Payload, "before">,
  interaction: Pick<Interaction, "member">,
  ctx: GuildContext,
): Promise<Reply> {
  const { store, guildId } = ctx;
  const [mapped, links] = await Promise.all([
    store.accessRoles.list(guildId),
    store.guildLinks.list(guildId),
  ]);
  const change = { roleId, before: getTier(roleId, mapped), after };
  if (change.before === after) {
    const already = `<@&${roleId}> already has ${rankTexts[after]}. Nothing was changed.`;
    if (asked.setupLocale !== undefined) throw new UserError(already);
    return { content: already };
  }
  assertNotEveryone(roleId, after, ctx);
  await assertNotEarned(roleId, after, ctx);

  const memberTier = resolveCallerTier(mapped, interaction, ctx);
  const tierAfter = resolveCallerTier(applyChange(mapped, change), interaction, ctx);
  const preview = renderChangePreview({
    change,
    mapped,
    givenByDiscord: asked.givenByDiscord,
    memberTier,
    tierAfter,
    lacking: listLacking(links),
  });
  return setConfirmation.prompt({ ...change, ...asked }, preview, ctx);
}

/** The `@everyone` role has the id of its server. */
function assertNotEveryone(roleId: string, after: RoleTierChoice, { guildId }: GuildContext): void {
  if (roleId !== guildId || after === "none") return;
  throw new UserError(
    "Everyone in this server has that role, including strangers, so it would open the workspace to all of them. Nothing was changed. Choose a role that only the right people have. You can create one in *Server Settings*.",
  );
}

/** A service must not decide who may do what here: it says who passed a week, and the bot gives them the role. */
async function assertNotEarned(
  roleId: string,
  after: RoleTierChoice,
  { store, guildId, commandMention }: GuildContext,
): Promise<void> {
  if (after === "none") return;
  const setting = readRewardSetting(await store.guildSettings.get(guildId, "rewards"));
  if (!Object.values(setting?.roles ?? {}).includes(roleId)) return;
  throw new UserError(
    `<@&${roleId}> is a weekly reward here, so anyone who earns it would get the tier. Nothing was changed. Choose another role, or first change the weekly rewards in ${commandMention("settings")}.`,
  );
}

const toStoredTier = (tier: RoleTierChoice): RoleTier | undefined => (tier === "none" ? undefined : tier);

function resolveCallerTier(
  mapped: readonly AccessRole[],
  { member }: Pick<Interaction, "member">,
  { invoker }: GuildContext,
): MemberTier {
  return member === null ? invoker : resolveTier(getRights(member), mapped);
}

function toBits({ permissions }: Role | APIRole) {
  return typeof permissions === "string" ? BigInt(permissions) : permissions;
}
