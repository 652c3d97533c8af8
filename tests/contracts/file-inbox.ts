/** What every inbox folder must do. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FileInbox } from '../../src/ports/file-inbox.ts';

export interface FileInboxBench {
  readonly inbox: FileInbox;
  /** What lies at a path now. */
  read(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

export function testFileInboxContract(name: string, make: () => Promise<FileInboxBench>): void {
  it(`${name} keeps a file whole under its name`, async () => {
    const { inbox, read, close } = await make();
    const path = await inbox.save('report.pdf', Uint8Array.of(1, 2, 0, 255), never);
    assert.match(path, /^\/.*\/report\.pdf$/);
    assert.deepEqual([...(await read(path))], [1, 2, 0, 255]);
    await close();
  });

  it(`${name} never writes over a file that is there`, async () => {
    const { inbox, read, close } = await make();
    const paths = await Promise.all([1, 2, 3].map((byte) => inbox.save('a.txt', Uint8Array.of(byte), never)));
    assert.equal(new Set(paths).size, 3);
    const bytes = await Promise.all(paths.map(async (path) => [...(await read(path))][0]));
    assert.deepEqual(bytes, [1, 2, 3]);
    assert.ok(
      paths.every((path) => /\/a(-\d)?\.txt$/.test(path)),
      paths.join(),
    );
    await close();
  });

  it(`${name} keeps nothing after an abort`, async () => {
    const { inbox, close } = await make();
    const reason = new Error('stopped');
    await assert.rejects(inbox.save('a.txt', Uint8Array.of(1), AbortSignal.abort(reason)), (error) => error === reason);
    await close();
  });
}
