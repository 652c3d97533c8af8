/** Slack's App Home on the real bot: what runs and waits, what is always allowed, how much is told; its buttons do what they say, and strangers get nothing. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Person } from '../../servers/slack/people.ts';
import { TEAM } from '../../servers/slack/slack-server.ts';
import { act } from '../../support/phone.ts';
import { ANN, hasLive, type SlackPhone } from '../../support/slack-phone.ts';
import { until } from '../../support/until.ts';

const LEON = 'U0000LEON';
const NINA = 'U0000NINA';
const NINA_IS = { name: 'Nina', locale: 'de-DE' } as const;
const WAIT = act({ action: 'wait', seconds: 5 });

/** What the home says, once it matches. */
async function homeOf(person: Person, what: RegExp): Promise<string> {
  return await until(
    () => {
      const text = person.home()?.text ?? '';
      return what.test(text) ? text : null;
    },
    () => `${String(what)} in ${JSON.stringify(person.home())}`,
  );
}

const RISKY = act({ action: 'shell', command: 'echo once >> home.txt' });

/** Every home they ever had after the first `from` calls, oldest first, as it was sent. */
const homesOf = (phone: SlackPhone, userId: string, from: number): readonly string[] =>
  phone.slack
    .calls()
    .slice(from)
    .filter(({ method, fields }) => method === 'views.publish' && fields.get('user_id') === userId)
    .map(({ fields }) => fields.get('view') ?? '');

const labelsOf = (person: Person): readonly string[] => (person.home()?.buttons ?? []).flat().map(({ label }) => label);

/** Nina is looked up by the next life: the first one begins before she is there. */
export const HOME_SETTINGS = { MAX_ITERATIONS: '50', SLACK_ALLOWED_USERS: `${TEAM}:${ANN},${TEAM}:${NINA}` };

/** As the bot is in its first life. */
export async function lookAtHome(t: TestContext, phone: SlackPhone): Promise<void> {
  const leon = phone.slack.person(LEON, { name: 'Leon' });
  phone.slack.person(NINA, NINA_IS);
  const published = () => phone.slack.calls().filter(({ method }) => method === 'views.publish').length;
  const before = published();
  await t.test('shows nothing to whoever only looks at the messages, and nothing ever to a stranger', async () => {
    phone.ann.openHome('messages');
    leon.openHome();
    phone.ann.openHome();
    const text = await homeOf(phone.ann, /Nothing is running or waiting/);
    assert.match(text, /Always allowed\nNothing is always allowed\. Where a card offers it, tap Allow always\./);
    assert.match(
      text,
      /How much I tell you while I work\nDetail level: normal\.\n\nLanguage\nEnglish\. It follows your Slack profile, unless LANGUAGE is set on the computer\.\n\nWhat a run may take\n50 steps, /,
    );
    assert.deepEqual(labelsOf(phone.ann), ['Screenshot', 'Detail: quiet', 'Detail: verbose']);
    assert.equal(leon.home(), null);
    assert.equal(published(), before + 1, 'one look, one answer');
  });

  await t.test('follows a run and what waits behind it; Cancel, Stop and Screenshot work from there', async () => {
    phone.script(...Array.from({ length: 40 }, () => WAIT));
    phone.ann.openHome();
    phone.ann.say('run watch the kettle');
    await homeOf(phone.ann, /Now: watch the kettle \(run \d+\)/);
    phone.ann.say('run water the plants');
    await homeOf(phone.ann, /1\. water the plants/);
    assert.ok(labelsOf(phone.ann).includes('✕ Cancel 1') && labelsOf(phone.ann).includes('Stop'));
    phone.mark();
    phone.ann.tapHome('Screenshot');
    await phone.waitFor(({ picture }) => picture !== null, phone.ann.dm);
    phone.ann.tapHome('✕ Cancel 1');
    await until(() => !/water the plants/.test(phone.ann.home()?.text ?? ''));
    phone.ann.tapHome('Stop');
    await homeOf(phone.ann, /Nothing is running or waiting/);
    assert.ok(!labelsOf(phone.ann).includes('Stop'));
  });

  await t.test('changes how much is told, for whoever taps', async () => {
    phone.ann.tapHome('Detail: quiet');
    await homeOf(phone.ann, /Detail level: quiet\./);
    await until(() => labelsOf(phone.ann).includes('Detail: normal'));
    phone.ann.tapHome('Detail: normal');
    await homeOf(phone.ann, /Detail level: normal\./);
  });

  await t.test(
    'says that a card waits for an approval as soon as it is out, and no longer when it is answered',
    async () => {
      phone.script(RISKY, ...Array.from({ length: 40 }, () => WAIT));
      phone.mark();
      phone.ann.openHome();
      phone.ann.say('run write a line');
      const card = await phone.waitFor((message) => hasLive(message, 'Approve'), phone.ann.dm);
      await homeOf(phone.ann, /Now: write a line[\s\S]*\nWaiting for your approval\n/);
      const before = phone.slack.calls().length;
      await phone.ann.tap(card.ts, 'Approve').acknowledged;
      await until(() => !/Waiting/.test(phone.ann.home()?.text ?? ''));
      assert.match(homesOf(phone, ANN, before)[0] ?? '', /Now: /, 'it still runs then');
      phone.ann.tapHome('Stop');
      await homeOf(phone.ann, /Nothing is running or waiting/);
    },
  );
}

/** The bot has been killed and started again, with six seconds for an answer. */
export async function lookAtHomeAgain(t: TestContext, phone: SlackPhone): Promise<void> {
  const nina = phone.slack.person(NINA, NINA_IS);
  await t.test('is shown again by the next life, as soon as somebody looks; an old button is dead', async () => {
    const before = phone.slack.calls().length;
    phone.ann.tapHome('Screenshot');
    phone.ann.openHome();
    await until(() =>
      phone.slack
        .calls()
        .slice(before)
        .some(({ method }) => method === 'views.publish'),
    );
    await until(() => phone.ann.messages().some(({ text }) => /This button is no longer active/.test(text)));
    assert.match(phone.ann.home()?.text ?? '', /Nothing is running or waiting/);
  });

  await t.test('is in the language of whoever looks', async () => {
    nina.openHome();
    const text = await homeOf(nina, /Es läuft nichts, und es wartet nichts/);
    assert.match(text, /Immer erlaubt\n/);
    assert.match(text, /Wie viel ich erzähle, während ich arbeite\n/);
    assert.match(
      text,
      /Was ein Lauf brauchen darf\n50 Schritte, 1 Std\. 00 Min\. und 1,00 \$; alle Läufe eines Tages zusammen 10,00 \$\.$/,
    );
    assert.deepEqual(labelsOf(nina), ['Bildschirmfoto', 'Detailstufe: quiet', 'Detailstufe: verbose']);
  });

  await t.test('names whoever is asked to whoever is not, and follows a card that runs out', async () => {
    phone.script(RISKY);
    phone.mark();
    nina.openHome();
    await homeOf(nina, /Es läuft nichts/);
    const before = phone.slack.calls().length;
    phone.ann.say('run write a line');
    await phone.waitFor(({ text }) => /no answer came in time/.test(text), phone.ann.dm);
    await until(() => /Es läuft nichts/.test(homesOf(phone, NINA, before).at(-1) ?? ''));
    assert.match(homesOf(phone, NINA, before).join('\n'), /Ich warte auf die Erlaubnis von Ann/);
  });
}
