import type { PageOutcome, PageSubmit, PageSuggestions } from "../discord/page-types.ts";
import type { Outcome } from "../discord/member-types.ts";
import type { ControlAnswer, ControlRequest } from "../page-api/switches.ts";
import { type Api, Refused } from "./api.ts";
import { failureMessage } from "./failure-message.ts";
import { afterEvent } from "./reduce-event.ts";
import type { PageModel } from "./model.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store.ts";
import { without } from "./omit.ts";

/** What a person does in the channel on screen. */
export type Acting = Pick<
  Session,
  | "run"
  | "runContext"
  | "say"
  | "forward"
  | "suggest"
  | "press"
  | "choose"
  | "submit"
  | "dismiss"
  | "dropNote"
  | "upload"
  | "use"
>;

interface Parts {
  readonly api: Api;
  readonly store: Store<PageModel>;
  /** Reports that something couldn't be done. */
  readonly explain: (error: unknown) => void;
  readonly loadState: () => Promise<unknown>;
}

export function createActing({ api, store: { get, set }, explain, loadState }: Parts): Acting {
  let lastNote = 0;
  const here = (): string => get().channelId ?? "";

  const addNote = (channelId: string, command: string, text: string): void => {
    lastNote += 1;
    const atMs = Date.now() + get().clockAheadMs;
    set({ notes: [...get().notes, { id: lastNote, channelId, command, text, atMs }], announcement: text });
  };
  const settle = (channelId: string, command: string, outcome: Outcome): void => {
    if (outcome.kind === "form") set({ form: { channelId, form: outcome.form } });
    if (outcome.kind === "failed") addNote(channelId, command, failureMessage[outcome.reason]);
  };
  const act = async (messageId: string, customId: string, verb: string, body: object): Promise<void> => {
    const key = `${messageId} ${customId}`;
    if (get().pending.has(key)) return;
    const channelId = here();
    const fail = (text: string): void =>
      set({ failures: { ...get().failures, [messageId]: text }, announcement: text });
    set({ pending: new Set([...get().pending, key]), failures: without(get().failures, messageId) });
    try {
      const { outcome } = await api.post<PageOutcome>(`/playground/channels/${channelId}/${verb}`, body);
      if (outcome.kind === "form") set({ form: { channelId, form: outcome.form } });
      if (outcome.kind === "failed") fail(failureMessage[outcome.reason]);
    } catch (error) {
      fail(wordsOf(error));
    } finally {
      set({ pending: new Set([...get().pending].filter((other) => other !== key)) });
    }
  };

  return {
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
        addNote(channelId, command, wordsOf(error));
      }
    },
    say: (content) => api.post(`/playground/channels/${here()}/say`, { content }),
    forward: (messageId) =>
      api
        .post<void>(`/playground/channels/${here()}/forward`, { messageId })
        .catch((error: unknown) => addNote(here(), "Forward", wordsOf(error))),
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
    async use(control, value) {
      try {
        const wanted = control.kind === "switch" ? { isOn: control.isOn !== true } : {};
        const body: ControlRequest = { ...wanted, ...(value !== undefined && { value }), channelId: here() };
        const { said, controls } = await api.post<ControlAnswer>(`/playground/controls/${control.id}`, body);
        set({ controls, announcement: said });
        await loadState();
      } catch (error) {
        explain(error);
      }
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Refused ? error.message : "The playground isn't responding.";
}
