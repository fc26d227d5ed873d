import type { APIAttachment } from "discord-api-types/v10";
import { html, type View } from "../html.ts";
import { Icon } from "../shell/icon.ts";
import { PictureButton } from "./picture.ts";

const picture = /^image\/(?:png|jpe?g|gif|webp|avif)/;

export function Attachments({ attachments }: { readonly attachments: readonly APIAttachment[] }): View {
  if (attachments.length === 0) return null;
  return html`<ul class="attachments">
    ${attachments.map(
      (attachment) => html`<li key=${attachment.id}><${Attachment} attachment=${attachment} /></li>`,
    )}
  </ul>`;
}

function Attachment({ attachment }: { readonly attachment: APIAttachment }): View {
  const { url, filename, description, content_type, width, height, size } = attachment;
  if (picture.test(content_type ?? "") || (width !== undefined && width !== null)) {
    return html`<${PictureButton}
      url=${url}
      alt=${description ?? ""}
      width=${width}
      height=${height}
      className="attachment-picture"
    />`;
  }
  return html`<${FileCard} url=${url} name=${filename} size=${size} />`;
}

interface FileCardProps {
  readonly url: string;
  readonly name: string;
  readonly size: number | undefined;
}

export function FileCard({ url, name, size }: FileCardProps): View {
  return html`<a class="file-card" href=${url} download=${name}>
    <${Icon} name="file" />
    <span class="file-name" dir="auto">${name}</span>
    ${size === undefined ? null : html`<span class="file-size">${formatBytes(size)}</span>`}
  </a>`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
