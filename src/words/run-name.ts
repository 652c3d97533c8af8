/** Run ids are six digits on disk; people say "run 12". */
import { say, type Text } from './say.ts';

export function sayRun(runId: string): Text {
  return say`run ${Number(runId)}`;
}
