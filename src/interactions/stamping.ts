import type { APIEmbed } from "discord.js";
import { inert } from "../text/inert.ts";
import type { Answer, Form, Row } from "./answer.ts";
import { withLinkKey } from "./custom-id.ts";
import type { LinkedContext } from "./handler-context.ts";

/** What an answer says of the link it was made through. */
export type Stamp = Pick<LinkedContext, "link" | "workspaceName">;

/** Ties the controls of an answer to the link it was made through and, where there are several, names the workspace. */
export function stampAnswer(answer: Answer, { link, workspaceName }: Stamp): Answer {
  const { components, embeds, content } = answer;
  return {
    ...answer,
    ...(components && { components: components.map((row) => stampRow(row, link.linkKey)) }),
    ...(workspaceName !== undefined && named(embeds ?? [], content ?? "", workspaceName)),
  };
}

/** The same for a form, whose title stays as it is. */
export function stampForm(form: Form, { link }: Stamp): Form {
  return { ...form, custom_id: withLinkKey(form.custom_id, link.linkKey) };
}

function nameInText(text: string, workspaceName: string): string {
  return `${text}\n-# Workspace: ${inert(workspaceName)}`;
}

function stampRow(row: Row, linkKey: string): Row {
  return {
    ...row,
    components: row.components.map((component) =>
      "custom_id" in component
        ? { ...component, custom_id: withLinkKey(component.custom_id, linkKey) }
        : component,
    ),
  };
}

function named(embeds: readonly APIEmbed[], content: string, workspaceName: string): Answer {
  const [first, ...others] = embeds;
  if (first !== undefined) return { embeds: [nameInFooter(first, workspaceName), ...others] };
  return content === "" ? {} : { content: nameInText(content, workspaceName) };
}

function nameInFooter(embed: APIEmbed, workspaceName: string): APIEmbed {
  const text = embed.footer === undefined ? workspaceName : `${workspaceName} · ${embed.footer.text}`;
  return { ...embed, footer: { ...embed.footer, text } };
}
