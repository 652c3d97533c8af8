/** Run ids are six digits on disk; people say "run 12". */

export function sayRun(runId: string): string {
  return `run ${Number(runId)}`;
}
