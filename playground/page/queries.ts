import type { PageCommands, PageMessages, PageRequests, PageState } from "../discord/page-types.ts";
import type { ControlState } from "../page-api/switches.ts";
import type { ServiceRequest } from "../page-api/requests.ts";
import type { ThingsToTry } from "../page-api/things.ts";
import type { Api } from "./api.ts";
import { maxRequests, type PageModel } from "./model.ts";
import { afterEvent, type MessageEvent } from "./reduce-event.ts";
import type { Store } from "./store.ts";

/** Everything the page asks for to show it. All of it rejects when the playground does not answer. */
export interface Loading {
  readonly state: () => Promise<PageState>;
  readonly commands: () => Promise<void>;
  readonly messages: (channelId: string) => Promise<void>;
  /** A message came, changed or went, which what is being read may not show yet. */
  readonly onMessage: (event: MessageEvent) => void;
  /** Those before the oldest that are shown. */
  readonly older: () => Promise<void>;
  /** Those up to one of them, if it's still there and that channel stays on screen. */
  readonly olderUntil: (channelId: string, messageId: string) => Promise<void>;
  /** Reloads the channel on screen. */
  readonly channel: () => Promise<void>;
  /** All but the panel. */
  readonly refresh: () => Promise<void>;
  readonly panel: () => Promise<void>;
}

const pageSize = 50;

/** @param guildId the first server without one */
export function createLoading(api: Api, { get, set }: Store<PageModel>, guildId: string | null): Loading {
  let hasEarlier = false;
  /** For each list that is being read: what happened since it was asked for. */
  const meanwhile = new Set<MessageEvent[]>();
  const here = (): string => get().channelId ?? "";

  const loading: Loading = {
    async state() {
      const which = guildId === null ? "" : `?guild=${encodeURIComponent(guildId)}`;
      const guild = await api.get<PageState>(`/playground/state${which}`);
      // The shown channel stays open while this person may see it.
      const isThere = [...guild.channels, guild.privateChannel].some(({ id }) => id === here());
      const channelId = isThere ? here() : guild.channels[0]?.id;
      set({ guild, channelId, trouble: undefined, clockAheadMs: guild.nowMs - Date.now() });
      return guild;
    },
    async commands() {
      const channelId = here();
      const { commands } = await api.get<PageCommands>(`/playground/channels/${channelId}/commands`);
      if (channelId === here()) set({ commands });
    },
    async messages(channelId) {
      const events: MessageEvent[] = [];
      meanwhile.add(events);
      try {
        const { messages, more } = await api.get<PageMessages>(messagesAddress(channelId));
        set({ byChannel: { ...get().byChannel, [channelId]: { messages, hasOlder: more } } });
        for (const event of events) set(afterEvent(get(), event));
      } finally {
        meanwhile.delete(events);
      }
    },
    onMessage(event) {
      for (const events of meanwhile) events.push(event);
      set(afterEvent(get(), event));
    },
    async older() {
      const channelId = here();
      const known = get().byChannel[channelId];
      const oldest = known?.messages[0];
      if (known === undefined || oldest === undefined || !known.hasOlder) return;
      const { messages, more } = await api.get<PageMessages>(
        `${messagesAddress(channelId)}&before=${oldest.id}`,
      );
      const now = get().byChannel[channelId]?.messages ?? [];
      if (now[0]?.id !== oldest.id) return;
      const all = { messages: [...messages, ...now], hasOlder: more };
      set({ byChannel: { ...get().byChannel, [channelId]: all } });
    },
    async olderUntil(channelId, messageId) {
      const isToCome = (): boolean => {
        const known = get().byChannel[channelId];
        return known?.hasOlder === true && known.messages.every(({ id }) => id !== messageId);
      };
      while (here() === channelId && isToCome()) await loading.older();
    },
    async channel() {
      if (here() !== "") await Promise.all([loading.messages(here()), loading.commands()]);
    },
    async refresh() {
      await loading.state();
      await loading.channel();
    },
    async panel() {
      const after = get().serviceRequests.at(-1)?.id ?? 0;
      const earlierRequests = async () => (await api.get<PageRequests>("/playground/requests")).requests;
      const [earlier, fresh, controls, things] = await Promise.all([
        hasEarlier ? [] : optional(earlierRequests()),
        optional(api.get<readonly ServiceRequest[]>(`/playground/service-requests?after=${String(after)}`)),
        optional(api.get<readonly ControlState[]>("/playground/controls")),
        api.get<ThingsToTry>("/playground/things").catch(() => get().things),
      ]);
      hasEarlier = true;
      const live = new Set(get().requests.map(({ id }) => id));
      const requests = [...earlier.filter(({ id }) => !live.has(id)), ...get().requests].slice(-maxRequests);
      // Another reading that was asked for at the same time may have brought some of them.
      const last = get().serviceRequests.at(-1)?.id ?? 0;
      const serviceRequests = [...get().serviceRequests, ...fresh.filter(({ id }) => id > last)].slice(
        -maxRequests,
      );
      set({ requests, serviceRequests, controls, things });
    },
  };
  return loading;
}

function messagesAddress(channelId: string): string {
  return `/playground/channels/${channelId}/messages?limit=${String(pageSize)}`;
}

/** A part of the panel that this playground may not offer. */
async function optional<Item>(asked: Promise<readonly Item[]>): Promise<readonly Item[]> {
  return asked.catch(() => []);
}
