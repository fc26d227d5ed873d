import { z } from "zod";
import { defineFeature } from "../../src/feature.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { WorkspaceSettings } from "../../src/api/contract/workspace.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { createTextField, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { renderSettingsPreview, renderSettingsReceipt } from "./render-settings.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { text } from "../kit/options.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";

const workspaceAudit = {
  "workspace.settings": {
    label: "Change the workspace's settings",
    done: "Changed the workspace's settings",
    say(is) {
      const [name, theme] = [formatBoldName(is("after", "name")), formatBoldName(is("after", "theme"))];
      const changed = [
        name && `the workspace's name to ${name}`,
        theme && `the workspace's theme to ${theme}`,
      ];
      return ["changed", "change", joinParts(changed, " and ") || "the workspace's settings"];
    },
    brief: () => "the workspace's settings",
  },
} as const satisfies AuditActions;

/** The service doesn't share the current settings, so there is no `before`. */
const Payload = z.object({ after: WorkspaceSettings });

const settingsConfirmation = defineConfirmation<
  z.output<typeof Payload>,
  { readonly workspaceId: string },
  "write"
>({
  kind: "workspace.settings",
  access: "admin",
  needs: "write",
  payload: Payload,
  confirm: { label: "Change settings", destructive: false },
  cancel: { label: "Not now", sentence: "The settings weren't changed. Nothing was sent." },
  unknownOutcomeText:
    "I sent the new settings but got no clear answer, so I don't know whether they were changed. Check the workspace itself before you send them again.",
  async execute({ after: body }, { api, workspaceId }) {
    await api.updateWorkspace({ params: { workspaceId }, body });
    return { workspaceId };
  },
  outcome: {
    target: ({ workspaceId }) => workspaceId,
    duplicateText: () => "These settings were already sent. Nothing was sent twice.",
  },
  receipt: (_result, { after }, ctx) => renderSettingsReceipt(after, ctx.link, renderContext(ctx)),
});

/** In options and in the form. */
const settingFields = { name: "name", theme: "theme" } as const;
const maxSettingLength = 100;

/**
 * The filled-in fields; the rest stays unchanged.
 * @throws UserError if nothing, or nothing visible, was filled in
 */
export function readSettings(typed: { readonly name: string; readonly theme: string }): WorkspaceSettings {
  const settings = { ...read("name", typed.name), ...read("theme", typed.theme) };
  if (Object.keys(settings).length > 0) return settings;
  throw new UserError(
    "You filled in neither `name` nor `theme`, so there's nothing to change. Nothing was sent.",
  );
}

function read(field: keyof WorkspaceSettings, typed: string): WorkspaceSettings {
  const value = typed.trim();
  if (value === "") return {};
  if (escapeMarkdown(value) !== "") return { [field]: value };
  throw new UserError(`That \`${field}\` has no visible characters, so nothing was sent. Choose another.`);
}

const Typed = z.object({ name: z.string(), theme: z.string() });

const settingsForm = defineDraftForm<z.output<typeof Typed>, WorkspaceSettings, "write">({
  name: "workspace",
  command: "workspace settings",
  access: "admin",
  needs: "write",
  typed: Typed,
  modal: ({ name, theme }) => ({
    title: "Workspace settings",
    components: [
      createTextField({
        id: settingFields.name,
        label: "New name",
        description: "Leave empty to keep the current name.",
        max: maxSettingLength,
        value: name,
      }),
      createTextField({
        id: settingFields.theme,
        label: "New theme",
        description: "As the workspace calls it. Leave empty to keep the current theme.",
        max: maxSettingLength,
        value: theme,
      }),
    ],
  }),
  read: (fields) => ({
    name: readText(fields, settingFields.name),
    theme: readText(fields, settingFields.theme),
  }),
  parse: async (typed) => readSettings(typed),
  respond: (after, ctx) => settingsConfirmation.prompt({ after }, renderSettingsPreview(after), ctx),
});

const settings = defineSubcommand({
  name: "settings",
  description: "Change the workspace's name or theme, with a preview before anything is sent",
  options: {
    name: text("The new name; leave empty to keep the current one").max(maxSettingLength),
    theme: text("The new theme, as the workspace calls it; leave empty to keep the current one").max(
      maxSettingLength,
    ),
  },
  access: "admin",
  needs: "write",
  ack: "modal-or-ephemeral",
  operations: ["updateWorkspace"],
  components: [...settingsConfirmation.components, ...settingsForm.components],
  async run({ options: { name, theme } }, ctx) {
    const typed = { name: name ?? "", theme: theme ?? "" };
    return name === undefined && theme === undefined
      ? settingsForm.open(typed, ctx)
      : settingsForm.submit(typed, ctx);
  },
});

const workspace = defineCommandGroup({
  name: "workspace",
  description: "Manage the workspace itself",
  subcommands: [settings],
});

export const workspaceFeature = defineFeature({ commands: [workspace], audit: workspaceAudit });
