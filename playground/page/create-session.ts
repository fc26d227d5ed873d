import type { LiveEvent } from "../discord/page-types.ts";
import { createActing } from "./actions.ts";
import { createApi, Refused } from "./api.ts";
import { addressOf } from "./guild.ts";
import { listen } from "./live-updates.ts";
import { createLoading } from "./queries.ts";
import { emptyModel, maxRequests, type PageModel } from "./model.ts";
import type { Session } from "./session.ts";
import { createStore } from "./store.ts";

/** What the address of the page holds. */
export interface Wanted {
  /** A user name or id; the first person without one. */
  readonly as: string | null;
  /** The first server without one. */
  readonly guildId: string | null;
  /** The guild's first channel without one. */
  readonly channelId: string | null;
}

export function createSession(wanted: Wanted, initial: Partial<PageModel> = {}): Session {
  const store = createStore<PageModel>({
    ...emptyModel,
    channelId: wanted.channelId ?? undefined,
    ...initial,
  });
  let discordUserId = wanted.as ?? undefined;
  let stopListening: (() => void) | undefined;
  const api = createApi(() => discordUserId);
  const { get, set } = store;
  const loading = createLoading(api, store, wanted.guildId);

  const explain = (error: unknown): void => {
    const text =
      error instanceof Refused ? error.message : "The playground isn't responding. Is it still running?";
    set({ announcement: text });
    if (get().guild === undefined) set({ trouble: text });
  };
  const onEvent = (event: LiveEvent): void => {
    switch (event.type) {
      case "message-created":
      case "message-edited":
      case "message-deleted":
        loading.onMessage(event);
        // What the bot says may be that the server is set up now.
        if (hasAbout(get())) void loading.state().catch(explain);
        break;
      case "request":
        set({ requests: [...get().requests, event.record].slice(-maxRequests) });
        break;
      case "commands":
        void loading.commands().catch(explain);
        break;
      case "state":
        void loading.refresh().catch(explain);
        break;
      case "form":
        // The tab that asked gets its form as the outcome of what it did.
        break;
    }
  };

  const show = async (channelId: string): Promise<void> => {
    const unread = new Set([...get().unread].filter((id) => id !== channelId));
    set({ channelId, unread, isDrawerOpen: false });
    await loading.channel();
  };
  /** A channel that is gone gives way to the first. */
  const showAddressed = async (): Promise<void> => {
    const asked = new URLSearchParams(location.search).get("channel");
    set({ channelId: asked ?? get().guild?.channels[0]?.id });
    await loading.state();
    await show(get().channelId ?? "");
  };
  const onBack = (): void => void showAddressed().catch(explain);

  const showChannel = async (channelId: string): Promise<void> => {
    const { guild } = get();
    if (guild !== undefined && channelId !== get().channelId)
      history.pushState(undefined, "", addressOf(guild.me.username, guild.guild.id, channelId));
    await show(channelId).catch(explain);
  };

  return {
    store,
    ...createActing({ api, store, explain, loadState: loading.state }),
    async start() {
      try {
        const guild = await loading.state();
        discordUserId = guild.me.discordUserId;
        stopListening = listen({
          discordUserId,
          onEvent,
          onConnection(connection) {
            set({ connection });
            // What happened before it was open wasn't sent.
            if (connection === "live") void loading.refresh().catch(explain);
          },
        });
        addEventListener("popstate", onBack);
        await loading.channel();
      } catch (error) {
        explain(error);
      }
    },
    stop() {
      removeEventListener("popstate", onBack);
      stopListening?.();
    },
    showChannel,
    async showMessage(channelId, messageId) {
      await showChannel(channelId);
      if (messageId === undefined) return;
      await loading.olderUntil(channelId, messageId).catch(explain);
      // It's drawn by then.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`)?.focus(),
      );
    },
    loadOlder: loading.older,
    loadPanel: loading.panel,
  };
}

function hasAbout({ guild }: PageModel): boolean {
  return guild !== undefined && guild.guild.about !== "";
}
