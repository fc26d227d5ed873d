import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, which have to start early: a run ends with its last file. */
const longest: readonly RegExp[] = [
  /long\/backup-kill/,
  /process\/(start|sealing-keys|backup)/,
  /long\/(import-kill|stopped|every-fault|kill|container)/,
  /flow\/boards/,
  /browser\/(kinds|servers)/,
  /flow\/(isolation|posting)/,
  /browser\//,
  /flow\/(schedule|access-matrix|order-search|audit-channel|as-shipped|remind|hostile|resilience)/,
];
/** The first ones mostly wait for sockets and clocks, the second ones compute, and the others are short. */
const kinds: readonly RegExp[] = [/(flow|client|discord|discord-emulator|start)\//, /(store|pictures)\//];

/** On a clean checkout there are no timings of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byName = files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
    const groups = Map.groupBy(byName, (file) => placeOf(file, longest));
    const others = Map.groupBy(groups.get(longest.length) ?? [], (file) => placeOf(file, kinds));
    return [...longest.flatMap((_, place) => groups.get(place) ?? []), ...mix([...others.values()])];
  }
}

/** The first pattern that the file matches; after all of them if none. */
function placeOf({ moduleId }: TestSpecification, patterns: readonly RegExp[]): number {
  const place = patterns.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? patterns.length : place;
}

/** Spreads the entries of each list evenly, in their order. */
function mix<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((list) => list.map((entry, place) => ({ entry, share: (place + 0.5) / list.length })))
    .toSorted((a, b) => a.share - b.share)
    .map(({ entry }) => entry);
}
