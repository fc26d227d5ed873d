import { bakeryIds, playgroundIds } from "../../../playground/discord/index.ts";
import type { Store } from "../../../src/store/store.ts";
import { createLinkSealContext, type Vault } from "../../../src/vault/vault.ts";
import type { Emulators } from "../emulators.ts";
import { link } from "../harness.ts";

/** The café and the bakery, each with a workspace of its own. */
export async function linkBoth(
  { service, clock: { now } }: Emulators,
  bakery: { readonly workspaceId: string; readonly token: string },
  store: Store,
  vault: Vault,
): Promise<void> {
  await link({ store, vault, now }, service);
  const { guildId, headBakerRole, bakerRole } = bakeryIds;
  await store.guildLinks.save(
    {
      guildId,
      linkKey: "bake",
      workspaceId: bakery.workspaceId,
      name: "Bakery Crew",
      sealedToken: vault.seal(bakery.token, createLinkSealContext(guildId, bakery.workspaceId)),
      linkedByDiscordUserId: playgroundIds.ada,
      linkedAt: now(),
      createdAt: now(),
    },
    10,
  );
  await store.accessRoles.set(guildId, headBakerRole, "manager");
  await store.accessRoles.set(guildId, bakerRole, "staff");
}
