import { configureGlobal } from "fast-check";
import { inject } from "vitest";

const asked = process.env["PROPERTY_SEED"];

// The same draws in each run, so that a change is judged by what it changed; `random` draws others.
if (asked !== "random") configureGlobal({ seed: Number(asked ?? 20_261_121) });

process.env["TMPDIR"] = inject("temporaryFolder");
