import { configureGlobal } from "fast-check";
import { inject } from "vitest";

const asked = process.env["PROPERTY_SEED"];

// The same examples in each run, so that a failure is due to a change; `random` draws others.
if (asked !== "random") configureGlobal({ seed: Number(asked ?? 20_261_121) });

process.env["TMPDIR"] = inject("temporaryFolder");
