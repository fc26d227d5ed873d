import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { APIApplicationCommand, ApplicationCommandType } from "discord-api-types/v10";
import { type Children, html, type View } from "./html.ts";
import { placeAt } from "./popover-position.ts";
import { useSession } from "./session.ts";
import { useStore } from "./store.ts";

const OnUser = 2 as ApplicationCommandType.User;
const OnMessage = 3 as ApplicationCommandType.Message;

const menuWidth = 200;

/** What the menu is for. */
export type Choosing =
  | { readonly kind: "message"; readonly messageId: string }
  | { readonly kind: "user"; readonly discordUserId: string };

interface OpenMenu {
  readonly target: Choosing;
  readonly x: number;
  readonly y: number;
  /** Had the focus before. */
  readonly back: Element | null;
}

interface Menu {
  readonly openAtPointer: (event: MouseEvent, target: Choosing) => void;
  readonly openBeside: (event: MouseEvent, target: Choosing) => void;
}

const MenuContext = createContext<Menu>({ openAtPointer: () => undefined, openBeside: () => undefined });

export function useMenu(): Menu {
  return useContext(MenuContext);
}

/** Holds the one menu of the page, for people and messages. */
export function MenuHost({ children }: { readonly children: Children }): View {
  const [open, setOpen] = useState<OpenMenu>();
  // Made once, so that opening a menu draws no message again.
  const menu = useRef<Menu>({
    openAtPointer(event, target) {
      event.preventDefault();
      event.stopPropagation();
      setOpen({ target, x: event.clientX, y: event.clientY, back: document.activeElement });
    },
    openBeside({ currentTarget }, target) {
      if (!(currentTarget instanceof HTMLElement)) return;
      const { left, right, bottom } = currentTarget.getBoundingClientRect();
      const x = left > innerWidth / 2 ? right - menuWidth : left;
      setOpen({ target, x, y: bottom + 4, back: currentTarget });
    },
  });
  return html`<${MenuContext.Provider} value=${menu.current}>
    ${children}
    ${open === undefined ? null : html`<${MenuView} open=${open} onClose=${() => setOpen(undefined)} />`}
  <//>`;
}

interface MenuViewProps {
  readonly open: OpenMenu;
  readonly onClose: () => void;
}

function MenuView({ open, onClose }: MenuViewProps): View {
  const { store, forward, runContext } = useSession();
  const commands = useStore(store, (model) => model.commands);
  const element = useRef<HTMLDivElement>(null);
  const { target } = open;
  const fitting = commands.filter(({ type }) => type === (target.kind === "user" ? OnUser : OnMessage));
  const id = target.kind === "user" ? target.discordUserId : target.messageId;

  // Before the next event: a key pressed at once is for the menu.
  useLayoutEffect(() => {
    const menu = element.current;
    if (menu === null) return undefined;
    menu.showPopover();
    placeAt(menu, open.x, open.y);
    menu.querySelector("button")?.focus();
    const closeOutside = (event: Event): void => {
      if (!(event.target instanceof Node && menu.contains(event.target))) onClose();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [open]);

  const leave = (): void => {
    onClose();
    if (open.back instanceof HTMLElement) open.back.focus({ preventScroll: true });
  };
  const run = ({ name }: APIApplicationCommand): void => {
    leave();
    void runContext(name, target.kind === "user" ? { discordUserId: id } : { messageId: id });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(element.current?.querySelectorAll("button") ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape" || event.key === "Tab") leave();
    else if (step !== 0) items[(at + step + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
  };
  const forwardHere = (): void => {
    leave();
    void forward(id);
  };
  const copy = (): void => {
    leave();
    void navigator.clipboard.writeText(id).catch(() => undefined);
  };
  return html`<div
    ref=${element}
    class="menu"
    popover="manual"
    role="menu"
    aria-label=${`For this ${target.kind}`}
    onKeyDown=${onKeyDown}
  >
    ${fitting.map(
      (command) =>
        html`<button type="button" role="menuitem" onClick=${() => run(command)}>
          ${command.name}<span class="badge">App</span>
        </button>`,
    )}
    ${
      target.kind === "message"
        ? html`<button type="button" role="menuitem" onClick=${forwardHere}>Forward to this channel</button>`
        : null
    }
    <button type="button" role="menuitem" onClick=${copy}>Copy id</button>
  </div>`;
}
