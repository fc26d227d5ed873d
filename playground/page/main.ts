import { render } from "preact";
import { html } from "./html.ts";
import { createSession } from "./create-session.ts";
import { SessionContext } from "./session.ts";
import { App } from "./shell/frame.ts";
import { restoreTheme } from "./shell/theme.ts";

restoreTheme();
const address = new URLSearchParams(location.search);
const session = createSession({
  as: address.get("as"),
  guildId: address.get("guild"),
  channelId: address.get("channel"),
});
const root = document.getElementById("root");
if (root !== null) render(html`<${SessionContext.Provider} value=${session}><${App} /><//>`, root);
void session.start();
