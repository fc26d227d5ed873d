import type { Names } from "../../src/ui/people.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { someMember, aboutNow } from "./arbitraries.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";

/** As some member draws on a Wednesday; commands read as they are typed. */
export function someContext(names: Names = new Map()): RenderContext {
  return {
    names,
    now: aboutNow,
    audience: "me",
    tense: "now",
    dateStyle: usualDateStyle,
    commandMention: (path) => `/${path}`,
    by: someMember,
  };
}
