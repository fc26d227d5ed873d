import { ComponentType, type ModalSubmitInteraction, TextInputStyle } from "discord.js";
import { expect, test } from "vitest";
import {
  createFileField,
  createMemberField,
  selectField,
  createTextField,
  readFiles,
  readMember,
  readSelect,
} from "../../commands/kit/fields.ts";
import { type DiscordEmulator, playgroundIds } from "../../playground/discord/index.ts";
import type { FormInput, SeenForm } from "../../playground/discord/member-types.ts";
import { botFor, emulatorForTest, mia, ping } from "./bot.ts";
import { catchRefusal } from "./refusals.ts";

const { theo, ada, orders, managerRole, staffRole } = playgroundIds;

const labelled = (component: unknown, label = "A field") => ({ type: ComponentType.Label, label, component });
const modal = (...components: readonly unknown[]) => ({ custom_id: "form", title: "A form", components });
const choices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ label: `Choice ${n}`, value: `c${n}` }));
const select = (type: number, more: object = {}) => ({ type, custom_id: "field", ...more });

interface Shown {
  readonly discord: DiscordEmulator;
  /** Opens it by a command. */
  open(this: void, data: unknown): Promise<SeenForm>;
  /** What Discord says to it. */
  refusal(this: void, data: unknown): ReturnType<typeof catchRefusal>;
}

/** A bot that answers with the modal of the moment. @param read what it takes from one that is sent off */
async function showing(
  read: (interaction: ModalSubmitInteraction) => unknown,
  isHeld = true,
): Promise<Shown & { readonly seen: readonly unknown[] }> {
  const discord = await emulatorForTest(isHeld ? {} : { checkRequest: () => undefined });
  const seen: unknown[] = [];
  let data: unknown;
  let said: Promise<unknown> = Promise.resolve();
  await botFor(discord, [ping], async (interaction) => {
    if (interaction.isChatInputCommand()) {
      const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
      said = interaction.client.rest.post(path, { body: { type: 9, data }, auth: false });
      await said.catch(() => interaction.reply("refused"));
    }
    if (!interaction.isModalSubmit()) return;
    seen.push(read(interaction));
    await interaction.reply("Thanks");
  });
  return {
    discord,
    seen,
    async open(shown) {
      data = shown;
      const outcome = await mia(discord).run("ping");
      if (outcome.kind !== "form") throw new Error("expected a form");
      return outcome.form;
    },
    async refusal(shown) {
      data = shown;
      await mia(discord).run("ping");
      return catchRefusal(said);
    },
  };
}

test("a modal's selects are filled in, and what their ids refer to is resolved", async () => {
  const { discord, seen, open } = await showing(({ fields }) => ({
    size: fields.getStringSelectValues("size"),
    who: fields.getSelectedUsers("who")?.map(({ username }) => username),
    named: fields.getSelectedMembers("who")?.size,
    role: fields.getSelectedRoles("role")?.map((role) => role?.name),
    place: fields.getSelectedChannels("place")?.map((channel) => channel.id),
    anyone: fields.getSelectedMentionables("anyone")?.roles.size,
  }));
  const form = await open(
    modal(
      labelled({ ...select(ComponentType.StringSelect), custom_id: "size", options: choices(3) }, "Size"),
      labelled({ ...select(ComponentType.UserSelect), custom_id: "who", max_values: 2 }, "Who"),
      labelled({ ...select(ComponentType.RoleSelect), custom_id: "role", required: false }, "Role"),
      labelled({ ...select(ComponentType.ChannelSelect), custom_id: "place", channel_types: [0] }, "Place"),
      labelled({ ...select(ComponentType.MentionableSelect), custom_id: "anyone", required: false }, "Any"),
    ),
  );
  const send = (values: Readonly<Record<string, FormInput>>) => mia(discord).submit(form, values);
  const size = ["c1"];
  await expect(send({ size, place: [orders] })).rejects.toThrow('"Who" is required');
  await expect(send({ size: ["c0", "c1"], who: [theo], place: [orders] })).rejects.toThrow("takes 1 to 1");
  await expect(send({ size: ["c9"], who: [theo], place: [orders] })).rejects.toThrow('no choice "c9"');
  await expect(send({ size, who: ["1"], place: [orders] })).rejects.toThrow("Nobody here");
  await send({ size, who: [theo, ada], role: [staffRole], place: [orders], anyone: [managerRole] });
  const [first] = seen;
  expect(first).toMatchObject({
    size: ["c1"],
    who: ["theo", "ada"],
    named: 2,
    role: ["Staff"],
    place: [orders],
    anyone: 1,
  });
});

test("a modal's files arrive with name, type and size, and can be fetched from their address", async () => {
  const { discord, seen, open } = await showing(({ fields }) =>
    (fields.getUploadedFiles("proof") ?? new Map()).values().toArray(),
  );
  const upload = { type: ComponentType.FileUpload, custom_id: "proof", min_values: 0, max_values: 2 };
  const form = await open(modal(labelled({ ...upload, required: false }, "Proof")));
  expect(form.fields).toMatchObject([{ customId: "proof", type: ComponentType.FileUpload, required: false }]);
  const file = { name: "shift rota.png", data: Buffer.from("not really a picture") };
  await expect(mia(discord).submit(form, { proof: [file, file, file] })).rejects.toThrow("takes 0 to 2");
  const tooLarge = { name: "a.png", data: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await expect(mia(discord).submit(form, { proof: [tooLarge] })).rejects.toThrow("larger than 10 MiB");
  await mia(discord).submit(form, { proof: [file] });
  const [[kept]] = seen as readonly [readonly [Record<string, unknown>]];
  expect(kept).toMatchObject({ name: "shift_rota.png", size: 20, contentType: "image/png", ephemeral: true });
  expect(await (await fetch(String(kept["url"]))).text()).toBe("not really a picture");
});

test("a modal without files or chosen people reports none instead of failing", async () => {
  const { discord, seen, open } = await showing(({ fields }) => [
    fields.getUploadedFiles("proof"),
    fields.getSelectedUsers("who"),
  ]);
  const form = await open(
    modal(
      labelled({ type: ComponentType.FileUpload, custom_id: "proof", required: false }),
      labelled({ type: ComponentType.UserSelect, custom_id: "who", required: false }, "Who"),
    ),
  );
  await mia(discord).submit(form, {});
  expect(seen).toEqual([[null, null]]);
});

test("a modal that Discord would refuse is refused with the field at fault", async () => {
  const { refusal } = await showing(() => undefined, false);
  const at = async (component: unknown) => (await refusal(modal(labelled(component)))).fields;
  const field = "data.components.0.component";
  const text = { type: ComponentType.TextInput, custom_id: "field", style: TextInputStyle.Short };
  const upload = { type: ComponentType.FileUpload, custom_id: "field" };
  expect(await at({ ...upload, max_values: 11 })).toEqual([`${field}.max_values NUMBER_TYPE_MAX`]);
  expect(await at({ ...upload, min_values: 3, max_values: 2 })).toEqual([
    `${field}.min_values BASE_TYPE_MAX_VALUES`,
  ]);
  expect(await at({ type: ComponentType.StringSelect, custom_id: "field", options: [] })).toEqual([
    `${field}.options BASE_TYPE_BAD_LENGTH`,
  ]);
  const several = { type: ComponentType.StringSelect, custom_id: "field", options: choices(25) };
  expect(await at({ ...several, min_values: 0, max_values: 25 })).toEqual([
    `${field}.min_values SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES`,
  ]);
  expect(await at({ ...several, options: choices(26), required: false })).toEqual([
    `${field}.options BASE_TYPE_BAD_LENGTH`,
  ]);
  const unnamed = [{ label: "", value: "x".repeat(101) }];
  expect(await at({ ...several, options: unnamed, max_values: 2 })).toEqual([
    `${field}.options.0.label BASE_TYPE_REQUIRED`,
    `${field}.options.0.value BASE_TYPE_MAX_LENGTH`,
    `${field}.max_values SELECT_COMPONENT_MAX_VALUES`,
  ]);
  expect(await at({ ...select(ComponentType.UserSelect), disabled: true })).toEqual([
    `${field}.disabled COMPONENT_DISABLED_IN_MODAL`,
  ]);
  expect(await at({ ...text, label: "Twice" })).toEqual([`${field}.label TEXT_INPUT_LABEL_IN_LABEL`]);
  expect(await at({ type: ComponentType.Button, style: 1, label: "Go", custom_id: "field" })).toEqual([
    `${field}.type BASE_TYPE_CHOICES`,
  ]);
  expect((await refusal(modal(labelled(text), labelled(upload)))).fields).toEqual([
    "data.components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
  ]);
  expect((await refusal(modal(labelled(text, "x".repeat(46))))).fields).toEqual([
    "data.components.0.label BASE_TYPE_BAD_LENGTH",
  ]);
  expect((await refusal(modal(upload))).fields).toEqual(["data.components.0.type BASE_TYPE_CHOICES"]);
});

test("the kit's fields make a modal that Discord accepts, and read what was entered", async () => {
  const days = ["monday", "sunday"] as const;
  const { discord, seen, open } = await showing(({ fields }) => {
    const { user, member } = readMember(fields, "who") ?? {};
    const files = readFiles(fields, "files").map(({ name, size }) => [name, size]);
    return [readSelect(fields, "day", days), user?.username, member !== undefined, files];
  });
  const form = await open(
    modal(
      createTextField({ id: "words", label: "Words", max: 20 }),
      selectField({
        id: "day",
        label: "Day",
        description: "Which one",
        choices: days.map((value) => ({ name: value, value, description: "A day" })),
        value: "sunday",
      }),
      createMemberField({ id: "who", label: "Who", discordUserId: theo, placeholder: "Somebody" }),
      createFileField({ id: "files", label: "Files", maxFiles: 3, fileTypes: ["image"] }),
    ),
  );
  await mia(discord).submit(form, {});
  const file = { name: "a.csv", data: Buffer.from("a,b") };
  const again = await open(modal(createMemberField({ id: "who", label: "Who" })));
  expect(again.fields).toMatchObject([{ required: false }]);
  // Without it, phones don't let go of who is chosen at first.
  expect(again.components).toMatchObject([{ component: { required: false, min_values: 0 } }]);
  expect(seen).toEqual([["sunday", "theo", true, []]]);
  const filled = await open(
    modal(
      selectField({ id: "day", label: "Day", choices: [{ name: "Monday", value: "monday" }] }),
      createMemberField({ id: "who", label: "Who" }),
      createFileField({
        id: "files",
        label: "Files",
        maxFiles: 3,
        required: true,
        fileTypes: [".CSV", "image"],
      }),
    ),
  );
  await expect(mia(discord).submit(filled, {})).rejects.toThrow('"Files" is required');
  for (const name of ["a.txt", "csv", "a.csv.exe", "song.mp3"])
    await expect(mia(discord).submit(filled, { files: [{ ...file, name }] })).rejects.toThrow(
      "can't be chosen",
    );
  await mia(discord).submit(filled, { files: [file] });
  expect(seen.at(-1)).toEqual([undefined, undefined, false, [["a.csv", 3]]]);
});

test("a phone shows a modal as it was when the person first saw one with its id", async () => {
  const { discord, open } = await showing(() => undefined);
  const valued = (value: string, customId = "form") => ({
    ...modal(createTextField({ id: "text", label: "Text", max: 40, value })),
    custom_id: customId,
  });
  const valueOf = async (form: object) => (await open(form)).fields[0]?.value;
  expect([await valueOf(valued("one")), await valueOf(valued("two"))]).toEqual(["one", "two"]);
  discord.faults.keepFirstForms();
  expect([await valueOf(valued("three")), await valueOf(valued("four"))]).toEqual(["two", "two"]);
  expect(await valueOf(valued("four", "other"))).toBe("four");
  discord.faults.clear();
  expect(await valueOf(valued("three"))).toBe("three");
});
