import type {
  LiveEvent,
  PageCommands,
  PageMessages,
  PageOutcome,
  PageRequests,
  PageState,
  PageSubmit,
  PageSuggestions,
} from "../discord/page-types.ts";
import type { Outcome } from "../discord/person-types.ts";
import type { RequestRecord } from "../discord/types.ts";
import type { ControlAnswer, ControlRequest, ControlState } from "../page-controls.ts";
import type { ServiceRequest } from "../page-service-requests.ts";
import type { LinkableWorkspace } from "../page-workspaces.ts";
import { createApi, Refused } from "./api.ts";
import { failureWords } from "./failure-words.ts";
import { listen } from "./live.ts";
import { afterEvent } from "./messages-after.ts";
import { emptyModel, type PageModel } from "./model.ts";
import type { Session } from "./session.ts";
import { createStore } from "./store.ts";
import { without } from "./without.ts";

const KEPT_REQUESTS = 300;
const PAGE_SIZE = 50;

/** What the address of the page holds. */
export interface Wanted {
  /** A user name or id; the first person without one. */
  readonly as: string | null;
  /** The first server without one. */
  readonly guildId: string | null;
}

export function createSession(wanted: Wanted, initial: Partial<PageModel> = {}): Session {
  const store = createStore<PageModel>({ ...emptyModel, ...initial });
  let discordUserId = wanted.as ?? undefined;
  let stopListening: (() => void) | undefined;
  let lastNote = 0;
  let hasEarlier = false;
  const api = createApi(() => discordUserId);
  const { get, set } = store;

  const here = (): string => get().channelId ?? "";
  /** The channel stays the one that is shown while this person may see it. */
  const loadState = async (): Promise<PageState> => {
    const which = wanted.guildId === null ? "" : `?guild=${encodeURIComponent(wanted.guildId)}`;
    const guild = await api.get<PageState>(`/playground/state${which}`);
    const isThere = [...guild.channels, guild.privateChannel].some(({ id }) => id === here());
    const channelId = isThere ? here() : guild.channels[0]?.id;
    set({ guild, channelId, trouble: undefined, clockAheadMs: guild.nowMs - Date.now() });
    return guild;
  };
  const loadCommands = async (): Promise<void> => {
    const channelId = here();
    const { commands } = await api.get<PageCommands>(`/playground/channels/${channelId}/commands`);
    if (channelId === here()) set({ commands });
  };
  const loadMessages = async (channelId: string): Promise<void> => {
    const address = `/playground/channels/${channelId}/messages?limit=${String(PAGE_SIZE)}`;
    const { messages, more } = await api.get<PageMessages>(address);
    set({ byChannel: { ...get().byChannel, [channelId]: { messages, hasOlder: more } } });
  };
  const refresh = async (): Promise<void> => {
    await loadState();
    if (here() !== "") await Promise.all([loadMessages(here()), loadCommands()]);
  };

  const earlierRequests = async (): Promise<readonly RequestRecord[]> => {
    const { requests } = await api.get<PageRequests>("/playground/requests");
    return requests;
  };

  const onEvent = (event: LiveEvent): void => {
    switch (event.type) {
      case "message-created":
      case "message-edited":
      case "message-deleted":
        set(afterEvent(get(), event));
        break;
      case "request":
        set({ requests: [...get().requests, event.record].slice(-KEPT_REQUESTS) });
        break;
      case "commands":
        void loadCommands().catch(explain);
        break;
      case "state":
        void refresh().catch(explain);
        break;
      case "form":
        // The tab that asked gets its form as the outcome of what it did.
        break;
    }
  };

  const explain = (error: unknown): void => {
    const text =
      error instanceof Refused ? error.message : "The playground does not answer. Is it still running?";
    set({ announcement: text });
    if (get().guild === undefined) set({ trouble: text });
  };
  const addNote = (channelId: string, command: string, text: string): void => {
    lastNote += 1;
    const atMs = Date.now() + get().clockAheadMs;
    set({ notes: [...get().notes, { id: lastNote, channelId, command, text, atMs }], announcement: text });
  };
  const settle = (channelId: string, command: string, outcome: Outcome): void => {
    if (outcome.kind === "form") set({ form: { channelId, form: outcome.form } });
    if (outcome.kind === "failed") addNote(channelId, command, failureWords[outcome.reason]);
  };
  const act = async (messageId: string, customId: string, verb: string, body: object): Promise<void> => {
    const key = `${messageId} ${customId}`;
    if (get().pending.has(key)) return;
    const channelId = here();
    set({ pending: new Set([...get().pending, key]), failures: without(get().failures, messageId) });
    try {
      const { outcome } = await api.post<PageOutcome>(`/playground/channels/${channelId}/${verb}`, body);
      if (outcome.kind === "form") set({ form: { channelId, form: outcome.form } });
      if (outcome.kind === "failed") {
        const text = failureWords[outcome.reason];
        set({ failures: { ...get().failures, [messageId]: text }, announcement: text });
      }
    } catch (error) {
      const text = error instanceof Refused ? error.message : "The playground does not answer.";
      set({ failures: { ...get().failures, [messageId]: text }, announcement: text });
    } finally {
      set({ pending: new Set([...get().pending].filter((other) => other !== key)) });
    }
  };

  return {
    store,
    async start() {
      try {
        const guild = await loadState();
        discordUserId = guild.me.discordUserId;
        stopListening = listen({
          discordUserId,
          onEvent,
          onConnection(connection) {
            const isAgain = get().connection === "lost" && connection === "live";
            set({ connection });
            if (isAgain) void refresh().catch(explain);
          },
        });
        if (here() !== "") await Promise.all([loadMessages(here()), loadCommands()]);
      } catch (error) {
        explain(error);
      }
    },
    stop: () => stopListening?.(),
    async showChannel(channelId) {
      const unread = new Set([...get().unread].filter((id) => id !== channelId));
      set({ channelId, unread, isDrawerOpen: false });
      await Promise.all([loadMessages(channelId), loadCommands()]).catch(explain);
    },
    async loadOlder() {
      const channelId = here();
      const known = get().byChannel[channelId];
      const oldest = known?.messages[0];
      if (known === undefined || oldest === undefined || !known.hasOlder) return;
      const address = `/playground/channels/${channelId}/messages?before=${oldest.id}&limit=${String(PAGE_SIZE)}`;
      const { messages, more } = await api.get<PageMessages>(address);
      const now = get().byChannel[channelId]?.messages ?? [];
      if (now[0]?.id !== oldest.id) return;
      set({
        byChannel: { ...get().byChannel, [channelId]: { messages: [...messages, ...now], hasOlder: more } },
      });
    },
    async run(path, options) {
      const channelId = here();
      const answer = await api.post<PageOutcome>(`/playground/channels/${channelId}/run`, { path, options });
      settle(channelId, `/${path}`, answer.outcome);
    },
    async runContext(command, target) {
      const channelId = here();
      try {
        const body = { command, target };
        const { outcome } = await api.post<PageOutcome>(`/playground/channels/${channelId}/context`, body);
        settle(channelId, command, outcome);
      } catch (error) {
        addNote(
          channelId,
          command,
          error instanceof Refused ? error.message : "The playground does not answer.",
        );
      }
    },
    async suggest(request) {
      const { choices } = await api.post<PageSuggestions>(`/playground/channels/${here()}/suggest`, request);
      return choices;
    },
    press: (messageId, customId) => act(messageId, customId, "press", { messageId, customId }),
    choose: (messageId, customId, values) =>
      act(messageId, customId, "choose", { messageId, customId, values }),
    async submit({ channelId, form }, values) {
      const body = { form, values } satisfies PageSubmit;
      const { outcome } = await api.post<PageOutcome>(`/playground/channels/${channelId}/submit`, body);
      return outcome;
    },
    async dismiss(messageId) {
      const channelId = here();
      await api.post(`/playground/channels/${channelId}/dismiss`, { messageId }).catch(explain);
      set(afterEvent(get(), { type: "message-deleted", channelId, messageId }));
    },
    dropNote: (id) => set({ notes: get().notes.filter((note) => note.id !== id) }),
    upload: (file) => api.upload("/playground/upload", file),
    async loadPanel() {
      const after = get().serviceRequests.at(-1)?.id ?? 0;
      const [earlier, fresh, controls, workspaces] = await Promise.all([
        hasEarlier ? [] : optional(earlierRequests()),
        optional(api.get<readonly ServiceRequest[]>(`/playground/service-requests?after=${String(after)}`)),
        optional(api.get<readonly ControlState[]>("/playground/controls")),
        optional(api.get<readonly LinkableWorkspace[]>("/playground/workspaces")),
      ]);
      hasEarlier = true;
      const live = new Set(get().requests.map(({ id }) => id));
      const requests = [...earlier.filter(({ id }) => !live.has(id)), ...get().requests].slice(
        -KEPT_REQUESTS,
      );
      const serviceRequests = [...get().serviceRequests, ...fresh].slice(-KEPT_REQUESTS);
      set({ requests, serviceRequests, controls, workspaces });
    },
    async use(control) {
      try {
        const body: ControlRequest = control.kind === "switch" ? { isOn: control.isOn !== true } : {};
        const { said, controls } = await api.post<ControlAnswer>(`/playground/controls/${control.id}`, body);
        set({ controls, announcement: said });
        await loadState();
      } catch (error) {
        explain(error);
      }
    },
  };
}

/** A part of the panel that this playground may not offer. */
async function optional<Item>(asked: Promise<readonly Item[]>): Promise<readonly Item[]> {
  return asked.catch(() => []);
}
