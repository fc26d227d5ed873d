import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type {
  PageOptions,
  PageSubmit,
  PageSuggest,
  PageSuggestions,
  PageUpload,
} from "../discord/page-types.ts";
import type { Outcome } from "../discord/member-types.ts";
import type { ControlState } from "../page-api/switches.ts";
import type { OpenForm, PageModel } from "./model.ts";
import type { Store } from "./store.ts";

/** One person at the page: what they see, and everything they can do. */
export interface Session {
  readonly store: Store<PageModel>;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly showChannel: (channelId: string) => Promise<void>;
  /** Shows a channel at one of its messages, as far as it's still there. */
  readonly showMessage: (channelId: string, messageId: string | undefined) => Promise<void>;
  readonly loadOlder: () => Promise<void>;
  readonly run: (path: string, options: PageOptions) => Promise<void>;
  readonly runContext: (
    command: string,
    target: { discordUserId: string } | { messageId: string },
  ) => Promise<void>;
  /** Posts a message. */
  readonly say: (content: string) => Promise<void>;
  /** Posts a copy of a message in the channel on screen. */
  readonly forward: (messageId: string) => Promise<void>;
  readonly suggest: (request: PageSuggest) => Promise<PageSuggestions["choices"]>;
  readonly press: (messageId: string, customId: string) => Promise<void>;
  readonly choose: (messageId: string, customId: string, values: readonly string[]) => Promise<void>;
  /** Resolves with what happened; rejects with a `Refused` when Discord would not have sent the form. */
  readonly submit: (open: OpenForm, values: PageSubmit["values"]) => Promise<Outcome>;
  readonly dismiss: (messageId: string) => Promise<void>;
  readonly dropNote: (id: number) => void;
  readonly upload: (file: File) => Promise<PageUpload>;
  readonly loadPanel: () => Promise<void>;
  /** @param value of a choice */
  readonly use: (control: ControlState, value?: string) => Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("There is no session around this view.");
  return session;
}
