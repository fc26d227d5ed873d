import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageMember, PageRole, PageState } from "../discord/page-types.ts";

/** The guild as the views ask for it. */
export interface Guild {
  readonly state: PageState;
  readonly userName: (discordUserId: string) => string | undefined;
  readonly member: (discordUserId: string) => PageMember | undefined;
  readonly role: (roleId: string) => PageRole | undefined;
  readonly channelName: (channelId: string) => string | undefined;
  readonly showChannel: (channelId: string) => void;
  readonly fillCommand: (path: string, commandId: string) => void;
}

export const GuildContext = createContext<Guild | undefined>(undefined);

export function useGuild(): Guild {
  const guild = useContext(GuildContext);
  if (guild === undefined) throw new Error("There is no guild around this view.");
  return guild;
}

export function createGuild(state: PageState, acts: Pick<Guild, "showChannel" | "fillCommand">): Guild {
  const members = new Map(state.members.map((member) => [member.discordUserId, member]));
  const roles = new Map(state.roles.map((role) => [role.id, role]));
  const channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  return {
    ...acts,
    state,
    member: (id) => members.get(id),
    userName: (id) => members.get(id)?.displayName,
    role: (id) => roles.get(id),
    channelName: (id) => channels.get(id)?.name,
  };
}
