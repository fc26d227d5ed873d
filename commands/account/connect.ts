import { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { UnfixableError, UserError } from "../../src/errors.ts";
import { isStillMember } from "../../src/discord/messenger.ts";
import { canUse, describeDenial } from "../../src/interactions/access.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { suggestUnconnected } from "../kit/person-option.ts";
import { text } from "../kit/options.ts";
import { askAbout } from "../kit/post-channel.ts";
import { resolvePerson, type WhichButton } from "../kit/resolve-person.ts";
import { lookUpPerson, ServicePerson } from "../kit/service-person.ts";
import { assertNotConnected, connectMember, createAccount } from "./connect-account.ts";
import {
  accountMemberOption,
  createDisconnectButtons,
  disconnectComponents,
  type Member,
} from "./disconnect.ts";
import { approveButton } from "./connection-request/decide.ts";
import { lookUpOneself, findChannelToAsk, requestConfirmation } from "./connection-request/ask.ts";
import { renderConnected, renderConnectPreview, renderRequestPreview } from "./render.ts";
import { connection, describeConnected } from "./connection-request/kind.ts";
import { canBePicked, pickId, whereToFindUserId } from "./connection-request/card.ts";
import type { ConnectionRequest } from "./connection-request/store.ts";

const Connecting = z.object({
  /** The member's Discord id. */
  member: z.string(),
  memberName: z.string(),
  person: ServicePerson,
  /** The user id again, for the audit log. */
  after: z.string(),
});
type Connecting = z.output<typeof Connecting>;

const connectConfirmation = defineConfirmation<Connecting, Account, "guild">({
  kind: "account.connect",
  access: "manager",
  needs: "guild",
  payload: Connecting,
  confirm: { label: "Connect", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was changed." },
  unknownOutcomeText:
    "I couldn't finish connecting them and don't know how far it got. Check `/profile` before you try again.",
  execute: connectNow,
  outcome: {
    target: ({ userId }) => userId,
    duplicateText: () => "These two are already connected. Nothing was done twice.",
  },
  receipt: (account, _payload, ctx) => ({
    ...renderConnected(account, renderContext(ctx)),
    components: createButtonRow(...createDisconnectButtons(account.discordUserId, ctx)),
  }),
});

async function connectNow(
  { member: discordUserId, memberName, person }: Connecting,
  ctx: GuildContext,
): Promise<Account> {
  if (!(await isStillMember({ guildId: ctx.guildId, discordUserId }, ctx)))
    throw new UserError(`<@${discordUserId}> has left this server, so nothing was done.`);
  const account = createAccount({ ...person, discordUserId, memberName }, ctx);
  await connectMember(account, ctx);
  await closeRequest(account, ctx);
  return account;
}

/** This settles a member's open request, and tells them. */
async function closeRequest(account: Account, ctx: GuildContext): Promise<void> {
  const { discordUserId, userId } = account;
  const open = await ctx.store.connectionRequests.findOpen(ctx.guildId, discordUserId);
  if (open === undefined) return;
  const change = connection.decide(open, open.userId === userId ? "approved" : "withdrawn", ctx);
  const stored = (ended: ConnectionRequest) => describeConnected(account, ended, ctx);
  await connection.end(change, { ctx, isAwaited: false, stored });
}

/** Continues with one of several people who have a name. */
const pickButton = defineButton({
  id: pickId,
  access: "staff",
  needs: "link",
  ack: "update",
  async run({ userId, member: discordUserId }, ctx) {
    if (discordUserId === "") return requestForSelf(userId, ctx);
    return connectOther(userId, await findMember(discordUserId, ctx), ctx);
  },
});

/** @throws UserError if Discord doesn't say */
export async function findMember(discordUserId: string, ctx: GuildContext): Promise<Member> {
  const found = await askAbout(
    { discordUserId },
    ctx.members.find(ctx.guildId, discordUserId),
    `Discord didn't say whether <@${discordUserId}> is in this server, so nothing was done. Try again in a minute.`,
    ctx,
  );
  const { memberName = "", bot = false } = found ?? {};
  return { discordUserId, memberName, bot, present: found !== undefined };
}

/** From either preview to the decision. */
export const connectComponents = [
  ...requestConfirmation.components,
  ...connectConfirmation.components,
  approveButton,
  ...connection.declineForm,
  pickButton,
  ...disconnectComponents,
];

export const connect = defineSubcommand({
  name: "connect",
  description: "Connect yourself, or someone else, to a workspace user",
  options: {
    user: text("A name, a user id or a profile link in the workspace")
      .max(200)
      .required()
      .autocomplete(suggestUnconnected),
    person: accountMemberOption("For managers: who to connect (you by default)"),
  },
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getUser"],
  components: connectComponents,
  run: ({ options: { user, person } }, ctx) => connectTyped(user, person, ctx),
});

/** The preview of a connection. @param member `undefined` for the caller, who has to ask for approval */
export async function connectTyped(
  user: string,
  member: Member | undefined,
  ctx: LinkedContext,
): Promise<Reply> {
  const which = (userId: string) =>
    pickId.encode({ userId: canBePicked(userId) ? userId : "", member: member?.discordUserId ?? "" });
  const userId = await readUser(user, which, ctx);
  return member === undefined ? requestForSelf(userId, ctx) : connectOther(userId, member, ctx);
}

/** @throws UserError if it means nobody, or more than one person */
async function readUser(typed: string, which: WhichButton, ctx: LinkedContext): Promise<string> {
  try {
    return await resolvePerson(typed, ctx, { field: "user", which });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof UnfixableError)
      // Only “me” does that, and connecting is what they are at.
      throw new UserError(
        `I don't know yet who “me” is in the workspace, so nothing was sent. Type a name there or a user id. ${whereToFindUserId}`,
        { cause: error },
      );
    const { message: problem, components } = error;
    throw new UserError(`${problem} ${whereToFindUserId}`, { components, cause: error });
  }
}

async function requestForSelf(userId: string, ctx: LinkedContext): Promise<Reply> {
  await findChannelToAsk(userId, ctx);
  const person = await requireKnown(userId, lookUpOneself(userId, ctx));
  return requestConfirmation.prompt(person, renderRequestPreview(person), ctx);
}

/** @throws UserError if the workspace has no user with that id */
async function requireKnown(userId: string, lookUp: Promise<ServicePerson>): Promise<ServicePerson> {
  try {
    return await lookUp;
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure !== "not-found") throw error;
    throw new UserError(
      `The workspace has no user with the id ${inlineCode(userId)}, so nothing was done. ${whereToFindUserId}`,
      { cause: error },
    );
  }
}

export async function connectOther(userId: string, member: Member, ctx: LinkedContext): Promise<Reply> {
  assertConnectable(member, ctx);
  const { discordUserId, memberName } = member;
  await assertNotConnected({ discordUserId, userId }, ctx);
  const person = await requireKnown(userId, lookUpPerson(userId, ctx));
  const payload = { member: discordUserId, memberName, person, after: userId };
  return connectConfirmation.prompt(payload, renderConnectPreview(person, member), ctx);
}

/** @throws UserError if the caller may not connect this member, or nobody can */
export function assertConnectable(
  { discordUserId, bot, present }: Member,
  { invoker, commandMention }: LinkedContext,
): void {
  if (!canUse("manager", invoker)) throw new UnfixableError(describeDenial("manager", invoker));
  if (discordUserId === invoker.discordUserId)
    throw new UserError(
      `You can't approve your own account, so nothing was done. Run ${commandMention("account connect")} without \`person\` to ask the other managers, or have one of them connect you.`,
    );
  if (bot) throw new UserError(`<@${discordUserId}> is a bot, not a person, so nothing was done.`);
  if (!present)
    throw new UserError(`<@${discordUserId}> isn't a member of this server, so nothing was done.`);
}
