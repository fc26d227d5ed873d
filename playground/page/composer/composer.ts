import { useEffect, useMemo, useState } from "preact/hooks";
import type { PageOptions } from "../../discord/page-types.ts";
import { Refused } from "../api.ts";
import { html, type View } from "../html.ts";
import { useGuild } from "../guild.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { CommandForm } from "./command-form.ts";
import { CommandInput } from "./command-input.ts";
import { type Draft, type CommandEntry, commandEntriesOf } from "./command-entries.ts";

export function Composer(): View {
  const { store, run, say } = useSession();
  const guild = useGuild();
  const commands = useStore(store, (model) => model.commands);
  const channelId = useStore(store, (model) => model.channelId);
  const fill = useStore(store, (model) => model.fill);
  const entries = useMemo(() => commandEntriesOf(commands), [commands]);
  const [draft, setDraft] = useState<Draft>();
  const channel = guild.channel(channelId);

  const place = guild.isPrivate(channelId) ? "private" : `#${channel?.name ?? ""}`;

  const begin = (entry: CommandEntry): void => setDraft({ entry, inputs: {} });

  useEffect(() => {
    if (fill === undefined) return;
    store.set({ fill: undefined });
    const entry =
      entries.find(({ path }) => path === fill.path) ?? entries.find(({ group }) => group === fill.path);
    if (entry === undefined) store.set({ announcement: `You can't use /${fill.path} here.` });
    else begin(entry);
  }, [fill, entries]);
  useEffect(() => setDraft(undefined), [channelId]);

  const send = (sent: Draft, options: PageOptions): void => {
    setDraft(undefined);
    run(sent.entry.path, options).catch((error: unknown) => {
      const message =
        error instanceof Refused ? error.message : "The playground isn't responding. Nothing was sent.";
      const field = error instanceof Refused ? error.field : undefined;
      store.set({ announcement: message });
      setDraft((newer) => newer ?? { ...sent, trouble: { message, field } });
    });
  };

  return html`<section class="composer" aria-label="Composer">
    ${
      draft === undefined
        ? html`<${CommandInput}
            entries=${entries}
            channel=${channel}
            place=${place}
            onPick=${begin}
            onSay=${say}
          />`
        : html`<${CommandForm}
            key=${draft.entry.path}
            draft=${draft}
            onSend=${send}
            onCancel=${() => setDraft(undefined)}
          />`
    }
  </section>`;
}
