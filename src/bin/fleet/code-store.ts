/** Storage of a machine's code secret and of the tries: readable by the person alone, each change on the disk before it counts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../../../adapters/files/atomic-write.ts';
import { type CodeState, type CodeStore, codeStateSchema } from '../../fleet/trust/code-desk.ts';

/** `folder`: `state/fleet`. */
export function createCodeStore(folder: string): CodeStore {
  const path = join(folder, 'code.json');
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '');
      return parse(text);
    },
    write: (state) => writeAtomically(path, `${JSON.stringify(state)}\n`, { mode: 0o600, isExclusive: false }),
  };
}

function parse(text: string): CodeState | null {
  try {
    return codeStateSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
