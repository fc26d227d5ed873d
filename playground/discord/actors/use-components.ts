import {
  type APIButtonComponentWithCustomId,
  type APIMessageComponent,
  type APISelectMenuComponent,
  ComponentType,
  InteractionType,
} from "discord-api-types/v10";
import type { StoredMessage } from "../messages.ts";
import {
  type FormInput,
  type Outcome,
  PersonError,
  type SeenForm,
  type SeenMessage,
} from "../member-types.ts";
import type { World } from "../state.ts";
import { ask } from "./send-interaction.ts";
import { formValues } from "./modal-values.ts";
import type { Place } from "./interaction-payload.ts";
import { outcomeOf } from "./await-outcome.ts";
import { messageFor } from "./visibility.ts";
import { Resolving } from "./resolve-options.ts";
import { resolvedIn } from "./run-command.ts";
import { flattened } from "./rendered-components.ts";
import { entitySelect, withinCount } from "./select-values.ts";

type Control = APIButtonComponentWithCustomId | APISelectMenuComponent;

/** A component is looked up in the message as it is now: what was replaced can no longer be pressed. */
export async function pressButton(
  world: World,
  place: Place,
  seen: SeenMessage,
  button: string,
): Promise<Outcome> {
  const shown = seen.buttons.find(({ label, customId }) => customId === button || label === button);
  if (shown === undefined) throw new PersonError(`The message has no button "${button}".`);
  if (shown.customId === undefined) throw new PersonError(`"${button}" is a link.`);
  const stored = messageFor(world, place, seen.id);
  const control = controlIn(stored, shown.customId);
  if (control.type !== ComponentType.Button) throw new PersonError(`"${button}" is not a button.`);
  return use(world, place, stored, {
    component_type: control.type,
    custom_id: control.custom_id,
    id: control.id,
  });
}

export async function chooseValues(
  world: World,
  place: Place,
  seen: SeenMessage,
  customId: string,
  values: readonly string[],
): Promise<Outcome> {
  const stored = messageFor(world, place, seen.id);
  const control = controlIn(stored, customId);
  if (control.type === ComponentType.Button) throw new PersonError(`"${customId}" is not a select.`);
  const label = control.placeholder ?? customId;
  withinCount(values.length, { min: control.min_values ?? 1, max: control.max_values ?? 1 }, label, customId);
  if (new Set(values).size !== values.length)
    throw new PersonError("A value can be chosen only once.", customId);
  const resolving = new Resolving(world, place);
  if (control.type === ComponentType.StringSelect) {
    const stranger = values.find((value) => !control.options.some((option) => option.value === value));
    if (stranger !== undefined) throw new PersonError(`"${label}" has no choice "${stranger}".`, customId);
  } else entitySelect(control, values, resolving);
  return use(world, place, stored, {
    component_type: control.type,
    custom_id: customId,
    id: control.id,
    values,
    ...resolvedIn(resolving),
  });
}

/** A modal stays open when submitting it failed, so that what was typed can be sent again. */
export async function submitForm(
  world: World,
  place: Place,
  form: Pick<SeenForm, "id">,
  values: Readonly<Record<string, FormInput>>,
): Promise<Outcome> {
  const open = world.interactions.form(form.id);
  if (open === undefined || open.opener.facts.discordUserId !== place.discordUserId)
    throw new PersonError("This form is no longer open.");
  const { facts } = open.opener;
  const resolving = new Resolving(world, place);
  const components = formValues(open.modal, values, resolving);
  const interaction = ask(
    world,
    { ...place, channelId: facts.channelId },
    {
      type: InteractionType.ModalSubmit,
      sourceMessageId: facts.sourceMessageId,
      command: facts.command,
      data: { custom_id: open.modal.custom_id, components, ...resolvedIn(resolving) },
      about: { triggering_interaction_metadata: facts.metadata },
    },
  );
  const outcome = await outcomeOf(world, interaction);
  if (outcome.kind !== "failed") world.interactions.closeForm(form.id);
  return outcome;
}

async function use(world: World, place: Place, stored: StoredMessage, data: unknown): Promise<Outcome> {
  const interaction = ask(world, place, {
    type: InteractionType.MessageComponent,
    sourceMessageId: stored.message.id,
    command: stored.command,
    data,
    about: { interacted_message_id: stored.message.id },
  });
  return outcomeOf(world, interaction);
}

function controlIn({ message }: StoredMessage, customId: string): Control {
  const control = flattened(message.components ?? []).find(
    (component): component is Control => isControl(component) && component.custom_id === customId,
  );
  if (control === undefined) throw new PersonError("This button is no longer on the message.");
  if (control.disabled === true) throw new PersonError("This button is disabled.");
  return control;
}

function isControl(component: APIMessageComponent): component is Control {
  return "custom_id" in component;
}
