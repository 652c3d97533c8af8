/** Saves skills in the folder named on the command line until it is killed: a new one and one anew each time; prints the number of each pair that was acknowledged. */
import { join } from 'node:path';
import { createSkillFiles } from '../../adapters/files/skill-files.ts';
import { writeSkill } from '../support/skill-text.ts';

const [folder = '', first = '1'] = process.argv.slice(2);
const files = await createSkillFiles({
  shipped: join(folder, 'shipped'),
  plugins: join(folder, 'plugins'),
  own: join(folder, 'own'),
});
for (let number = Number(first); ; number += 1) {
  await files.save(
    `skill ${number}`,
    writeSkill({ name: `skill ${number}`, steps: 'x'.repeat((number % 7) * 3000 + 1) }),
  );
  await files.save(
    'same',
    writeSkill({ name: 'same', steps: `Version ${number}. ${'y'.repeat((number % 5) * 5000)}` }),
  );
  process.stdout.write(`${number}\n`);
}
