/** Loaded before the program: its machine's clock is ahead by `SKEW_MS`. */
const machine = Date.now;
const skewMs = Number(process.env["SKEW_MS"]);
Date.now = () => machine() + skewMs;
