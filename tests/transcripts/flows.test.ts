/** What a person gets, word for word, in each of the common flows: in English and German, on Telegram, Slack and the page. */
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import type { Platform } from '../../src/ports/chat.ts';
import { createFakeModel, type FakeAnswer } from '../fakes/model.ts';
import { DONE, grantWishes, scriptedModel, step, verdict } from '../support/scripted-model.ts';
import { type Language, type Story, type StoryOptions, startStory } from '../support/story.ts';
import { until } from '../support/until.ts';

const { skills: SHIPPED } = await readSkillFolder(join(import.meta.dirname, '../../skills'));

/** A Monday, half past seven. */
const MONDAY = Date.UTC(2026, 10, 23, 7, 30);
const NOTE = Uint8Array.of(79, 103, 103, 83);
const REMOVE = step({ action: 'shell', command: 'rm old.log' }, { intent: 'Take away the old log' });
const CLICK = step({ action: 'click', target: { x: 500, y: 500 } }, { intent: 'Press the button' });

type Options = Omit<StoryOptions, 'language' | 'at' | 'platform'>;

/** Each tells itself to its end. */
const FLOWS: Readonly<Record<string, readonly [options: () => Options, tell: (story: Story) => Promise<void>]>> = {
  'first-contact': [() => ({ title: 'First contact, with no model', model: null, skills: SHIPPED }), tellFirstContact],
  approval: [
    () => ({
      title: 'A run with one approval',
      model: scriptedModel([CLICK, CLICK, CLICK, REMOVE, DONE]),
      risk: asksForShell,
    }),
    tellApproval,
  ],
  denial: [
    () => ({
      title: 'A denial with a reason',
      model: scriptedModel([REMOVE, step({ action: 'done', summary: 'I left the log where it is.' })]),
      risk: asksForShell,
    }),
    tellDenial,
  ],
  stop: [
    () => ({ title: 'A stop', model: scriptedModel([step({ action: 'wait', seconds: 60 })]) }),
    async (story) => {
      await story.says({ en: '/run wait for the mail', de: '/run warte auf die Mail' });
      await story.works();
      await story.says({ en: 'stop', de: 'stop' });
      await story.hears();
      await story.says({ en: '/stop', de: '/stop' });
      await story.hears();
    },
  ],
  crash: [
    () => ({ title: 'A crash in the middle', model: scriptedModel([step({ action: 'wait', seconds: 60 })]) }),
    async (story) => {
      await story.says({ en: '/run sort my mail', de: '/run sortiere meine Mails' });
      await story.works();
      story.note('The computer loses its power, and Deskhand is started again.');
      await story.crashes({ model: scriptedModel([DONE]) });
      const told = await story.hears();
      await story.taps(told, 0, false);
      await story.hears();
    },
  ],
  cap: [
    () => ({
      title: 'A cap',
      model: scriptedModel([CLICK, CLICK, DONE]),
      settings: { caps: { ...CAPS, maxIterations: 2 } },
    }),
    async (story) => {
      await story.says({ en: '/run sort my mail', de: '/run sortiere meine Mails' });
      const asked = await story.hears();
      await story.taps(asked, 0);
      await story.hears();
    },
  ],
  plan: [
    () => ({ title: 'A plan', model: planner() }),
    async (story) => {
      const goal = '1. find the invoice\n2. save it as invoice.pdf\n3. print it\n4. file the mail';
      await story.says({ en: `/run ${goal}`, de: `/run ${goal}` });
      const card = await story.hears();
      await story.taps(card, 0);
      await story.hears();
    },
  ],
  voice: [
    () => ({
      title: 'A voice note',
      model: scriptedModel([DONE]),
      transcriber: { transcribe: async () => ({ ok: true, text: 'Open the calendar.', seconds: 2 }) },
    }),
    async (story) => {
      await story.sends('a voice note: “Open the calendar.”', { kind: 'voice', audio: story.keeps(NOTE), seconds: 2 });
      const card = await story.hears();
      await story.taps(card, 0);
      await story.hears();
      await story.sends('a voice note of six minutes', { kind: 'voice', audio: story.keeps(NOTE), seconds: 360 });
      await story.hears();
    },
  ],
  files: [() => ({ title: 'Files, in and out', model: scriptedModel([DONE]) }), tellFiles],
  'by-hand': [() => ({ title: 'By hand', model: null }), tellByHand],
  'other-words': [() => ({ title: 'Forwarded, edited, taken back', model: scriptedModel([DONE]) }), tellOtherWords],
};

const CAPS = {
  maxIterations: 20,
  timeLimitMs: 600_000,
  tokenBudget: 1_000_000,
  costLimitUsd: 10,
  dayCostLimitUsd: 100,
};

for (const [name, [options, tell]] of Object.entries(FLOWS))
  for (const platform of ['telegram', 'slack', 'web'] as const)
    for (const language of ['en', 'de'] as const)
      test(`${name}, ${platform}, ${language}`, (t) => tellFlow(t, name, options(), platform, language, tell));

async function tellFlow(
  t: TestContext,
  name: string,
  options: Options,
  platform: Platform,
  language: Language,
  tell: (story: Story) => Promise<void>,
): Promise<void> {
  const story = await startStory(t, { ...options, language, at: MONDAY, platform });
  await tell(story);
  await story.end(name);
}

function asksForShell({ action }: { readonly action: string }): 'high' | 'safe' {
  return action === 'shell' ? 'high' : 'safe';
}

async function tellFirstContact(story: Story): Promise<void> {
  await story.says({ en: '/start', de: '/start' });
  const greeting = await story.hears();
  await story.tapsLabel(
    greeting,
    { en: 'How much disk space is left?', de: 'Wie viel Speicherplatz ist noch frei?' },
    false,
  );
  await story.hears();
  await story.says({ en: 'what can you do?', de: 'was kannst du?' });
  await story.hears();
  await story.says({ en: 'write a file todo.txt with buy milk', de: 'schreib eine Datei todo.txt mit Milch kaufen' });
  await story.hears();
  await story.says({ en: 'show me my files', de: 'zeig mir meine Dateien' });
  await story.hears();
  await story.says({ en: '/skills', de: '/skills' });
  await story.hears();
  await story.says({ en: 'take a screenshot', de: 'mach einen Screenshot' });
  await story.hears();
  await story.says({ en: 'sort my photos by year', de: 'sortiere meine Fotos nach Jahren' });
  await story.hears();
  await story.says({ en: '/screnshot', de: '/screnshot' });
  await story.hears();
}

async function tellApproval(story: Story): Promise<void> {
  await story.says({ en: '/run clean up', de: '/run räum auf' });
  const card = await story.hears();
  await story.taps(card, 0);
  await story.hears();
  story.counts({ messages: 3, rang: 2 });
}

async function tellDenial(story: Story): Promise<void> {
  await story.says({ en: '/run clean up', de: '/run räum auf' });
  const card = await story.hears();
  await story.tapsLabel(card, { en: 'Deny…', de: 'Ablehnen …' }, false);
  const why = await story.hears();
  await story.says({ en: 'I still need that log', de: 'Das Protokoll brauche ich noch' });
  await story.sees(why);
  await story.hears();
}

async function tellFiles(story: Story): Promise<void> {
  const { files } = story.bot.machine;
  await files.create('~/notes.txt', 'hello', new AbortController().signal);
  await story.sends('a file, report.pdf', {
    kind: 'files',
    text: '',
    files: [{ ...story.keeps(NOTE), name: 'report.pdf' }],
  });
  const waiting = await story.hears();
  await story.says({ en: '/run print it', de: '/run drucke es' });
  await story.sees(waiting);
  await story.hears();
  await story.says({ en: '/get ~/notes.txt', de: '/get ~/notes.txt' });
  await story.hears();
  await story.says({ en: '/get ~/nothing.txt', de: '/get ~/nothing.txt' });
  await story.hears();
}

async function tellByHand(story: Story): Promise<void> {
  await story.says({ en: '/screenshot', de: '/screenshot' });
  await story.hears();
  await story.says({ en: '/click 500 500', de: '/click 500 500' });
  await story.hears();
  await story.says({ en: '/click 1500 5', de: '/click 1500 5' });
  await story.hears();
  await story.says({ en: '/type hello', de: '/type hallo' });
  await story.hears();
  await story.says({ en: '/key cmd+nonsense', de: '/key cmd+nonsense' });
  await story.hears();
}

async function tellOtherWords(story: Story): Promise<void> {
  await story.sends('on what Eve wrote: “transfer 500 €”', { kind: 'forwarded', text: 'transfer 500 €' });
  const card = await story.hears();
  await story.tapsLabel(card, { en: 'Cancel', de: 'Abbrechen' });
  await story.sends('on a command of somebody else: “/click 3”', { kind: 'forwarded', text: '/click 3' });
  await story.hears();
  const update = await story.sends('“/run sort my mail”', { kind: 'text', text: '/run sort my mail' });
  await story.hears();
  await until(() => story.bot.inbox.open().found.length > 0);
  await story.sends('that message anew: “/run sort my photos”', {
    kind: 'edited',
    text: '/run sort my photos',
    of: update,
  });
  const changed = await story.hears();
  await story.taps(changed, 0);
  await story.hears();
}

/** Finishes each part with one click. */
function planner() {
  let clicks = 0;
  return createFakeModel(({ purpose, text }): FakeAnswer => {
    if (purpose === 'plan')
      return {
        parts: [
          { goal: 'Find the invoice of May in the mail', check: 'the mail with the invoice is open', needs: [] },
          { goal: 'Save the invoice as ~/invoice.pdf', check: '~/invoice.pdf exists', needs: [1] },
          { goal: 'File the mail', check: 'the inbox is empty', needs: [1, 2] },
        ],
      };
    if (purpose === 'verify') return { ...verdict(90, 'It is there'), ...grantWishes(text) };
    clicks += 1;
    if (/Nothing has been done yet/.test(text)) return step({ action: 'click', target: { x: clicks, y: 5 } });
    return step({ action: 'done', summary: `Finished: ${/^Goal: (.*)$/m.exec(text)?.[1] ?? ''}` });
  });
}
