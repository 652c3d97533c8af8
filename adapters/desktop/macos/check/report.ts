/** The report of a check as a file: what is sent back, and where the next time goes on. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { CheckResult } from './check.ts';
import type { SeenMac } from './unproven.ts';

const resultSchema = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'not granted', 'skipped']),
  detail: z.string(),
  fix: z.string(),
  ms: z.number(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
});
const reportSchema = z.object({ version: z.literal(1), build: z.string(), results: z.array(resultSchema) });

export interface Report {
  /** Absolute: where the report, its pictures and what the checks write lie. */
  readonly folder: string;
  readonly file: string;
  /** Of this same Deskhand on this same macOS; empty where that has changed. */
  readonly known: ReadonlyMap<string, CheckResult>;
  keep(result: CheckResult): Promise<void>;
  savePicture(name: string, jpeg: Uint8Array): Promise<void>;
}

/** `build`: what an earlier result must have been made with to count. */
export async function openReport(folder: string, build: string): Promise<Report> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'check-mac.json');
  const before = await readFile(file, 'utf8').then(readReport, () => null);
  const results = new Map(before?.build === build ? before.results.map((result) => [result.name, result]) : []);
  return {
    folder: resolve(folder),
    file,
    known: new Map(results),
    keep: async (result) => {
      results.set(result.name, result);
      await writeFile(file, `${JSON.stringify({ version: 1, build, results: [...results.values()] }, null, 2)}\n`, {
        mode: 0o600,
      });
    },
    savePicture: (name, jpeg) => writeFile(join(folder, name), jpeg, { mode: 0o600 }),
  };
}

/** What a report file of another Mac says; null: it is none. */
export async function readSeenMac(file: string): Promise<SeenMac | null> {
  const report = readReport(await readFile(file, 'utf8'));
  if (report === null) return null;
  const version = String(report.results.find(({ name }) => name === 'facts')?.data?.version ?? '');
  return { macos: /ProductVersion:\s*([\d.]+)/.exec(version)?.[1] ?? '', results: report.results };
}

function readReport(text: string): z.infer<typeof reportSchema> | null {
  try {
    return reportSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
