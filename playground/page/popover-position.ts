const marginPx = 8;

/** Puts a popover below what opened it, or above where there is more room; always inside the window. */
export function placeBeside(popover: HTMLElement, anchor: HTMLElement): void {
  const around = anchor.getBoundingClientRect();
  const below = innerHeight - around.bottom - marginPx;
  const above = around.top - marginPx;
  popover.style.minWidth = `${String(around.width)}px`;
  popover.style.maxHeight = `${String(Math.min(320, Math.max(below, above) - 4))}px`;
  const { width, height } = popover.getBoundingClientRect();
  const isBelow = height + 4 <= below || below >= above;
  popover.style.top = `${String(isBelow ? around.bottom + 4 : around.top - height - 4)}px`;
  popover.style.left = `${String(Math.max(marginPx, Math.min(around.left, innerWidth - width - marginPx)))}px`;
}

/** Puts a popover where the pointer was, inside the window. */
export function placeAt(popover: HTMLElement, x: number, y: number): void {
  const { width, height } = popover.getBoundingClientRect();
  popover.style.left = `${String(Math.max(marginPx, Math.min(x, innerWidth - width - marginPx)))}px`;
  popover.style.top = `${String(Math.max(marginPx, Math.min(y, innerHeight - height - marginPx)))}px`;
}
