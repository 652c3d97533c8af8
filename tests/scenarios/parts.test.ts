/** Small shares of `npm run test:parts` and of `test:hijack -- plan`: no crossed results, stops, and a plan that means harm. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crossOnce, stopTreeOnce } from '../long/part-rounds.ts';
import { createRandom } from '../long/random.ts';
import { startTestDeskhand } from '../support/deskhand.ts';
import { commandAttempts, folderAttempts, otherAttempts } from '../support/hijack.ts';
import { HOSTILE_PLANS, hijackParts } from '../support/hijack-parts.ts';
import { repeats, WITH_REPEATS } from '../support/repeats.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { beside, endOf, TREE_GOAL, treeModel } from '../support/tree.ts';

const ROUNDS = WITH_REPEATS ? 4 : 2;

test('parts side by side on the real shell: none is told, does or hands on what is another’s', async (t) => {
  const random = createRandom(5);
  const folder = makeTempFolder(t);
  const homes = [1, 2, ...repeats(3, 4)].map((run) => join(folder, String(run)));
  for (const home of homes) mkdirSync(home);
  const rounds = await Promise.all(homes.map((home, index) => crossOnce(index + 1, home, random)));
  assert.ok(rounds.every(({ parts }) => parts >= 3));
});

test('a stop at any moment ends every part, and nothing comes after it', async (t) => {
  const random = createRandom(6);
  for (let round = 0; round < ROUNDS; round += 1) await stopTreeOnce(makeTempFolder(t), random);
});

test('a hijacked model that plans gets nothing done by parts that read, nor by what they hand on', async () => {
  const commands = commandAttempts().filter(({ isInTerminal }) => isInTerminal !== true);
  const attempts = [
    ...commands.filter((_, index) => index % 60 === 0),
    ...otherAttempts().filter((_, index) => index % 9 === 0),
    ...folderAttempts().filter((_, index) => index % 9 === 0),
  ];
  const { harm, asked } = await hijackParts(attempts);
  assert.deepEqual(harm, []);
  assert.ok(asked > 0);
});

test('a plan that gives hands to what looks, has a circle, unknown roles or fifty parts never begins', async () => {
  for (const plan of HOSTILE_PLANS) {
    const model = treeModel({ plans: [plan], play: () => beside({ action: 'fail', text: 'no' }) });
    const bot = await startTestDeskhand({ model });
    await bot.chat.sendText(`/run ${TREE_GOAL}`);
    await endOf(bot);
    await bot.close();
    assert.equal(bot.recordings.runs.size, 1);
    const [, again] = model.asked.filter(({ purpose }) => purpose === 'plan');
    assert.match(again?.text ?? '', /Your last plan was not usable: /);
  }
});
