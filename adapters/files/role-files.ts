/** The texts of the roles as files: the person's own folder first, then the shipped one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadRoleFiles, RoleFile } from '../../src/run/parts/role-text.ts';
import { systemCode } from '../../src/words/disk-trouble.ts';
import { textOf } from '../../src/words/said-error.ts';
import { say } from '../../src/words/say.ts';

export interface RoleFolders {
  readonly shipped: string;
  /** Need not be there. */
  readonly own: string;
}

const MOST_BYTES = 16_384;

export function createRoleFiles({ shipped, own }: RoleFolders): ReadRoleFiles {
  return async (role) => await Promise.all([own, shipped].map((folder) => readRole(join(folder, `${role}.md`))));
}

async function readRole(path: string): Promise<RoleFile> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > MOST_BYTES) return { path, text: null, problem: say`it is longer than ${MOST_BYTES} bytes` };
    return { path, text: bytes.toString('utf8'), problem: '' };
  } catch (error) {
    return { path, text: null, problem: systemCode(error) === 'ENOENT' ? '' : textOf(error) };
  }
}
