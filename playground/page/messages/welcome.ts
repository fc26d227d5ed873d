import type { PageChannel } from "../../discord/page-types.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { commandEntriesOf } from "../composer/command-entries.ts";

/** By who one is here: the first that fits. */
const firstToTry = {
  Admin: ["setup", "access show", "settings", "audit", "link status", "help"],
  Manager: ["board", "schedule list", "order search", "leaderboard", "activity gift", "help"],
  Staff: ["me", "order create", "leaderboard", "calendar", "request time", "help"],
} as const;
const firstToAnybody = ["help", "order create", "order search", "assignments", "calendar"];
const firstToSetUp = ["setup", "help", "link set", "access set", "settings", "account connect"];
const maxTries = 6;

/** The head of a channel: where one is, and what there is to try. */
export function Welcome({ channel }: { readonly channel: PageChannel | undefined }): View {
  const { store } = useSession();
  const { fillCommand, isPrivate, role, state } = useGuild();
  const commands = useStore(store, (model) => model.commands);
  if (channel === undefined) return null;
  const entries = commandEntriesOf(commands);
  const { about } = state.guild;
  const standing = state.me.roleIds.map((id) => role(id)?.name).find((name) => isKnown(name));
  const first = about !== "" ? firstToSetUp : standing === undefined ? firstToAnybody : firstToTry[standing];
  const wanted = first.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  const tries = (wanted.length === 0 ? entries : wanted).slice(0, maxTries);
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
        : html`<p class="tries-for">${triesFor(standing)}</p>
            <ul class="tries" aria-label="Commands to try">
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
            Or right-click a message, such as “2 flat whites for Noor”, and choose <em>Log order</em>.
          </p>`
        : null
    }
  </section>`;
}

function isKnown(name: string | undefined): name is keyof typeof firstToTry {
  return name !== undefined && name in firstToTry;
}

function triesFor(standing: keyof typeof firstToTry | undefined): string {
  if (standing === undefined) return "Try one of these:";
  return `As ${standing === "Admin" ? "an admin" : standing === "Manager" ? "a manager" : "staff"}, try one of these:`;
}
