import { useMemo } from "preact/hooks";
import { useGuild } from "../guild.ts";
import { type Children, html, type View } from "../html.ts";
import { parseMarkdown } from "./blocks.ts";
import { parseInline } from "./inline.ts";
import { Link } from "./link.ts";
import { Mention } from "./mention.ts";
import { Spoiler } from "./spoiler.ts";
import { TimeMark } from "./time-mark.ts";
import type { Block, Inline } from "./tree.ts";

interface MarkdownProps {
  readonly text: string;
  readonly place?: "text" | "embed";
}

/** A whole text with headings, lists, quotes and code blocks. */
export function Markdown({ text, place }: MarkdownProps): View {
  const blocks = useMemo(() => parseMarkdown(text, undefined, place), [text, place]);
  return html`<div class="markdown" dir="auto">${blocks.map(blockView)}</div>`;
}

/** One line, as in titles and names, where blocks mean nothing. */
export function MarkdownLine({ text }: { readonly text: string }): View {
  const nodes = useMemo(() => parseInline(text), [text]);
  return html`<span class="markdown-line" dir="auto">${inlineViews(nodes)}</span>`;
}

function blockView(block: Block): Children {
  switch (block.kind) {
    case "paragraph":
      return html`<p>${inlineViews(block.children)}</p>`;
    case "subtext":
      return html`<p class="subtext">${inlineViews(block.children)}</p>`;
    case "heading":
      // All on one level below the page's own: messages start with any, and an outline must not skip.
      return html`<div class=${`heading heading-${String(block.level)}`} role="heading" aria-level="3">
        ${inlineViews(block.children)}
      </div>`;
    case "code-block":
      return html`<pre
        tabindex="0"
        aria-label=${`Code ${block.language}`.trim()}
      ><code>${block.text}</code></pre>`;
    case "quote":
      return html`<blockquote>${block.children.map(blockView)}</blockquote>`;
    case "list":
      return html`<ul class="markdown-list">
        ${block.items.map(
          ({ depth, number, children }) =>
            html`<li style=${{ "--depth": depth }}>
              <span class="list-mark">${number === undefined ? "•" : `${String(number)}.`}</span>
              <span>${inlineViews(children)}</span>
            </li>`,
        )}
      </ul>`;
    default:
      return block satisfies never;
  }
}

function inlineViews(nodes: readonly Inline[]): Children {
  return nodes.map(inlineView);
}

function inlineView(node: Inline): Children {
  switch (node.kind) {
    case "text":
      return node.text;
    case "strong":
      return html`<strong>${inlineViews(node.children)}</strong>`;
    case "emphasis":
      return html`<em>${inlineViews(node.children)}</em>`;
    case "underline":
      return html`<u>${inlineViews(node.children)}</u>`;
    case "strike":
      return html`<s>${inlineViews(node.children)}</s>`;
    case "spoiler":
      return html`<${Spoiler}>${inlineViews(node.children)}<//>`;
    case "code":
      return html`<code>${node.text}</code>`;
    case "link":
      return html`<${Link} href=${node.href} title=${node.title}>${inlineViews(node.children)}<//>`;
    case "time":
      return html`<${TimeMark} unixSeconds=${node.unixSeconds} style=${node.style} />`;
    case "emoji":
      return html`<span class="custom-emoji" title=${`:${node.name}:`}>:${node.name}:</span>`;
    case "everyone":
      return html`<span class="mention">${node.text}</span>`;
    case "user":
    case "role":
    case "channel":
      return html`<${Mention} kind=${node.kind} id=${node.id} />`;
    case "command":
      return html`<${CommandMention} name=${node.name} id=${node.id} />`;
    default:
      return node satisfies never;
  }
}

function CommandMention({ name, id }: { readonly name: string; readonly id: string }): View {
  const { fillCommand } = useGuild();
  return html`<button type="button" class="mention" onClick=${() => fillCommand(name, id)}>/${name}</button>`;
}
