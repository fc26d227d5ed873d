import type { AppContext } from "../context.ts";
import { foldNames } from "../domain/search.ts";
import { maxLinksPerGuild } from "../interactions/dispatch/workspace.ts";
import { playgroundIds, playgroundSeed } from "../../playground/discord/index.ts";
import type { Playground } from "../../playground/index.ts";
import type { ServiceEmulator } from "../../playground/service/index.ts";
import { createLinkSealContext } from "../vault/vault.ts";

type SetupContext = Pick<AppContext, "store" | "vault" | "now">;

const { guildId, ada, theo, mia, noor, managerRole, staffRole, managers } = playgroundIds;
export const linkKey = "cafe";
/** The café people's users in the workspace. Ada has none, so that connecting can be tried. */
const connected: ReadonlyMap<string, string> = new Map([
  [mia, "mia_brews"],
  [theo, "theo.harbour"],
  [noor, "noor_beans"],
]);

/** The café's guild starts out linked, with its roles and people known, so that every command works at once. */
export async function setUpPlayground(ctx: SetupContext, { service }: Playground): Promise<void> {
  const { store } = ctx;
  await linkGuild(ctx, service);
  await store.accessRoles.set(guildId, managerRole, "manager");
  await store.accessRoles.set(guildId, staffRole, "staff");
  await store.guildSettings.set(guildId, "managers-channel", managers);
  await store.guildSettings.set(guildId, "time-requests-channel", managers);
  await connectPeople(ctx, service);
}

async function linkGuild({ store, vault, now }: SetupContext, service: ServiceEmulator): Promise<void> {
  const { workspaceId, token, state } = service;
  await store.guildLinks.save(
    {
      guildId,
      linkKey,
      workspaceId,
      name: state.workspace.name,
      sealedToken: vault.seal(token, createLinkSealContext(guildId, workspaceId)),
      linkedByDiscordUserId: ada,
      linkedAt: now(),
      createdAt: now(),
    },
    maxLinksPerGuild,
  );
  await store.guildSettings.set(guildId, "default-link", linkKey);
}

async function connectPeople({ store, now }: SetupContext, { state }: ServiceEmulator): Promise<void> {
  for (const { id: discordUserId, displayName: memberName } of playgroundSeed.users) {
    const user = [...state.users.values()].find(({ username }) => username === connected.get(discordUserId));
    if (user === undefined) continue;
    const username = user.username ?? undefined;
    const names = { displayName: user.display_name ?? memberName, username, memberName };
    const account = {
      guildId,
      discordUserId,
      userId: user.id,
      ...names,
      avatarUrl: undefined,
      connectedByDiscordUserId: ada,
      connectedAt: now(),
    };
    await store.accounts.connect(account, foldNames(names));
  }
}
