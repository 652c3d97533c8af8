/** Through a whole run, whatever happens in it, a provider gets the same system part and schema; skill, instructions, notes and an earlier run stand in it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSkill } from '../../../src/skills/parse-skill.ts';
import { createFakeVault } from '../../fakes/vault.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { WITH_REPEATS } from '../../support/repeats.ts';
import { writeSkill } from '../../support/skill-text.ts';
import { withPicture } from '../../support/with-picture.ts';
import { WIRES } from './providers.ts';

const VERDICT = { screen: 'A desktop.', reasons: ['It is sent.'], score: 90 };
const STEPS: readonly Decision[] = [
  makeReply({ action: 'click', target: { x: 300, y: 300 } }, { note: 'clicked' }),
  'this is no reply',
  makeReply({ action: 'vault_write', path: 'Knowledge/Bob.md', text: 'Bob likes short mails.' }),
  makeReply({ action: 'type', text: 'Dear Bob' }),
  makeReply({ action: 'done', summary: 'The mail to Bob is sent.' }),
];

describe('The system part of a run', () => {
  // What reaches each provider is tested in every-provider.test.ts.
  for (const { name, start } of WITH_REPEATS ? WIRES : WIRES.slice(0, 1)) {
    it(`is the same bytes in each of its calls at ${name}`, async () => {
      let next = 0;
      const bench = await start((_, schema) => {
        if (/\\?"score/.test(schema)) return VERDICT;
        if (/\\?"narrative/.test(schema)) return { narrative: 'Bob got his mail by way of the menu.', lessons: [] };
        if (/\\?"risk/.test(schema)) return { target: 'a surface', risk: 'moderate', reason: 'It selects.' };
        next += 1;
        return STEPS[(next - 1) % STEPS.length] ?? 'nothing';
      });
      const parsed = parseSkill(
        writeSkill({
          name: 'mail',
          trigger: '(?i)mail to (?P<who>\\w+)',
          steps: 'Write to {{who}} with the menu Message.',
        }),
        { file: 'mail.md' },
      );
      assert.ok(parsed.ok);
      const vault = createFakeVault({
        'Identity/instructions.md': '# Standing instructions\n\n- I write mails in German.\n',
        'Identity/user-profile.md': '# User profile\n\nAda Person\n',
        'Current Status.md': '# Current status\n\nAt work.\n',
        'Knowledge/Bob.md': '# Bob\n\nThe mail to Bob goes to bob@example.org.\n',
      });
      const bot = await startTestDeskhand({ model: withPicture(bench.model), skills: [parsed.skill], vault });
      try {
        const runs: (readonly string[])[] = [];
        for (let run = 0; run < 2; run += 1) {
          const before = bench.asked().length;
          const seen = new Set(bot.chat.seen().map(({ id }) => id));
          await bot.chat.sendText('/run send the mail to Bob');
          // What the person adds meanwhile is for the next run.
          await bot.chat.sendText(`/remember number ${run} is my lucky one`);
          await bot.chat.waitFor(({ id, kind }) => kind === 'end' && !seen.has(id), 20_000);
          const steps = bench
            .asked()
            .slice(before)
            .filter(({ system }) => system.startsWith('You are Deskhand'));
          assert.ok(steps.length >= STEPS.length, `${steps.length} steps`);
          assert.ok(new Set(steps.map(({ text }) => text)).size >= STEPS.length - 1, 'what changes is behind it');
          runs.push([...new Set(steps.map(({ system }) => system))]);
        }
        for (const [index, systems] of runs.entries()) {
          assert.equal(systems.length, 1, `run ${index + 1}: ${systems.length} different system parts`);
          const [system = ''] = systems;
          assert.match(system, /<skill>\nWrite to Bob with the menu Message\.\n<\/skill>/);
          assert.match(system, /<instructions>[\s\S]*I write mails in German\.[\s\S]*<\/instructions>/);
          assert.match(system, /Ada Person/);
        }
        assert.match(runs[1]?.[0] ?? '', /lucky one/, 'the next run knows it');
        // The first question finds out that this server takes no schema.
        assert.deepEqual(
          bench.faults().filter((fault) => !/'json_schema' is not supported/.test(fault)),
          [],
        );
      } finally {
        await bot.close();
        await bench.close();
      }
    });
  }
});
