/** Files of a vectra index, written whole or not at all, for their owner alone. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStorage, LocalFileStorage } from 'vectra';

export function createAtomicStorage(): FileStorage {
  const plain = new LocalFileStorage();
  return {
    createFile: (path, content) => plain.createFile(path, content),
    createFolder: async (path) => void (await mkdir(path, { recursive: true, mode: 0o700 })),
    deleteFile: (path) => plain.deleteFile(path),
    deleteFolder: (path) => rm(path, { recursive: true, force: true }),
    getDetails: (path) => plain.getDetails(path),
    listFiles: (path, filter) => plain.listFiles(path, filter),
    pathExists: (path) => plain.pathExists(path),
    readFile: (path) => plain.readFile(path),
    async upsertFile(path, content) {
      const beside = join(dirname(path), `.${randomUUID()}.tmp`);
      try {
        const file = await open(beside, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(beside, path);
      } finally {
        await rm(beside, { force: true });
      }
    },
  };
}
