import type { Names } from "../../src/ui/people.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { someMember, aboutNow } from "./arbitraries.ts";

/** As some member draws on a Wednesday; commands read as they are typed. */
export function someContext(names: Names = new Map()): RenderContext {
  return { names, now: aboutNow, commandMention: (path) => `/${path}`, by: someMember };
}
