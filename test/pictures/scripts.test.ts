import { GlobalFonts } from "@napi-rs/canvas";
import { beforeAll, describe, expect, it } from "vitest";
import type { CanvasLibrary } from "../../src/pictures/kit/canvas.ts";
import { registerFonts } from "../../src/pictures/kit/fonts.ts";
import { getDrawableName, getReadableName } from "../../src/pictures/kit/shapes.ts";
import { getInitial, splitWords } from "../../src/pictures/kit/text.ts";

const library: string = "@napi-rs/canvas";
beforeAll(async () => {
  // Of its types, pictures use a part.
  const { createCanvas, GlobalFonts: fonts } = (await import(library)) as CanvasLibrary;
  registerFonts(fonts, createCanvas);
});

const draw = (name: string) => getDrawableName({ name, username: "user" });
const countFonts = () => GlobalFonts.families.filter(({ family }) => family.startsWith("picture")).length;

describe("fonts", () => {
  it("of a script are read when a name needs them first", () => {
    draw("Nora 123");
    const before = countFonts();
    expect(before).toBeLessThan(4);
    draw("สมชาย");
    expect(countFonts()).toBe(before + 1);
    draw("สมหญิง");
    expect(countFonts()).toBe(before + 1);
  });

  it.each([
    ["Latin", "Łukasz Nguyễn"],
    ["Cyrillic", "Ольга Ёлкина"],
    ["Greek", "Γιώργος"],
    ["Arabic", "مُحَمَّد عبد الرحمن"],
    ["Persian", "می\u200cخواهم"],
    ["Hebrew", "שָׁלוֹם בן־דוד"],
    ["Devanagari", "अर्जुन क्षत्रिय"],
    ["Bengali", "রহিম র\u200d্যাব"],
    ["Thai", "น้ำ เกียรติศักดิ์"],
    ["simplified Chinese", "陈伟"],
    ["traditional Chinese", "陳大文"],
    ["Japanese", "佐藤さくら アキラ"],
    ["Korean", "김민준 ㅋㅋ"],
    ["Tamil", "தமிழ்ச்செல்வி"],
    ["Telugu", "శ్రీను"],
    ["Gujarati", "પ્રિયા"],
    ["Gurmukhi", "ਗੁਰਪ੍ਰੀਤ"],
    ["Kannada", "ಶ್ರೀ"],
    ["Malayalam", "മലയാളം"],
    ["Sinhala", "ශ්\u200dරී"],
    ["Khmer", "សុខា"],
    ["Lao", "ນ້ຳ"],
    ["Burmese", "မြန်မာ ကြွေး"],
    ["Georgian", "გიორგი"],
    ["Armenian", "Արամ"],
    ["Ethiopic", "አበበ"],
  ])("draw names in %s as they are written, and alternative texts say them", (_script, name) => {
    expect(draw(name)).toBe(name);
    expect(getReadableName({ name })).toBe(name);
  });

  it("a name that none of them has falls back to the username", () => {
    expect(draw("ⴰⵣⵓⵍ")).toBe("user");
    expect(draw("🌸👩‍🍳❤️")).toBe("user");
    expect(draw("\u200d")).toBe("user");
  });
});

it.each([
  ["🌸 Nora 👩‍❤️‍👨", "Nora"],
  ["Nora ★", "Nora ★"],
  ["Nora 1️⃣", "Nora 1"],
  ["𝓝𝓸𝓻𝓪", "Nora"],
  [`Z${"\u0351\u0352\u0310".repeat(8)}a`, "Z\u0310\u0310a"],
])("%s is drawn as %s", (name, drawn) => {
  expect(draw(name)).toBe(drawn);
});

it.each([
  ["Nora", "N"],
  ["ольга", "О"],
  ["เกียรติ", "กี"],
  ["क्षमा", "क्ष"],
  ["김민준", "김"],
  ["★ Mia", "M"],
])("the initial of %s is %s", (name, initial) => {
  expect(getInitial(name)).toBe(initial);
});

it("lines break between words, also where no spaces are", () => {
  expect(splitWords("Latte art")).toEqual(["Latte ", "art"]);
  expect(splitWords("バリスタ研修、夜")).toEqual(["バリスタ", "研修、", "夜"]);
});
