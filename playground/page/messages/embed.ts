import type { APIEmbed } from "discord-api-types/v10";
import { useNow } from "../clock.ts";
import { html, type View } from "../html.ts";
import { webAddress } from "../markdown/links.ts";
import { Markdown, MarkdownLine } from "../markdown/view.ts";
import { formatSent } from "../time.ts";
import { colorStyle } from "./color.ts";
import { fieldRows } from "./field-rows.ts";
import { PictureButton } from "./picture.ts";

export function Embed({ embed }: { readonly embed: APIEmbed }): View {
  const { author, title, url, description, fields = [], thumbnail, image } = embed;
  const address = url === undefined ? undefined : webAddress(url);
  return html`<article class="embed" style=${colorStyle(embed.color)} aria-label=${title ?? "Embed"}>
    <div class="embed-text">
      ${author === undefined ? null : html`<${EmbedAuthor} author=${author} />`}
      ${
        title === undefined
          ? null
          : html`<div class="embed-title">
              ${
                address === undefined
                  ? html`<${MarkdownLine} text=${title} />`
                  : html`<a href=${address} target="_blank" rel="noreferrer noopener"
                      ><${MarkdownLine} text=${title}
                    /></a>`
              }
            </div>`
      }
      ${description === undefined ? null : html`<${Markdown} text=${description} place="embed" />`}
      ${
        fields.length === 0
          ? null
          : html`<dl class="embed-fields">
              ${fieldRows(fields).map(
                ({ field, span }) =>
                  html`<div class=${`embed-field span-${String(span)}`}>
                    <dt><${MarkdownLine} text=${field.name} /></dt>
                    <dd><${Markdown} text=${field.value} place="embed" /></dd>
                  </div>`,
              )}
            </dl>`
      }
    </div>
    ${thumbnail === undefined ? null : html`<${PictureButton} url=${thumbnail.url} alt=${thumbnail.description ?? ""} className="embed-thumbnail" />`}
    ${
      image === undefined
        ? null
        : html`<${PictureButton}
            url=${image.url}
            alt=${image.description ?? ""}
            width=${image.width}
            height=${image.height}
            className="embed-image"
          />`
    }
    <${EmbedFooter} embed=${embed} />
  </article>`;
}

function EmbedAuthor({ author }: { readonly author: NonNullable<APIEmbed["author"]> }): View {
  const address = author.url === undefined ? undefined : webAddress(author.url);
  const icon =
    author.icon_url === undefined ? null : html`<img class="embed-icon" src=${author.icon_url} alt="" />`;
  const name =
    address === undefined
      ? author.name
      : html`<a href=${address} target="_blank" rel="noreferrer">${author.name}</a>`;
  return html`<div class="embed-author">${icon}<span dir="auto">${name}</span></div>`;
}

function EmbedFooter({ embed: { footer, timestamp } }: { readonly embed: APIEmbed }): View {
  const nowMs = useNow();
  if (footer === undefined && timestamp === undefined) return null;
  const icon =
    footer?.icon_url === undefined ? null : html`<img class="embed-icon" src=${footer.icon_url} alt="" />`;
  const text = footer === undefined ? null : html`<span dir="auto">${footer.text}</span>`;
  const at = timestamp === undefined ? undefined : Date.parse(timestamp);
  const moment =
    at === undefined || Number.isNaN(at)
      ? null
      : html`<time datetime=${timestamp}>${formatSent(at, { nowMs })}</time>`;
  const dot = footer !== undefined && moment !== null ? html`<span aria-hidden="true">•</span>` : null;
  return html`<div class="embed-footer">${icon}${text}${dot}${moment}</div>`;
}
