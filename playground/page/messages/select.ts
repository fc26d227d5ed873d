import type { APISelectMenuComponent } from "discord-api-types/v10";
import { Dropdown } from "../dropdown.ts";
import { useGuild } from "../guild.ts";
import { html, type View } from "../html.ts";
import { useSession } from "../session.ts";
import { useStore } from "../store.ts";
import { choicesOf, chosenAtFirst } from "./select-choices.ts";

interface SelectProps {
  readonly select: APISelectMenuComponent;
  readonly messageId: string;
}

export function MessageSelect({ select, messageId }: SelectProps): View {
  const { store, choose } = useSession();
  const guild = useGuild();
  const isPending = useStore(store, (model) => model.pending.has(`${messageId} ${select.custom_id}`));
  return html`<${Dropdown}
    label=${select.placeholder ?? "Make a choice"}
    choices=${choicesOf(select, guild)}
    chosen=${chosenAtFirst(select)}
    least=${select.min_values ?? 1}
    most=${select.max_values ?? 1}
    isDisabled=${select.disabled === true}
    isBusy=${isPending}
    onChoose=${(values: readonly string[]) => void choose(messageId, select.custom_id, values)}
  />`;
}
