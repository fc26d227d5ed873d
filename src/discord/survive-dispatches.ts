import type { Client } from "discord.js";

/**
 * discord.js takes whatever the gateway dispatches for well-formed: what is not would throw out of a socket's listener,
 * and end the process. With this, one such dispatch is dropped.
 */
export function surviveDispatches({ ws }: Client, onDropped: (error: unknown) => void): void {
  const handle = ws["handlePacket"].bind(ws);
  ws["handlePacket"] = (packet, shard) => {
    try {
      return handle(packet, shard);
    } catch (error) {
      onDropped(error);
      return false;
    }
  };
  const emit = ws.emit.bind(ws);
  ws.emit = (event: string, ...args: unknown[]) => {
    try {
      return emit(event, ...args);
    } catch (error) {
      onDropped(error);
      return false;
    }
  };
}
