/** Versions in the form of `package.json`, and the changelog between two of them. Pure. */

const RELEASE = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Below zero: `one` is older. A version that is no plain release (1.2.3) is older than each that is. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [RELEASE.exec(one), RELEASE.exec(other)];
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  for (const part of [1, 2, 3]) {
    const difference = Number(left[part]) - Number(right[part]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest release of `versions` that is newer than `current`; null when there is none. */
export function newestAfter(current: string, versions: readonly string[]): string | null {
  const newer = versions.filter((version) => RELEASE.test(version) && compareVersions(version, current) > 0);
  return newer.toSorted(compareVersions).at(-1) ?? null;
}

/** The sections of a changelog (`## 1.2.0`, `## [1.2.0] - 2026-11-01`) after `from` up to and with `to`; '' when it has none of them. */
export function changesBetween(changelog: string, from: string, to: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((section) => {
    const version = /^## \[?v?(\d+\.\d+\.\d+)\]?(?![\w.-])/.exec(section)?.[1];
    return version !== undefined && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0;
  });
  return sections.join('').trim();
}
