import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageChannel, PageFarChannel, PageMember, PageRole, PageState } from "../discord/page-types.ts";

/** The guild as the views ask for it. */
export interface Guild {
  readonly state: PageState;
  readonly userName: (discordUserId: string) => string | undefined;
  readonly member: (discordUserId: string) => PageMember | undefined;
  /** A member's roles in words; `undefined` for a member without any. */
  readonly standing: (member: PageMember) => string | undefined;
  readonly role: (roleId: string) => PageRole | undefined;
  /** One of the guild, or the person's private one. */
  readonly channel: (channelId: string | undefined) => PageChannel | undefined;
  readonly isPrivate: (channelId: string | undefined) => boolean;
  readonly channelName: (channelId: string) => string | undefined;
  /** One of another server this person is in. */
  readonly farChannel: (channelId: string) => PageFarChannel | undefined;
  readonly showChannel: (channelId: string) => void;
  readonly fillCommand: (path: string, commandId: string) => void;
}

export const GuildContext = createContext<Guild | undefined>(undefined);

export function useGuild(): Guild {
  const guild = useContext(GuildContext);
  if (guild === undefined) throw new Error("There is no guild around this view.");
  return guild;
}

/** The page's address as this person in this guild, at its first channel unless another is named. */
export function addressOf(username: string, guildId: string, channelId?: string): string {
  const channel = channelId === undefined ? {} : { channel: channelId };
  return `?${new URLSearchParams({ as: username, guild: guildId, ...channel }).toString()}`;
}

export function createGuild(state: PageState, acts: Pick<Guild, "showChannel" | "fillCommand">): Guild {
  const members = new Map(state.members.map((member) => [member.discordUserId, member]));
  const roles = new Map(state.roles.map((role) => [role.id, role]));
  const { privateChannel } = state;
  const channels = new Map([...state.channels, privateChannel].map((channel) => [channel.id, channel]));
  const far = new Map(state.elsewhere.map((channel) => [channel.id, channel]));
  return {
    ...acts,
    state,
    member: (id) => members.get(id),
    userName: (id) => members.get(id)?.displayName,
    role: (id) => roles.get(id),
    standing({ owner, roleIds }) {
      const names = [owner ? "Owner" : undefined, ...roleIds.map((id) => roles.get(id)?.name)];
      const known = names.filter((name) => name !== undefined);
      return known.length === 0 ? undefined : known.join(", ");
    },
    channel: (id) => channels.get(id ?? ""),
    isPrivate: (id) => id === privateChannel.id,
    channelName: (id) => channels.get(id)?.name,
    farChannel: (id) => far.get(id),
  };
}
