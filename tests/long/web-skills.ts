/** `npm run test:web-skills`: every shipped skill that opens a page or a draft, on a virtual desktop with a real browser. */
import { tryWebSkills, WEB_GOALS } from './web-skills-tried.ts';

const cleanups: (() => void)[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const faults = await tryWebSkills({ after: (act) => cleanups.push(act) }, WEB_GOALS, say);
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  for (const clean of cleanups) clean();
}
