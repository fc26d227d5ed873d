import type { PageChannel } from "../../discord/page-types.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { commandEntriesOf } from "../composer/command-entries.ts";

const firstToTry = ["help", "order create", "order search", "assignments", "calendar"];
const firstToSetUp = ["help", "link set", "access set", "settings managers-channel", "account connect"];

/** The head of a channel: where one is, and what there is to try. */
export function Welcome({ channel }: { readonly channel: PageChannel | undefined }): View {
  const { store } = useSession();
  const { fillCommand, isPrivate, state } = useGuild();
  const commands = useStore(store, (model) => model.commands);
  if (channel === undefined) return null;
  const entries = commandEntriesOf(commands);
  const { about } = state.guild;
  const first = about === "" ? firstToTry : firstToSetUp;
  const wanted = first.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  const tries = (wanted.length === 0 ? entries : wanted).slice(0, 5);
  if (isPrivate(channel.id)) {
    return html`<section class="welcome" aria-label="About this channel">
      <span class="welcome-mark" aria-hidden="true">@</span>
      <h2>${channel.name}</h2>
      <p>Private messages from the bot appear here. Nobody else can see them.</p>
    </section>`;
  }
  return html`<section class="welcome" aria-label="About this channel">
    <span class="welcome-mark" aria-hidden="true">#</span>
    <h2>${channel.name}</h2>
    <p>${channel.topic === "" ? "This is where the channel begins." : channel.topic}</p>
    ${about === "" ? null : html`<p class="welcome-about">${about}</p>`}
    ${
      tries.length === 0
        ? html`<p class="welcome-empty">
            No commands here for this person. Act as someone else, or wait for the bot.
          </p>`
        : html`<ul class="tries" aria-label="Commands to try">
            ${tries.map(
              ({ path, commandId, description }) =>
                html`<li>
                  <button type="button" class="try" onClick=${() => fillCommand(path, commandId)}>
                    <strong>/${path}</strong><span>${description}</span>
                  </button>
                </li>`,
            )}
          </ul>`
    }
    ${
      about === "" && commands.some(({ name }) => name === "Log order")
        ? html`<p class="welcome-about">
            Or write a message, such as “2 flat whites for Noor”, and right-click it.
          </p>`
        : null
    }
  </section>`;
}
