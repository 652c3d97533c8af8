/** Commands that are only not understood are tried where they can change nothing; what the walls stopped is asked about by name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SandboxAccess, ShellRequest, ShellResult } from '../../../src/ports/machine.ts';
import type { Judgement } from '../../../src/safety/risk.ts';
import { say } from '../../../src/words/say.ts';
import { createFakeMachine } from '../../fakes/machine.ts';
import { startTestDeskhand } from '../../support/deskhand.ts';
import { DONE, scriptedModel, step } from '../../support/scripted-model.ts';

const RIDDLE: Judgement = {
  risk: 'high',
  rule: 'shell.unknown-command',
  reason: say`It is not understood`,
  confined: true,
};
const KNOWN: Judgement = { risk: 'high', rule: 'shell.write', reason: say`It writes` };
const SAFE: Judgement = { risk: 'safe', rule: 'shell.read-only', reason: say`It only reads` };

interface Story {
  readonly judgement?: Judgement;
  readonly hasPlace?: boolean;
  readonly command?: string;
  readonly goal?: string;
  /** What the place answers, by what was allowed. */
  readonly answer?: (request: ShellRequest) => Partial<ShellResult>;
  readonly tap?: 'Approve' | 'Deny';
  /** How often the model wants it. */
  readonly times?: number;
}

async function tell(story: Story) {
  const requests: ShellRequest[] = [];
  const machine = createFakeMachine({
    hasPlace: story.hasPlace ?? true,
    command: async (request) => {
      requests.push(request);
      return { output: 'printed\n', confined: { denied: [] }, ...story.answer?.(request) };
    },
  });
  const model = scriptedModel([
    ...Array.from({ length: story.times ?? 1 }, () =>
      step({ action: 'shell', command: story.command ?? './report.sh' }),
    ),
    DONE,
  ]);
  const bot = await startTestDeskhand({
    model,
    machine,
    judge: ({ action }) => (action === 'shell' ? (story.judgement ?? RIDDLE) : null),
  });
  await bot.chat.sendText(`/run ${story.goal ?? 'look at the report'}`);
  const isCard = ({
    kind,
    buttons,
  }: {
    readonly kind: string;
    readonly buttons: readonly (readonly { readonly isLive: boolean }[])[];
  }) => kind === 'question' && buttons.flat().some(({ isLive }) => isLive);
  const first = await bot.chat.waitFor((message) => message.kind === 'end' || isCard(message), 60_000);
  if (isCard(first)) await bot.chat.tap(first.id, story.tap ?? 'Approve');
  await bot.chat.waitFor(({ kind }) => kind === 'end', 60_000);
  await bot.close();
  return {
    requests,
    card: first.kind === 'question' ? first.text : null,
    prompts: model.asked.filter(({ purpose }) => purpose === 'step').map(({ text }) => text),
    checks: model.asked.filter(({ purpose }) => purpose === 'verify').map(({ text }) => text),
    performed: bot.events().filter((event) => event.type === 'action.performed'),
    judged: bot.events().filter((event) => event.type === 'risk.judged'),
    types: bot.types(),
  };
}

const stopped =
  (...denied: readonly SandboxAccess[]) =>
  (request: ShellRequest): Partial<ShellResult> =>
    (request.place?.grants ?? []).length === 0 ? { exitCode: 1, confined: { denied } } : { exitCode: 0 };

describe('a command that is only not understood', () => {
  it('runs in the place, without a card', async () => {
    const { requests, card, judged } = await tell({});
    assert.equal(card, null);
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.isApproved, false);
    assert.deepEqual(requests[0]?.place, { run: '000001', shown: [], grants: [], isProven: false });
    assert.equal(judged[0]?.type === 'risk.judged' && judged[0].confined, true);
  });

  it('asks where there is no place, and runs as approved', async () => {
    const { requests, card } = await tell({ hasPlace: false });
    assert.match(card ?? '', /run this command/);
    assert.deepEqual([requests[0]?.isApproved, requests[0]?.place], [true, undefined]);
  });

  it('asks when anything else speaks against it', async () => {
    const { card, requests } = await tell({ judgement: KNOWN, tap: 'Deny' });
    assert.match(card ?? '', /It writes/);
    assert.deepEqual(requests, []);
  });

  it('proves no effect: not to the next step, not to the check, not in the journal', async () => {
    const { prompts, checks, performed } = await tell({
      answer: () => ({ output: 'The report was sent to everybody.\n' }),
    });
    assert.match(prompts[1] ?? '', /tried where it can change nothing: nothing was changed by it/);
    assert.match(checks[0] ?? '', /tried where it can change nothing: nothing was changed by it/);
    const [act] = performed;
    assert.ok(act?.type === 'action.performed' && act.effect === 'unchanged' && act.confined === true);
  });

  it('is shown the folders of the person’s own words, and no others', async () => {
    const { requests } = await tell({ goal: 'compare ~/Letters with /srv/data/list.csv and my downloads' });
    const shown = requests[0]?.place?.shown ?? [];
    for (const path of ['~/Letters', '/srv/data/list.csv', '/home/person/Downloads'])
      assert.ok(shown.includes(path), path);
    assert.ok(!shown.some((path) => path.includes('report.sh')));
  });
});

describe('what only reads by proof', () => {
  it('runs in the place too, is shown what it names, and its effect is none', async () => {
    const { requests, card, performed } = await tell({
      judgement: SAFE,
      command: 'grep -n x /srv/data/a.txt notes.txt',
    });
    assert.equal(card, null);
    assert.equal(requests[0]?.place?.isProven, true);
    assert.deepEqual(requests[0]?.place?.shown, ['x', '/srv/data/a.txt', 'notes.txt']);
    const [act] = performed;
    assert.ok(act?.type === 'action.performed' && act.confined === undefined);
  });

  it('does not ask about words of a trouble in what it read', async () => {
    const { card, requests } = await tell({
      judgement: SAFE,
      command: 'cat log.txt',
      answer: () => ({ exitCode: 0, confined: { denied: [{ kind: 'network' }] } }),
    });
    assert.equal(card, null);
    assert.equal(requests.length, 1);
  });

  it('tells of the machine by its words, without a shell; what reads from it runs in the place', async () => {
    const { requests } = await tell({ judgement: SAFE, command: 'ps aux | grep chromium | head -3' });
    assert.deepEqual(requests[0]?.reader, ['ps', 'aux']);
    assert.equal(requests[0]?.command, 'grep chromium | head -3');
    assert.notEqual(requests[0]?.place, undefined);
    const { requests: riddle } = await tell({ command: 'ps aux' });
    assert.equal(riddle[0]?.reader, undefined, 'only what was proven');
  });
});

describe('what the walls stopped', () => {
  it('becomes a card that names it; approved, it gets just that and is checked', async () => {
    const { requests, card, performed, types, judged } = await tell({ answer: stopped({ kind: 'network' }) });
    assert.match(card ?? '', /It wants the network/);
    assert.match(card ?? '', /report\.sh/);
    assert.equal(requests.length, 2);
    assert.deepEqual(requests[1]?.place?.grants, [{ kind: 'network' }]);
    assert.equal(requests[1]?.isApproved, false, 'no free hand');
    assert.deepEqual(
      performed.map((event) => event.type === 'action.performed' && [event.ok, event.confined ?? false]),
      [
        [false, true],
        [true, false],
      ],
    );
    assert.ok(types.lastIndexOf('confirmation.answered') < types.lastIndexOf('action.intended'));
    assert.deepEqual(
      judged.map((event) => event.type === 'risk.judged' && event.rule),
      ['shell.unknown-command', 'place.network'],
    );
  });

  it('names each file it wants to write or read, as people write it', async () => {
    const { card, requests } = await tell({
      answer: stopped({ kind: 'write', path: '/home/person/notes.txt' }, { kind: 'read', path: '/srv/list.csv' }),
    });
    assert.match(card ?? '', /It wants to write ~\/notes\.txt\. It wants to read \/srv\/list\.csv/);
    assert.equal(requests[1]?.place?.grants.length, 2);
  });

  it('cannot always be told: the same command once more asks, and runs as approved', async () => {
    const { card, requests } = await tell({
      times: 2,
      answer: ({ place }) => (place === undefined ? {} : { exitCode: 1 }),
    });
    assert.match(card ?? '', /It is not understood/);
    assert.deepEqual(
      requests.map(({ isApproved }) => isApproved),
      [false, true],
    );
  });

  it('stays stopped after a no', async () => {
    const { requests, performed } = await tell({ answer: stopped({ kind: 'network' }), tap: 'Deny' });
    assert.equal(requests.length, 1);
    assert.equal(performed.length, 1);
  });
});
