// What other features may use of this one.
export { connectFormComponents, createConnectUserButtons, createNotConnectedError } from "./connect-form.ts";
export { createDisconnectButtons, disconnectComponents } from "./disconnect.ts";
export { createAskButton } from "./list.ts";
export { renderAccount } from "./render.ts";
export { postLostCards } from "./connection-request/ask.ts";
export { createWithdrawButtons } from "./connection-request/card.ts";
export { connection } from "./connection-request/kind.ts";
