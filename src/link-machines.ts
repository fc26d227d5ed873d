import { z } from "zod";
import { findMachine, type Machine, usualMachines } from "./domain/machines.ts";
import type { Store } from "./store/store.ts";

/** Which ids of a link are machines: its own list, or the usual one. */
export type LinkMachines = ReturnType<typeof createLinkMachines>;

const Stored = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.object({ userId: z.string(), name: z.string() })));

export function createLinkMachines({
  guildLinks,
  guildSettings,
}: Pick<Store, "guildLinks" | "guildSettings">) {
  return {
    /**
     * Without a link, those that all links of the guild agree on, so that nobody is taken for a machine of another
     * workspace.
     */
    async list(guildId: string, linkKey: string | undefined): Promise<readonly Machine[]> {
      const settings = await guildSettings.all(guildId);
      const ofLink = (key: string): readonly Machine[] => {
        const stored = settings.get(`machines:${key}`);
        return stored === undefined ? usualMachines : Stored.parse(stored);
      };
      if (linkKey !== undefined) return ofLink(linkKey);
      const [first, ...others] = (await guildLinks.list(guildId)).map((link) => ofLink(link.linkKey));
      const isShared = ({ userId, name }: Machine): boolean =>
        others.every((machines) => findMachine(userId, machines)?.name === name);
      return (first ?? usualMachines).filter(isShared);
    },

    set: (guildId: string, linkKey: string, machines: readonly Machine[]): Promise<void> =>
      guildSettings.set(guildId, `machines:${linkKey}`, JSON.stringify(machines)),
  };
}
