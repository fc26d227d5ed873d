import { ComponentType, InteractionType } from "discord-api-types/v10";
import type { Forge, FormInput, Outcome } from "../member-types.ts";
import type { World } from "../state.ts";
import { outcomeOf } from "./await-outcome.ts";
import { integrationOwners, type Place } from "./interaction-payload.ts";
import { isUpload } from "./option-values.ts";
import { Resolving } from "./resolve-options.ts";
import { resolvedIn, runCommand, suggestFor } from "./run-command.ts";
import { ask, type Question } from "./send-interaction.ts";

/** What a client made by hand could try: none of it is checked against what is on the screen. */
export function forgeIn(world: World, place: Place): Forge {
  const send = (question: Question): Promise<Outcome> => outcomeOf(world, ask(world, place, question));
  return {
    run: (path, options = {}) =>
      runCommand(world, place, path, options, world.commands.reaching(place.guildId)),
    suggest: (path, options, focused) =>
      suggestFor(world, place, path, options, focused, world.commands.reaching(place.guildId)),
    press: (message, customId) =>
      send({
        type: InteractionType.MessageComponent,
        sourceMessageId: message.id,
        data: { component_type: ComponentType.Button, custom_id: customId, id: 1 },
        about: { interacted_message_id: message.id },
      }),
    choose: (message, customId, values) =>
      send({
        type: InteractionType.MessageComponent,
        sourceMessageId: message.id,
        data: { component_type: ComponentType.StringSelect, custom_id: customId, id: 1, values },
        about: { interacted_message_id: message.id },
      }),
    submit(customId, values, openedFrom) {
      const resolving = new Resolving(world, place);
      const components = Object.entries(values).map(([field, value], index) => ({
        type: ComponentType.Label,
        id: index * 2 + 1,
        component: { id: index * 2 + 2, custom_id: field, ...forgedValue(field, value, resolving) },
      }));
      return send({
        type: InteractionType.ModalSubmit,
        sourceMessageId: openedFrom?.id,
        data: { custom_id: customId, components, ...resolvedIn(resolving) },
        about: { triggering_interaction_metadata: someCommandOf(world, place) },
      });
    },
  };
}

/** Nobody opened the form, so what kind a field is follows from what is in it. */
function forgedValue(field: string, value: FormInput, resolving: Resolving) {
  if (typeof value === "string") return { type: ComponentType.TextInput, value };
  if (typeof value === "boolean") return { type: ComponentType.Checkbox, value };
  const chosen = value.filter((each) => typeof each === "string" && /^\d{17,20}$/.test(each));
  if (chosen.length > 0 && chosen.length === value.length) {
    for (const each of chosen) if (typeof each === "string") resolving.mentionable(each, field);
    return { type: ComponentType.MentionableSelect, values: chosen };
  }
  const uploads = value.filter(isUpload);
  return uploads.length > 0
    ? {
        type: ComponentType.FileUpload,
        values: uploads.map((upload) => resolving.attachment(upload, field, undefined)),
      }
    : { type: ComponentType.StringSelect, values: value };
}

/** A form that nothing opened still says what opened it, as Discord does. */
function someCommandOf(world: World, place: Place): unknown {
  return {
    id: world.newId(),
    type: InteractionType.ApplicationCommand,
    user: world.directory.user(place.discordUserId),
    authorizing_integration_owners: integrationOwners(world, place),
  };
}
