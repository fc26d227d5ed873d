// What other features may use of this one.
export { connectFormComponents, createConnectUserButtons, createNotConnectedError } from "./connect-form.ts";
export { createDisconnectButtons, disconnectComponents } from "./disconnect.ts";
export { createAskButton } from "./list.ts";
export { renderAccount } from "./render.ts";
export { postLostCards } from "./request/ask.ts";
export { createWithdrawButtons } from "./request/card.ts";
export { connection } from "./request/kind.ts";
