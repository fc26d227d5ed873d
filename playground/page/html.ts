import htm from "htm";
import { type ComponentChildren, h, type VNode } from "preact";

/** What a component gives back. Text in it is always text: the page never writes markup from data. */
export type View = VNode | null;
export type Children = ComponentChildren;

/** Preact's elements, written as a template. */
// htm's own types know no library; what it builds here is made by `h`.
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: readonly unknown[]) => VNode;
