import { useEffect, useRef, useState } from "preact/hooks";
import type { APIApplicationCommandBasicOption } from "discord-api-types/v10";
import type { PageOptions } from "../../discord/page-types.ts";
import { Refused } from "../api.ts";
import { useSession } from "../session.ts";
import type { OptionChoice } from "./mentions.ts";

const quietMs = 120;

export interface Asked {
  readonly path: string;
  readonly option: APIApplicationCommandBasicOption;
  readonly text: string;
  readonly others: PageOptions;
}

export interface Suggestions {
  readonly choices: readonly OptionChoice[];
  readonly isWaiting: boolean;
  /** Why there are none. */
  readonly trouble?: string;
}

const nothing: Suggestions = { choices: [], isWaiting: false };

/** Asks the bot once typing rests; an answer to older text than the newest is dropped. */
export function useSuggestions(asked: Asked | undefined): Suggestions {
  const { suggest } = useSession();
  const [shown, setShown] = useState<Suggestions>(nothing);
  const newest = useRef(0);
  const path = asked?.path;
  const name = asked?.option.name;
  const text = asked?.text;

  useEffect(() => {
    newest.current += 1;
    const turn = newest.current;
    if (asked === undefined) {
      setShown(nothing);
      return undefined;
    }
    setShown(({ choices }) => ({ choices, isWaiting: true }));
    const request = {
      path: asked.path,
      options: asked.others,
      focused: { name: asked.option.name, value: asked.text },
    };
    const ask = async (): Promise<void> => {
      const answer = await suggest(request).then((choices) => ({ choices }), failed);
      if (turn === newest.current) setShown({ ...answer, isWaiting: false });
    };
    const timer = setTimeout(() => void ask(), quietMs);
    return () => clearTimeout(timer);
  }, [path, name, text]);

  return shown;
}

function failed(error: unknown): Pick<Suggestions, "choices" | "trouble"> {
  return {
    choices: [],
    trouble: error instanceof Refused ? error.message : "The playground isn't responding.",
  };
}
