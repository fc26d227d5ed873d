import type { AppContext } from "../../src/context.ts";
import { listLacking } from "../../src/domain/capabilities.ts";
import { canUse, type MemberTier } from "../../src/interactions/access.ts";
import { defineSelect } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { listCommands, type ListedGroup } from "../kit/command-list.ts";
import { type Step, steps as setupSteps } from "../kit/setup-ids.ts";
import { type DoneSteps, type Help, renderHelp } from "./render.ts";

/** The commands a member of this tier may run, and that can work here. */
export function filterAllowedCommands(
  memberTier: MemberTier,
  { isLinked, isReadOnly }: { readonly isLinked: boolean; readonly isReadOnly: boolean },
  groups: readonly ListedGroup[],
): readonly ListedGroup[] {
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ access, needs }) =>
          canUse(access, memberTier) && (isLinked || needs === "guild") && !(isReadOnly && needs === "write"),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Far more than there are tiers, states of a server and topics; topics come from outside. */
const maxKept = 200;

/** What help depends on; the groups of commands follow from the tier. */
interface Asked extends Omit<Help, "groups" | "supportContact" | "menuId"> {
  readonly isReadOnly: boolean;
  /** Reads that no linked workspace or its key can do. */
  readonly lacking: readonly string[];
}
type CommandMention = AppContext["commandMention"];

/**
 * Renders help once for everyone who sees the same: it depends on a tier and the state of a server, not on a
 * person or the time. Each bot has its own, since command ids differ.
 */
function createHelpCache(): (asked: Asked, commandMention: CommandMention, render: () => Reply) => Reply {
  const answersOf = new WeakMap<CommandMention, Map<string, Reply>>();
  return (asked, commandMention, render) => {
    const known = answersOf.get(commandMention) ?? new Map<string, Reply>();
    answersOf.set(commandMention, known);
    const key = getCacheKey(asked, commandMention);
    const reply = known.get(key) ?? render();
    if (known.size >= maxKept) known.clear();
    known.set(key, reply);
    return reply;
  };
}

/** Commands get their ids all at once after the start, so checking one is enough. */
function getCacheKey(
  { memberTier, isLinked, isReadOnly, lacking, steps, topic }: Asked,
  commandMention: CommandMention,
): string {
  const { tier, hasManageServer } = memberTier;
  const state = [tier, hasManageServer, isLinked, isReadOnly, lacking.join(","), ...(steps ?? [])];
  return [...state, topic, commandMention("help")].join(" ");
}

const menuId = defineCustomId("help.topic", {});

/** Generated from the commands themselves when help is shown, so it can't be out of date. */
export function defineHelpCommand(commands: () => readonly Command[]): Command {
  const cachedReply = createHelpCache();
  async function show(topic: string | undefined, ctx: GuildContext): Promise<Reply> {
    const { store, guildId, invoker: memberTier, commandMention } = ctx;
    const steps = memberTier.tier === "admin" ? await readDoneSteps(ctx) : undefined;
    const links = await store.guildLinks.list(guildId);
    const isLinked = links.length > 0;
    const isReadOnly = isLinked && links.every((link) => link.isReadOnly);
    const asked = { memberTier, isLinked, isReadOnly, lacking: listLacking(links), steps, topic };
    return cachedReply(asked, commandMention, () =>
      renderHelp(
        {
          ...asked,
          groups: filterAllowedCommands(memberTier, asked, listCommands(commands(), asked.lacking)),
          supportContact: ctx.config.supportContact,
          menuId: menuId.encode({}),
        },
        ctx,
      ),
    );
  }
  const menu = defineSelect({
    id: menuId,
    access: "everyone",
    needs: "guild",
    ack: "update",
    run: (_fields, ctx, { values: [topic] }) => show(topic, ctx),
  });
  return defineCommand({
    name: "help",
    description: "See what you can do here",
    access: "everyone",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    components: [menu],
    run: (_asked, ctx) => show(undefined, ctx),
  });
}

async function readDoneSteps({ store, guildId, self }: GuildContext): Promise<DoneSteps> {
  const [links, roles, settings, schedules, connected, own] = await Promise.all([
    store.guildLinks.list(guildId),
    store.accessRoles.list(guildId),
    store.guildSettings.all(guildId),
    store.schedules.count(guildId),
    store.accounts.count(guildId),
    self(),
  ]);
  const isDone: Readonly<Record<Step | "self", boolean>> = {
    workspace: links.length > 0,
    staff: roles.some(({ tier }) => tier === "staff"),
    managers: roles.some(({ tier }) => tier === "manager"),
    "managers-channel": settings.has("managers-channel"),
    zone: settings.has("zone"),
    posts: schedules > 0,
    // There's nothing to do unless Discord says so, which help doesn't ask.
    commands: true,
    // Somebody besides whoever asks.
    team: connected > (own === undefined ? 0 : 1),
    audit: settings.has("audit-channel"),
    self: own !== undefined,
  };
  return new Set([...setupSteps, "self" as const].filter((step) => isDone[step]));
}
