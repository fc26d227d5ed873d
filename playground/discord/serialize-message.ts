import {
  type APIAttachment,
  type APIEmbed,
  type APIMessageTopLevelComponent,
  ComponentType,
} from "discord-api-types/v10";
import { isFields } from "./body-validator.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Embeds as Discord gives them back: trimmed, with their pictures' real addresses. */
export function toEmbeds(embeds: unknown, files: readonly APIAttachment[]): APIEmbed[] {
  if (!Array.isArray(embeds)) return [];
  return embeds.filter(isFields).map((embed) => {
    const parts = Object.entries(trimmed(embed)).filter(([, value]) => value !== null && value !== "");
    const shown: Record<string, unknown> = { ...Object.fromEntries(parts), type: "rich" };
    for (const key of ["image", "thumbnail"])
      if (isFields(shown[key])) shown[key] = withPicture(shown[key], files);
    for (const key of ["author", "footer"]) {
      const part = shown[key];
      if (isFields(part) && typeof part["icon_url"] === "string")
        shown[key] = { ...part, icon_url: addressOf(part["icon_url"], files) };
    }
    if (Array.isArray(shown["fields"]))
      shown["fields"] = shown["fields"]
        .filter(isFields)
        .map((field) => ({ ...field, inline: field["inline"] === true }));
    if (typeof shown["timestamp"] === "string")
      shown["timestamp"] = new Date(shown["timestamp"]).toISOString().replace("Z", "000+00:00");
    return shown;
  });
}

/** Components as Discord gives them back: numbered, with defaults filled in. */
export function toComponents(
  components: unknown,
  files: readonly APIAttachment[],
): APIMessageTopLevelComponent[] {
  if (!Array.isArray(components)) return [];
  let last = 0;
  const build = (component: Fields): Fields => {
    last += 1;
    const id = typeof component["id"] === "number" && component["id"] > 0 ? component["id"] : last;
    const built: Record<string, unknown> = { ...component, id };
    if (Array.isArray(component["components"]))
      built["components"] = component["components"].filter(isFields).map(build);
    if (isFields(component["accessory"])) built["accessory"] = build(component["accessory"]);
    for (const key of ["media", "file"]) if (isFields(built[key])) built[key] = withMedia(built[key], files);
    if (Array.isArray(component["items"]))
      built["items"] = component["items"].filter(isFields).map((item) => ({
        ...item,
        media: isFields(item["media"]) ? withMedia(item["media"], files) : {},
        spoiler: item["spoiler"] === true,
      }));
    return { ...defaultsOf(component["type"]), ...built };
  };
  // `checkMessageComponents` has held it to the form of components.
  const built: readonly unknown[] = components.filter(isFields).map(build);
  return built as APIMessageTopLevelComponent[];
}

function defaultsOf(type: unknown): Fields {
  switch (type) {
    case ComponentType.StringSelect:
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      return { min_values: 1, max_values: 1 };
    case ComponentType.Separator:
      return { divider: true, spacing: 1 };
    case ComponentType.Container:
      return { accent_color: null, spoiler: false };
    case ComponentType.Thumbnail:
    case ComponentType.File:
      return { spoiler: false };
    default:
      return {};
  }
}

/** Files that an embed shows are not shown a second time below it. */
export function filesBesideEmbeds(
  embeds: readonly APIEmbed[],
  files: readonly APIAttachment[],
): APIAttachment[] {
  const shown = new Set(
    embeds.flatMap(({ image, thumbnail, author, footer }) => [
      image?.url,
      thumbnail?.url,
      author?.icon_url,
      footer?.icon_url,
    ]),
  );
  return files.filter(({ url }) => !shown.has(url));
}

function withPicture(picture: Fields, files: readonly APIAttachment[]): Fields {
  const url = addressOf(String(picture["url"]), files);
  const file = files.find((candidate) => candidate.url === url);
  return {
    ...picture,
    url,
    proxy_url: url,
    width: file?.width ?? 0,
    height: file?.height ?? 0,
    ...(file?.description === undefined ? {} : { description: file.description }),
  };
}

function withMedia(media: Fields, files: readonly APIAttachment[]): Fields {
  const url = addressOf(String(media["url"]), files);
  const file = files.find((candidate) => candidate.url === url);
  return {
    id: file?.id ?? "0",
    url,
    proxy_url: url,
    width: file?.width ?? 0,
    height: file?.height ?? 0,
    content_type: file?.content_type ?? null,
    ...(file === undefined ? {} : { attachment_id: file.id }),
  };
}

function addressOf(url: string, files: readonly APIAttachment[]): string {
  if (!url.startsWith("attachment://")) return url;
  const name = url.slice("attachment://".length);
  return files.find(({ filename }) => filename === name)?.url ?? url;
}

function trimmed(value: Fields): Fields {
  const trim = (part: unknown): unknown => {
    if (typeof part === "string") return part.trim();
    if (Array.isArray(part)) return part.map(trim);
    return isFields(part) ? trimmed(part) : part;
  };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, trim(part)]));
}
