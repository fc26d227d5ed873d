import { foldText, memoizeWeak } from "../../src/domain/search.ts";

/** Words as they are compared: the languages of the people who order, one after another. */
const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/[\s,]+/).map(foldText));
const toPhrases = (phrases: string): ReadonlySet<string> =>
  new Set(phrases.split(",").map((phrase) => foldText(phrase.trim())));

/** Between items they mean `and`, and nothing else. */
export const joiners = toSet("and und og och oraz и と 그리고 和");

/** The same, but also letters of names, `in` or `one`: `Pan y tomate`, `en kaffe`, `more n more`. */
export const looseJoiners = toSet("e en et y plus n");

/** Mean much else, so they join only what is counted or known: `2 latte a 1 bun`, but `a latte`. */
export const rareJoiners = toSet("a i ja");

/** What comes before whom an order is for. */
export const forWords = toSet("for för para voor til dla для");

/** The same, where something comes before it that isn't only a count: not in `2 pour overs`, `3 per table`. */
export const looseForWords = toSet("für per pour pro");

/** Whom an order is for who says it: `for me`. */
export const ownWords = toSet("me myself us mich mir uns moi nous mí mim mij ons mig meg oss mnie mě меня");

/** The same in a form that people copy, with a colon: `Customer: Maria`. */
export const customerLabels = toSet(
  "customer guest client name kunde kundin gast cliente nombre nom nome klant naam kund namn navn klient клиент имя",
);

/** Right after `for` they aren't whom an order is for. */
export const noCustomers = toSet(
  "here two three four pickup takeaway takeout delivery later now today tonight tomorrow",
);

/** What comes after them belongs to the name before: `latte with 2 sugars`. */
export const withWords = toSet(
  "with without w w/o mit ohne con sin avec sans com sem met zonder med utan uten uden z bez с без",
);

/** May end an order; a comma separates phrases. */
export const thanks = toPhrases(
  `please, pls, plz, thanks, thx, thank, you, ty, cheers, asap, then,
  bitte, bitte schön, bitteschön, danke, danke schön, dankeschön, vielen dank,
  por favor, gracias, muchas gracias, s'il vous plaît, s'il te plaît, svp, stp, merci, merci beaucoup,
  per favore, per piacere, per cortesia, grazie, grazie mille, obrigado, obrigada, se faz favor,
  alsjeblieft, alstublieft, aub, dank je, dank u, bedankt, graag, tack, snälla, takk, tak, vær så snill, venligst,
  proszę, dziękuję, dzięki, prosím, prosim, děkuji, díky, kiitos, пожалуйста, спасибо, 주세요, 부탁해요, 부탁드려요,
  お願いします, ください, 下さい`,
);

/** May come before an item: `can I get`, `hi`, `je voudrais`. */
export const openings = toPhrases(
  `hi, hey, hello, hi there, hey there, hi all, hey all, hi guys, hey guys, hi team, hey team, good morning, good afternoon,
  good evening, ok, okay, so, can, could, may, i, we, get, have, got, order, to order, ordering, like, would, i'd, i'll, we'd, we'll,
  want, need, just, also, then, me, us,
  hallo, moin, servus, ich möchte, ich hätte gern, ich hätte gerne, ich nehme, ich will, ich brauche, wir nehmen, wir möchten,
  wir hätten gern, wir hätten gerne, einmal, noch,
  hola, buenas, buenos días, quiero, quisiera, me pones, queremos, queríamos,
  ciao, buongiorno, salve, vorrei, vorremmo, prendo, prendiamo,
  bonjour, bonsoir, salut, je voudrais, je veux, je prends, nous voudrions, on voudrait, on prend,
  olá, bom dia, eu quero, quero, queria, eu queria, queremos, gostaria de,
  hoi, ik wil graag, ik wil, ik neem, we willen graag, mag ik,
  hei, hej, hejsan, jag vill ha, jag tar, vi tar, jeg vil ha, jeg vil gerne have, jeg tager, jeg tar, kan jeg få, kan jag få,
  cześć, hejka, poproszę, chcę, ahoj, dobrý den, dám si, moi, haluan, haluaisin, saisinko, otan,
  привет, здравствуйте, можно, мне, нам, хочу`,
);

/** From one to ten, in each language; a slash separates forms of one number. */
const numberLists = `one two three four five six seven eight nine ten
  ein/eine/einen/eins zwei/zwo drei vier fünf/fuenf sechs sieben acht neun zehn
  un/une deux trois quatre cinq six sept huit neuf dix
  un/una dos tres cuatro cinco seis siete ocho nueve diez
  un/una due tre quattro cinque sei sette otto nove dieci
  um/uma dois/duas três quatro cinco seis sete oito nove dez
  een twee drie vier vijf zes zeven acht negen tien
  en/et/ei to tre fire fem seks syv/sju otte/åtte ni ti
  en/ett två tre fyra fem sex sju åtta nio tio
  jeden/jedna/jedno/jedną dwa/dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć
  jeden/jedna/jedno/jednu dva/dvě tři čtyři pět šest sedm osm devět deset
  yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen
  один/одна/одно/одну два/две три четыре пять шесть семь восемь девять десять`;

export const numberWords: ReadonlyMap<string, number> = new Map(
  numberLists.split("\n").flatMap((list) =>
    list
      .trim()
      .split(" ")
      .flatMap((forms, index) => forms.split("/").map((form) => [foldText(form), index + 1] as const)),
  ),
);

/** Other words too, in English or in another of the languages: they count only what is known. */
export const looseNumbers = toSet(
  "en et ett ei un um due fem fire sei sex ni ti to pet tri dos dix sept sete",
);

/** `2 Stück Kuchen`, `кофе 2 шт`, `2 more lattes`. */
export const counters = toSet(
  "stück stueck stk st mal fois szt sztuki ks шт штуки штук kpl pz pezzi stuks more",
);

/** After these, as after `table`, a number doesn't count what follows. */
export const beforeNumberWords = toSet(
  "x of no nr number table at in by around before until tisch um table mesa tavolo tafel bord bordet stolik stůl стол nro",
);

/** Numbers of Japanese, Chinese and Korean, from one to ten. */
const signs: ReadonlyMap<string, number> = new Map(
  "ひと/一/한/하나 ふた/二/两/兩/두/둘 みっ/三/세/셋 よっ/四/네/넷 いつ/五/다섯 むっ/六/여섯 なな/七/일곱 やっ/八/여덟 ここの/九/아홉 とお/十/열"
    .split(" ")
    .flatMap((forms, index) => forms.split("/").map((form) => [form, index + 1] as const)),
);
const counter = "(?:[つ杯個个本枚皿缶瓶碗份点개잔병캔판]|人前|인분|그릇|접시|조각)";
const hangul = "[가-힣]";
const amount = String.raw`(\p{Nd}{1,4}|(?<!${hangul})(?:${[...signs.keys()].join("|")})) ?${counter}`;
const and = "(?:と|や|이랑|랑|하고|와|과|和)";
const courtesy = "(?:お願い(?:いた)?します|おねがいします|ください|下さい|ちょうだい|주세요|谢谢)";
const counterInFront = new RegExp(`${amount}(?:の|的)? ?`, "gu");
const counterBehind = new RegExp(
  `[をはも]? ?${amount}(?=$|[\\s\\p{P}をのはで]|${and}|${courtesy})${and}?`,
  "gu",
);
const startsWithCounter = new RegExp(`^${amount}`, "u");
const politeBegin = /^(?:请|我要|给我|来)+ ?/u;
const politeEnd = new RegExp(`[をで]? ?${courtesy}`, "gu");
/** Of scripts that are written without spaces, or with what a word is to others at its end. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The text with each Japanese, Chinese or Korean count a word of its own, where the others have theirs: `コーヒー2つとケーキ1個`
 * becomes `コーヒー x2 & ケーキ x1`, and `2杯拿铁` becomes `2x 拿铁`.
 */
export function spaceCounters(text: string): string {
  if (!unspaced.test(text)) return text;
  const bare = text.replace(politeEnd, " ").trim().replace(politeBegin, "");
  const toNumber = (written: string): string => String(signs.get(written) ?? written);
  const spaced = startsWithCounter.test(bare)
    ? bare.replace(counterInFront, (_, count: string) => ` & ${toNumber(count)}x `)
    : bare.replace(counterBehind, (_, count: string) => ` x${toNumber(count)} & `);
  return spaced.replace(/^[ &]+|[ &]+$/g, "").replace(/ {2,}/g, " ");
}

const particle = new RegExp(`(${and})|[をもの]`, "uy");

/** The text with spaces around names, where nothing else is between them: `コーヒーとケーキ`. */
export function spaceNames(text: string, names: readonly string[]): string {
  if (!unspaced.test(text)) return text;
  const known = getUnspacedNames(names);
  return known === undefined ? text : text.replace(/\S+/gu, (run) => splitRun(run, known) ?? run);
}

const getUnspacedNames = memoizeWeak((names: readonly string[]): RegExp | undefined => {
  const written = names.filter((name) => unspaced.test(name) && !/\s/.test(name));
  const longestFirst = written.toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name));
  return longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join("|"), "uy");
});

function splitRun(run: string, known: RegExp): string | undefined {
  const parts: string[] = [];
  for (let at = 0; at < run.length;) {
    known.lastIndex = particle.lastIndex = at;
    const name = known.exec(run)?.[0];
    const between = name === undefined ? particle.exec(run) : null;
    if (name === undefined && between === null) return undefined;
    if (name !== undefined) parts.push(name);
    else if (between?.[1] !== undefined) parts.push("&");
    at += (name ?? between?.[0] ?? "").length;
  }
  return parts.join(" ");
}
