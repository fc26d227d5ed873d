import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes the longest, and so has to begin early: a run is over when its last file is. */
const longest: readonly RegExp[] = [
  /flow\/boards/,
  /browser\/(kinds|servers)/,
  /flow\/(isolation|process|posting)/,
  /browser\//,
  /flow\/(schedule|access-matrix|order-search|audit-channel|as-shipped|remind|hostile|guarded)/,
  /flow\//,
  /(client|discord|bot)\//,
];

/** On a clean checkout nobody knows how long a file took the last time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? longest.length : place;
}
