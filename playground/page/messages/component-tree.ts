import type { APIMessageComponent } from "discord-api-types/v10";
import { LargeSpace, Type } from "../component-types.ts";
import { type Children, html, type View } from "../html.ts";
import { Markdown } from "../markdown/view.ts";
import { FileCard } from "./attachments.ts";
import { MessageButton } from "./button.ts";
import { colorStyle } from "./color.ts";
import { PictureButton } from "./picture.ts";
import { MessageSelect } from "./select.ts";

interface TreeProps {
  readonly component: APIMessageComponent;
  readonly messageId: string;
}

/** Draws one component of a message and what it holds. Discord nests them three deep at most. */
export function ComponentTree({ component, messageId }: TreeProps): View {
  const inner = (components: readonly APIMessageComponent[]): Children =>
    components.map(
      (child, index) =>
        html`<${ComponentTree} key=${keyOf(child, index)} component=${child} messageId=${messageId} />`,
    );
  switch (component.type) {
    case Type.ActionRow:
      return html`<div class="action-row">${inner(component.components)}</div>`;
    case Type.Button:
      return html`<${MessageButton} button=${component} messageId=${messageId} />`;
    case Type.StringSelect:
    case Type.UserSelect:
    case Type.RoleSelect:
    case Type.MentionableSelect:
    case Type.ChannelSelect:
      return html`<${MessageSelect} select=${component} messageId=${messageId} />`;
    case Type.Container:
      return html`<div class="container" style=${colorStyle(component.accent_color)}>
        ${inner(component.components)}
      </div>`;
    case Type.Section:
      return html`<div class="section">
        <div>${inner(component.components)}</div>
        <div class="accessory">${inner([component.accessory])}</div>
      </div>`;
    case Type.TextDisplay:
      return html`<${Markdown} text=${component.content} />`;
    case Type.Thumbnail:
      return html`<${PictureButton}
        url=${component.media.url}
        alt=${component.description ?? ""}
        isSpoiler=${component.spoiler}
        className="section-thumbnail"
      />`;
    case Type.MediaGallery:
      return html`<div class=${`gallery gallery-${String(component.items.length)}`}>
        ${component.items.map(
          (item) =>
            html`<${PictureButton}
              url=${item.media.url}
              alt=${item.description ?? ""}
              isSpoiler=${item.spoiler}
              className="gallery-picture"
            />`,
        )}
      </div>`;
    case Type.File:
      return html`<${FileCard}
        url=${component.file.url}
        name=${component.name ?? component.file.url.split("/").at(-1)}
        size=${component.size}
      />`;
    case Type.Separator:
      return html`<div class=${`separator ${component.spacing === LargeSpace ? "separator-large" : ""}`}>
        ${component.divider === false ? null : html`<hr />`}
      </div>`;
    default:
      (component) satisfies never;
      return null;
  }
}

/** A button that does something else is a new one: a double press on the first must not press it as well. */
function keyOf(component: APIMessageComponent, index: number): string {
  const label = component.type === Type.Button && "label" in component ? component.label : undefined;
  return `${String(index)} ${label ?? ""}`;
}
