import { addressOf, useGuild } from "../guild.ts";
import { type Children, html, type View } from "../html.ts";
import { useSession } from "../session.ts";

interface LinkProps {
  readonly href: string;
  readonly title?: string | undefined;
  readonly children: Children;
}

const onDiscord = /^https:\/\/discord\.com\/(channels|events)\/(\d+)(?:\/(\d+))?(?:\/(\d+))?$/;

/** What is on Discord is opened in this page, which stands for it: there is no such server elsewhere. */
export function Link({ href, title, children }: LinkProps): View {
  const { channel, farChannel, state } = useGuild();
  const { showMessage } = useSession();
  const [, what, guildId = "", channelId, messageId] = onDiscord.exec(href) ?? [];
  if (what === undefined)
    return html`<a class="link" href=${href} title=${title} target="_blank" rel="noreferrer noopener"
      >${children}</a
    >`;
  const isHere = channel(channelId) !== undefined;
  const isThere = channelId === undefined || farChannel(channelId)?.guild.id === guildId;
  if (what === "events" || !(isHere || isThere))
    return html`<span class="link" title="This can't be opened in the playground.">${children}</span>`;
  const address = addressOf(state.me.username, guildId, channelId);
  const show = (event: MouseEvent): void => {
    if (!isHere || channelId === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showMessage(channelId, messageId);
  };
  return html`<a class="link" href=${address} title=${title} onClick=${show}>${children}</a>`;
}
