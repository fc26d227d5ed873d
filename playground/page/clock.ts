import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The playground's own clock, which its switches can set ahead; epoch milliseconds, renewed every few seconds. */
export const NowContext = createContext(0);

export function useNow(): number {
  return useContext(NowContext);
}
