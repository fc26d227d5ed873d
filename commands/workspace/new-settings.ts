import type { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import { UserError } from "../../src/errors.ts";
import { inert } from "../../src/text/inert.ts";

/** In options and in the form. */
export const settingFields = { name: "name", theme: "theme" } as const;
export const maxSettingLength = 100;

/**
 * What somebody filled in; the rest is left as it is.
 * @throws UserError when that is nothing, or nothing that can be seen
 */
export function readSettings(typed: { readonly name: string; readonly theme: string }): WorkspaceSettings {
  const settings = { ...read("name", typed.name), ...read("theme", typed.theme) };
  if (Object.keys(settings).length > 0) return settings;
  throw new UserError(
    "Neither `name` nor `theme` was filled in, so there is nothing to change. Nothing was sent.",
  );
}

function read(field: keyof WorkspaceSettings, typed: string): WorkspaceSettings {
  const value = typed.trim();
  if (value === "") return {};
  if (inert(value) !== "") return { [field]: value };
  throw new UserError(
    `There is nothing to see in that \`${field}\`, so nothing was sent. Please write another.`,
  );
}
