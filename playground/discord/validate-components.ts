import { ComponentType } from "discord-api-types/v10";
import { checkButton, checkSelect, CustomIds, selectTypes } from "./validate-controls.ts";
import { characters, type FormCheck, isFields } from "./body-validator.ts";

type Fields = Readonly<Record<string, unknown>>;

const containerParts = [
  ComponentType.ActionRow,
  ComponentType.Section,
  ComponentType.TextDisplay,
  ComponentType.MediaGallery,
  ComponentType.File,
  ComponentType.Separator,
] as const;
const topLevelV2 = [...containerParts, ComponentType.Container] as const;

type Placeable = (typeof topLevelV2)[number] | ComponentType.Thumbnail;

interface Tally {
  readonly ids: CustomIds;
  components: number;
  characters: number;
}

export function checkMessageComponents(form: FormCheck, body: Fields, v2: boolean): void {
  const components = form.list(body, "components", { max: v2 ? 40 : 5 });
  const list = form.at("components");
  const tally: Tally = { ids: new CustomIds(), components: 0, characters: 0 };
  checkAll(list, components, v2 ? topLevelV2 : [ComponentType.ActionRow], tally);
  if (!v2) return;
  if (tally.components > 40)
    list.refuse("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components is 40");
  if (tally.characters > 4_000)
    list.refuse("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The displayable text exceeds 4000 characters");
}

function checkAll(
  form: FormCheck,
  values: readonly unknown[],
  allowed: readonly Placeable[],
  tally: Tally,
): void {
  for (const [index, value] of values.entries()) {
    const at = form.at(index);
    const component = at.fields(value);
    tally.components += 1;
    const type = at.oneOf(component, "type", allowed);
    if (type !== undefined) checkOne(at, component, type, tally);
  }
}

function checkOne(form: FormCheck, component: Fields, type: Placeable, tally: Tally): void {
  switch (type) {
    case ComponentType.ActionRow:
      checkRow(form, component, tally);
      return;
    case ComponentType.Container:
      form.integer(component, "accent_color", { min: 0, max: 0xffffff });
      form.flag(component, "spoiler");
      checkAll(
        form.at("components"),
        form.list(component, "components", { min: 1, max: 40 }),
        containerParts,
        tally,
      );
      return;
    case ComponentType.Section:
      checkSection(form, component, tally);
      return;
    case ComponentType.TextDisplay:
      tally.characters += characters(form.text(component, "content", { required: true, max: 4_000 }) ?? "");
      return;
    case ComponentType.MediaGallery:
      for (const [index, item] of form.list(component, "items", { min: 1, max: 10 }).entries()) {
        const at = form.at("items", index);
        checkMedia(at, at.fields(item), "media", ["http", "https", "attachment"]);
      }
      return;
    case ComponentType.File:
      checkMedia(form, component, "file", ["attachment"]);
      return;
    case ComponentType.Thumbnail:
      checkMedia(form, component, "media", ["http", "https", "attachment"]);
      return;
    case ComponentType.Separator:
      form.flag(component, "divider");
      form.integer(component, "spacing", { min: 1, max: 2 });
      return;
    default:
      return type satisfies never;
  }
}

function checkRow(form: FormCheck, row: Fields, tally: Tally): void {
  const inner = form.list(row, "components", { min: 1, max: 5 });
  const parts = form.at("components");
  let width = 0;
  for (const [index, value] of inner.entries()) {
    const at = parts.at(index);
    const component = at.fields(value);
    tally.components += 1;
    if (component["type"] === ComponentType.Button) {
      width += 1;
      checkButton(at, component, tally.ids);
    } else if (selectTypes.has(component["type"])) {
      width += 5;
      checkSelect(at, component, tally.ids);
    } else at.at("type").refuse("BASE_TYPE_CHOICES", "Value must be one of {2, 3, 5, 6, 7, 8}.");
  }
  if (width > 5 && inner.length <= 5)
    parts.refuse("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
}

function checkSection(form: FormCheck, section: Fields, tally: Tally): void {
  const texts = form.list(section, "components", { min: 1, max: 3 });
  checkAll(form.at("components"), texts, [ComponentType.TextDisplay], tally);
  const accessory = form.at("accessory");
  const part = section["accessory"];
  if (!isFields(part)) {
    accessory.refuse("BASE_TYPE_REQUIRED", "This field is required");
    return;
  }
  tally.components += 1;
  const type = accessory.oneOf(part, "type", [ComponentType.Button, ComponentType.Thumbnail]);
  if (type === ComponentType.Button) checkButton(accessory, part, tally.ids);
  else if (type !== undefined) checkOne(accessory, part, type, tally);
}

function checkMedia(form: FormCheck, component: Fields, key: string, schemes: readonly string[]): void {
  const media = component[key];
  const at = form.at(key);
  if (!isFields(media) || typeof media["url"] !== "string")
    at.at("url").refuse("BASE_TYPE_REQUIRED", "This field is required");
  else at.url(media, "url", schemes);
  form.text(component, "description", { max: 1_024 });
  form.flag(component, "spoiler");
}
