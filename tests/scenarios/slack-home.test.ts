/** Slack's App Home on the real bot: what runs and waits, what is always allowed, how much is told; its buttons do what they say, and strangers get nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Person } from '../servers/slack/people.ts';
import { TEAM } from '../servers/slack/slack-server.ts';
import { act } from '../support/phone.ts';
import { ANN, type SlackPhone, startSlackPhone } from '../support/slack-phone.ts';
import { until } from '../support/until.ts';
import { noX11 } from '../support/x11.ts';

const LEON = 'U0000LEON';
const NINA = 'U0000NINA';
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

const labelsOf = (person: Person): readonly string[] => (person.home()?.buttons ?? []).flat().map(({ label }) => label);

describe('The App Home', { skip: noX11 }, () => {
  let phone: SlackPhone;
  let leon: Person;
  let nina: Person;
  before(async () => {
    phone = await startSlackPhone(
      { after: () => undefined },
      { settings: { MAX_ITERATIONS: '50', SLACK_ALLOWED_USERS: `${TEAM}:${ANN},${TEAM}:${NINA}` } },
    );
    leon = phone.slack.person(LEON, { name: 'Leon' });
    // She is looked up by the next life: this one began before she was there.
    nina = phone.slack.person(NINA, { name: 'Nina', locale: 'de-DE' });
  });
  after(() => phone.close(/users\.info user_not_found/));

  it('shows nothing to whoever only looks at the messages, and nothing ever to a stranger', async () => {
    phone.ann.openHome('messages');
    leon.openHome();
    phone.ann.openHome();
    const text = await homeOf(phone.ann, /Nothing is running or waiting/);
    assert.match(text, /Always allowed\nNothing is always allowed\. Where a card offers it, tap Allow always\./);
    assert.match(text, /How much I tell you while I work\nDetail level: normal\.$/);
    assert.deepEqual(labelsOf(phone.ann), ['Screenshot', 'Detail: quiet', 'Detail: verbose']);
    assert.equal(leon.home(), null);
    assert.equal(
      phone.slack.calls().filter(({ method }) => method === 'views.publish').length,
      1,
      'one look, one answer',
    );
  });

  it('follows a run and what waits behind it; Cancel, Stop and Screenshot work from there', async () => {
    phone.script(...Array.from({ length: 40 }, () => WAIT));
    phone.ann.openHome();
    phone.ann.say('run watch the kettle');
    await homeOf(phone.ann, /Now: watch the kettle \(run 1\)/);
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

  it('changes how much is told, for whoever taps', async () => {
    phone.ann.tapHome('Detail: quiet');
    await homeOf(phone.ann, /Detail level: quiet\./);
    await until(() => labelsOf(phone.ann).includes('Detail: normal'));
    phone.ann.tapHome('Detail: normal');
    await homeOf(phone.ann, /Detail level: normal\./);
  });

  it('is shown again by the next life, as soon as somebody looks; an old button is dead', async () => {
    await phone.restart('kill');
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

  it('is in the language of whoever looks', async () => {
    nina.openHome();
    const text = await homeOf(nina, /Es läuft nichts, und es wartet nichts/);
    assert.match(text, /Immer erlaubt\n/);
    assert.match(text, /Wie viel ich erzähle, während ich arbeite\n/);
    assert.deepEqual(labelsOf(nina), ['Bildschirmfoto', 'Detailstufe: quiet', 'Detailstufe: verbose']);
  });
});
