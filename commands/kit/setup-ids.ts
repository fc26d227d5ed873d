import { z } from "zod";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { createButton } from "../../src/ui/buttons.ts";

/** In the order in which they are done. */
export const steps = [
  "workspace",
  "staff",
  "managers",
  "managers-channel",
  "zone",
  "posts",
  "team",
  "commands",
  "audit",
] as const;
export type Step = (typeof steps)[number];
export const Step = z.enum(steps);

/** What a step is called, and the command that does it alone. */
export const stepLabels: Readonly<Record<Step, { readonly title: string; readonly command: string }>> = {
  workspace: { title: "Workspace", command: "link set" },
  staff: { title: "Staff", command: "access set" },
  managers: { title: "Managers", command: "access set" },
  "managers-channel": { title: "Managers' channel", command: "settings" },
  zone: { title: "Time zone", command: "settings" },
  posts: { title: "Scheduled posts", command: "schedule add" },
  team: { title: "Team", command: "account list" },
  commands: { title: "Commands", command: "setup" },
  audit: { title: "Audit log", command: "audit" },
};

/** Nothing is lacking without it. */
export function isOptional(step: Step): boolean {
  return step === "audit" || step === "commands";
}

export const packNames = ["cafe", "training"] as const;
export type PackName = (typeof packNames)[number];
export const PackName = z.enum(packNames);

/** Of everything on the setup's message. It keeps nothing but what is in them. */
export const setupIds = {
  /** Without a step, the next one that is left. */
  show: defineCustomId("setup.show", { step: Step.or(z.literal("")) }),
  go: defineCustomId("setup.go", {}),
  link: defineCustomId("setup.open-link", {}),
  role: defineCustomId("setup.role", { tier: z.enum(["staff", "manager"]) }),
  channel: defineCustomId("setup.channel", { setting: z.enum(["managers-channel", "audit"]) }),
  zone: defineCustomId("setup.zone", {}),
  findZone: defineCustomId("setup.find-zone", {}),
  pack: defineCustomId("setup.pack", {}),
  posts: defineCustomId("setup.posts", { pack: PackName }),
} as const;

/** A button for another message, which the setup then replaces. */
export const createSetupButton = (label: string, style: "primary" | "secondary") =>
  createButton({ customId: setupIds.show.encode({ step: "" }), label, style });
