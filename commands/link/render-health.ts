import { grouped } from "../../src/text/numbers.ts";

/** What came of trying a link's key. */
export type Health =
  | { readonly state: "works" | "limited"; readonly durationMs: number }
  | { readonly state: "broken"; readonly text: string };

export function healthWords(health: Health): string {
  switch (health.state) {
    case "works":
      return `✅ The workspace answered within ${took(health.durationMs)} and takes this server's key.`;
    case "limited":
      return `⚠️ The workspace answered within ${took(health.durationMs)} and knows this server's key, but keeps the calendar from it. Someone who administers the workspace can give the key more rights.`;
    case "broken":
      return `❌ ${health.text}`;
    default:
      return health satisfies never;
  }
}

function took(durationMs: number): string {
  return durationMs < 1_000
    ? `${Math.max(1, Math.round(durationMs))} ms`
    : `${grouped(Math.round(durationMs / 100) / 10)} seconds`;
}
