/** Kills a process in the middle of saving skills, again and again: nothing acknowledged is lost, nothing half-written is seen. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSkillFiles } from '../../adapters/files/skill-files.ts';
import { english } from '../../src/words/speak.ts';

export interface SkillKills {
  readonly rounds: number;
  readonly saved: number;
  /** What was acknowledged and is not there, or is there and not whole. */
  readonly broken: readonly string[];
}

const ROUND_MS = 30_000;

export async function killWhileSaving(folder: string, rounds: number, random: () => number): Promise<SkillKills> {
  const broken: string[] = [];
  let saved = 0;
  for (let round = 1; round <= rounds; round += 1) {
    saved = await saveUntilKilled(folder, saved + 1, 1 + Math.floor(random() * 4), random() * 12);
    const files = await createSkillFiles({
      shipped: join(folder, 'shipped'),
      plugins: join(folder, 'plugins'),
      own: join(folder, 'own'),
    });
    const { skills, problems } = await files.read();
    for (const problem of problems) broken.push(`round ${round}: ${english(problem)}`);
    const steps = new Map(skills.map((skill) => [skill.name, skill.steps]));
    for (let number = 1; number <= saved; number += 1)
      if (steps.get(`skill ${number}`)?.length !== (number % 7) * 3000 + 1)
        broken.push(`round ${round}: skill ${number}`);
    const version = Number(/^Version (\d+)/.exec(steps.get('same') ?? '')?.[1] ?? 0);
    if (version < saved || version > saved + 1) broken.push(`round ${round}: version ${version} after ${saved}`);
    const left = readdirSync(join(folder, 'own')).filter((name) => !name.endsWith('.md'));
    if (left.length > 0) broken.push(`round ${round}: ${left.join(', ')} left lying`);
    // One that was written and not yet acknowledged may be there: it counts from here on.
    if (steps.has(`skill ${saved + 1}`)) saved += 1;
  }
  return { rounds, saved, broken };
}

/** The last number that was acknowledged. */
async function saveUntilKilled(folder: string, first: number, pairs: number, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'save-for-ever.ts'), folder, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), ROUND_MS);
  let acknowledged = first - 1;
  let isAimed = false;
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    acknowledged = Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) || acknowledged);
    if (isAimed || acknowledged < first + pairs - 1) return;
    isAimed = true;
    setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  await once(child, 'close');
  clearTimeout(limit);
  return acknowledged;
}
