import type { ButtonStyle, ComponentType, SeparatorSpacingSize, TextInputStyle } from "discord-api-types/v10";

// Only Discord's types are at hand in a browser, not its enums: the numbers are written here once.
export const Type = {
  ActionRow: 1 as ComponentType.ActionRow,
  Button: 2 as ComponentType.Button,
  StringSelect: 3 as ComponentType.StringSelect,
  TextInput: 4 as ComponentType.TextInput,
  UserSelect: 5 as ComponentType.UserSelect,
  RoleSelect: 6 as ComponentType.RoleSelect,
  MentionableSelect: 7 as ComponentType.MentionableSelect,
  ChannelSelect: 8 as ComponentType.ChannelSelect,
  Section: 9 as ComponentType.Section,
  TextDisplay: 10 as ComponentType.TextDisplay,
  Thumbnail: 11 as ComponentType.Thumbnail,
  MediaGallery: 12 as ComponentType.MediaGallery,
  File: 13 as ComponentType.File,
  Separator: 14 as ComponentType.Separator,
  Container: 17 as ComponentType.Container,
  Label: 18 as ComponentType.Label,
  FileUpload: 19 as ComponentType.FileUpload,
  RadioGroup: 21 as ComponentType.RadioGroup,
  CheckboxGroup: 22 as ComponentType.CheckboxGroup,
  Checkbox: 23 as ComponentType.Checkbox,
} as const;

export const Style = {
  Primary: 1 as ButtonStyle.Primary,
  Secondary: 2 as ButtonStyle.Secondary,
  Success: 3 as ButtonStyle.Success,
  Danger: 4 as ButtonStyle.Danger,
  Link: 5 as ButtonStyle.Link,
  Premium: 6 as ButtonStyle.Premium,
} as const;

export const Paragraph = 2 as TextInputStyle.Paragraph;
export const LargeSpace = 2 as SeparatorSpacingSize.Large;

/** Every part of a message this page draws; a test holds it against what the bot sends. */
export const drawnInMessages: readonly ComponentType[] = [
  Type.ActionRow,
  Type.Button,
  Type.StringSelect,
  Type.UserSelect,
  Type.RoleSelect,
  Type.MentionableSelect,
  Type.ChannelSelect,
  Type.Section,
  Type.TextDisplay,
  Type.Thumbnail,
  Type.MediaGallery,
  Type.File,
  Type.Separator,
  Type.Container,
];

/** Every part of a form this page draws. */
export const drawnInForms: readonly ComponentType[] = [
  Type.ActionRow,
  Type.TextInput,
  Type.TextDisplay,
  Type.Label,
  Type.StringSelect,
  Type.UserSelect,
  Type.RoleSelect,
  Type.MentionableSelect,
  Type.ChannelSelect,
  Type.FileUpload,
  Type.RadioGroup,
  Type.CheckboxGroup,
  Type.Checkbox,
];

/** Every part of an embed this page draws, by its name in Discord's interface. */
export const drawnInEmbeds: readonly string[] = [
  "author",
  "title",
  "url",
  "description",
  "fields",
  "color",
  "thumbnail",
  "image",
  "footer",
  "timestamp",
];
