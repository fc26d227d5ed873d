import type { APIEmbed } from "discord.js";
import type { Modal, Reply } from "./reply.ts";

/** What a text becomes right before Discord gets it. Nothing reads a text after that. */
export type FinishText = (text: string) => string;

/** Texts are already what people read. */
export const asItIs: FinishText = (text) => text;

/** The last step of a message: all its texts finished. */
export function finishReply(reply: Reply, finish: FinishText): Reply {
  if (finish === asItIs) return reply;
  const { content, embeds, components, files } = reply;
  return {
    ...reply,
    ...(content !== undefined && { content: finish(content) }),
    ...(embeds !== undefined && { embeds: embeds.map((embed) => finishEmbed(embed, finish)) }),
    ...(components !== undefined && { components: components.map((row) => finishComponent(row, finish)) }),
    ...(files !== undefined && {
      files: files.map((file) => ({ ...file, description: finish(file.description) })),
    }),
  };
}

function finishEmbed(embed: APIEmbed, finish: FinishText): APIEmbed {
  const { title, description, author, footer, fields } = embed;
  return {
    ...embed,
    ...(title !== undefined && { title: finish(title) }),
    ...(description !== undefined && { description: finish(description) }),
    ...(author !== undefined && { author: { ...author, name: finish(author.name) } }),
    ...(footer !== undefined && { footer: { ...footer, text: finish(footer.text) } }),
    ...(fields !== undefined && {
      fields: fields.map((field) => ({ ...field, name: finish(field.name), value: finish(field.value) })),
    }),
  };
}

/** The same of a form; what is typed into it already is somebody's own. */
export function finishModal(form: Modal, finish: FinishText): Modal {
  if (finish === asItIs) return form;
  return {
    ...form,
    title: finish(form.title),
    components: form.components.map((component) => finishComponent(component, finish)),
  };
}

const textKeys = ["label", "description", "placeholder"] as const;

/** A row, button, menu or field, with what is in it. */
function finishComponent<C extends object>(component: C, finish: FinishText): C {
  const finished: Record<string, unknown> = Object.fromEntries(Object.entries(component));
  for (const key of textKeys) {
    const text = finished[key];
    if (typeof text === "string") finished[key] = finish(text);
  }
  for (const [key, inside] of Object.entries(finished)) {
    if (key === "component" && isObject(inside)) finished[key] = finishComponent(inside, finish);
    if ((key === "components" || key === "options") && Array.isArray(inside))
      finished[key] = inside.map((each: unknown) => (isObject(each) ? finishComponent(each, finish) : each));
  }
  // The same component: only texts in it were replaced by texts.
  return finished as C;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
