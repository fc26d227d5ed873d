import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, which have to start early: a run ends with its last file. */
const longest: readonly RegExp[] = [
  /flow\/boards/,
  /browser\/(kinds|servers)/,
  /flow\/(isolation|posting)/,
  /browser\//,
  /flow\/(schedule|access-matrix|order-search|audit-channel|as-shipped|remind|hostile|resilience)/,
  /flow\//,
  /(client|discord|discord-emulator|start)\//,
];

/** On a clean checkout there are no timings of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? longest.length : place;
}
