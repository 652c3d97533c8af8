/** The shipped skills: each answers to what people say, to nothing else, and takes nothing from another. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { readSkillFolder } from '../../adapters/files/skill-files.ts';
import { loadBashParser } from '../../adapters/machine/bash-parser.ts';
import { LANGUAGES_FOLDER, OWN_FILES } from '../../src/bin/own-files.ts';
import { offerLanguages } from '../../src/bin/terminal/offer-languages.ts';
import { GROUPS } from '../../src/commands/skills-view.ts';
import { readAppleScript } from '../../src/safety/apps/applescript-tokens.ts';
import { createGate } from '../../src/safety/gate.ts';
import { missingGroups, sentencesOf, tellOutput } from '../../src/skills/answer.ts';
import { createSkillBook, findMissingParams, type SkillBook } from '../../src/skills/match-skill.ts';
import { resolveStep } from '../../src/skills/playbook.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { isPermitted } from '../../src/skills/skill-permissions.ts';
import { compileTrigger } from '../../src/skills/triggers.ts';
import { withParts } from '../../src/words/fill.ts';
import { GERMAN_SHIPPED } from '../../src/words/german/shipped.ts';
import { english, speak } from '../../src/words/speak.ts';
import { PHRASINGS, UNRELATED } from './phrasings.ts';

const FOLDER = join(import.meta.dirname, '../../skills');

interface Sayings {
  /** What people say, with the parameters it must give. */
  readonly hits: readonly (readonly [goal: string, params: Readonly<Record<string, string>>])[];
  /** What sounds like it and is something else. */
  readonly misses: readonly string[];
}

const SAYINGS: Readonly<Record<string, Sayings>> = {
  demo: {
    hits: [
      ['demo in xterm: hello there', { app: 'xterm', words: 'hello there' }],
      ['Demo in terminal: hi', { app: 'terminal', words: 'hi' }],
      [' demo in XTERM: a b c ', { app: 'XTERM', words: 'a b c' }],
    ],
    misses: ['show me a demo', 'demo in xterm', 'demo in xterm: $(reboot)'],
  },
  'open-website': {
    hits: [
      ['open example.com', { address: 'example.com' }],
      ['go to https://example.com/page', { address: 'example.com/page' }],
      ['visit the website news.example.org', { address: 'news.example.org' }],
    ],
    misses: ['open the calendar', 'go to sleep', 'open example.com and log in'],
  },
  'open-app': {
    hits: [
      ['launch Notes', { app: 'Notes' }],
      ['open the app Calculator', { app: 'Calculator' }],
      ['please open the Google Chrome app', { app: 'Google Chrome' }],
      ['switch to the app Safari.', { app: 'Safari' }],
    ],
    misses: ['switch to dark mode', 'open the window', 'launch example.com', 'start the timer for ten minutes'],
  },
  'web-search': {
    hits: [
      ['search the web for red pandas', { query: 'red pandas' }],
      ['google “red pandas”', { query: 'red pandas' }],
      ['look up C++ & Rust online', { query: 'C++ & Rust' }],
    ],
    misses: ['search my notes for red pandas', 'find the file pandas', 'open Google Docs'],
  },
  wikipedia: {
    hits: [
      ['wikipedia red panda', { topic: 'red panda' }],
      ['look up Ada Lovelace on Wikipedia', { topic: 'Ada Lovelace' }],
      ['show me the Wikipedia article about Lisbon', { topic: 'Lisbon' }],
    ],
    misses: ['edit my wikipedia-style notes', 'is wikipedia reliable?', 'look up red panda'],
  },
  youtube: {
    hits: [
      ['search youtube for train videos', { query: 'train videos' }],
      ['find lo-fi on YouTube', { query: 'lo-fi' }],
      ['youtube how to tie a tie', { query: 'how to tie a tie' }],
    ],
    misses: ['close youtube-dl', 'upload my video to youtube', 'find lo-fi on my disk'],
  },
  directions: {
    hits: [
      ['directions from Berlin to Hamburg', { from: 'Berlin', to: 'Hamburg' }],
      ['how do I get from the office to the station?', { from: 'the office', to: 'the station' }],
      ['show me the way from A to B', { from: 'A', to: 'B' }],
    ],
    misses: ['move the file from Desktop to Documents', 'how do I get rich', 'translate from German to English'],
  },
  weather: {
    hits: [
      ['weather in Lisbon', { place: 'Lisbon' }],
      ['what’s the weather like in New York?', { place: 'New York' }],
      ['show me the forecast for Oslo', { place: 'Oslo' }],
    ],
    misses: ['write about the weather', 'whether in Lisbon or not', 'open the weather app settings'],
  },
  'email-draft': {
    hits: [
      [
        'write an email to ann@example.com about lunch saying see you at one',
        { to: 'ann@example.com', subject: 'lunch', text: 'see you at one' },
      ],
      [
        'draft a mail to bob@example.org with the subject “Bill” that says “It is paid.”',
        { to: 'bob@example.org', subject: 'Bill', text: 'It is paid.' },
      ],
      [
        'compose an e-mail to c.d@example.net re: trip saying: all booked',
        { to: 'c.d@example.net', subject: 'trip', text: 'all booked' },
      ],
    ],
    misses: ['read the email from ann@example.com', 'write an email to Ann about lunch', 'delete all mail'],
  },
  'copy-text': {
    hits: [
      ['copy https://example.com/x to the clipboard', { text: 'https://example.com/x' }],
      ['clipboard: one two', { text: 'one two' }],
      ['put “hello” on my clipboard', { text: 'hello' }],
    ],
    misses: ['clear the clipboard', 'copy the folder to the disk', 'what is on the clipboard'],
  },
  'get-file': {
    hits: [
      ['send me ~/Documents/report.pdf', { path: '~/Documents/report.pdf' }],
      ['get the file /tmp/a b.txt', { path: '/tmp/a b.txt' }],
      ['share ~/x.png with me', { path: '~/x.png' }],
    ],
    misses: ['send me a reminder', 'send the report to Ann', 'get me a coffee'],
  },
  'find-file': {
    hits: [
      ['find the file report', { name: 'report' }],
      ['where is invoice.pdf?', { name: 'invoice.pdf' }],
      ['look for files called holiday photo', { name: 'holiday photo' }],
    ],
    misses: ['find a hotel in Oslo', 'where is Oslo', 'find the error on this page'],
  },
  'disk-space': {
    hits: [
      ['how much disk space is left?', {}],
      ['check my disk space', {}],
      ['how much storage do I have', {}],
    ],
    misses: ['free up disk space', 'how much does a disk cost', 'format the disk'],
  },
  'latest-downloads': {
    hits: [
      ['my latest downloads', {}],
      ['what did I just download?', {}],
      ['show me the newest downloads', {}],
    ],
    misses: ['delete my downloads', 'download the latest version', 'stop the last download'],
  },
  'recent-files': {
    hits: [
      ['what did I work on last?', {}],
      ['my recent files', {}],
      ['which files have changed recently?', {}],
    ],
    misses: ['delete the last file', 'what should I work on', 'open my latest file'],
  },
  'set-volume': {
    hits: [
      ['set the volume to 30', { level: '30' }],
      ['volume 100%', { level: '100' }],
      ['turn the volume down to 5 percent', { level: '5' }],
    ],
    misses: ['set the volume to 300', 'which volume of the book', 'turn up the volume'],
  },
  'set-brightness': {
    hits: [
      ['set the brightness to 40', { level: '40' }],
      ['dim the screen to 10%', { level: '10' }],
      ['screen brightness 75 percent', { level: '75' }],
    ],
    misses: ['brightness 101', 'brightness of the stars', 'set the picture to 40'],
  },
  'mute-notifications': {
    hits: [
      ['turn on do not disturb', {}],
      ['do not disturb', {}],
      ['mute all notifications', {}],
    ],
    misses: ['do not disturb Ann', 'read my notifications', 'turn off notifications of Slack'],
  },
  'show-notifications': {
    hits: [
      ['turn off do not disturb', {}],
      ['switch do not disturb off', {}],
      ['allow notifications again', {}],
    ],
    misses: ['show the notification settings', 'turn off the light', 'disable the alarm'],
  },
  battery: {
    hits: [
      ['how full is the battery?', {}],
      ['how much battery is left', {}],
      ['is my laptop charging?', {}],
    ],
    misses: ['buy a battery', 'save battery', 'charge my card'],
  },
  'print-file': {
    hits: [
      ['print ~/letter.pdf', { path: 'letter.pdf' }],
      ['print todo.txt', { path: 'todo.txt' }],
      ['drucke bitte die Datei Übersicht.pdf aus', { path: 'Übersicht.pdf' }],
      ['please print the file ~/Documents/a b.pdf', { path: 'Documents/a b.pdf' }],
      ['print out “~/x y.pdf”', { path: 'x y.pdf' }],
    ],
    misses: ['print this page', 'print hello in the terminal', 'print ~/a > ~/b'],
  },
  'network-programs': {
    hits: [
      ['what’s using the internet?', {}],
      ['which programs are using the network', {}],
      ['list all network connections', {}],
    ],
    misses: ['use the network printer', 'what is the internet', 'connect to the internet'],
  },
  'busy-programs': {
    hits: [
      ['what is slowing my computer down?', {}],
      ['why is my Mac so slow?', {}],
      ['show the busiest programs', {}],
    ],
    misses: ['slow down the video', 'quit all programs', 'what is a computer'],
  },
  'make-folder': {
    hits: [
      ['make a folder called Invoices on the desktop', { name: 'Invoices', home_folder: 'desktop' }],
      ['create a new folder named “Trip 2026” in my Documents', { name: 'Trip 2026', home_folder: 'Documents' }],
      ['crea una carpeta llamada Facturas en el escritorio', { name: 'Facturas', home_folder: 'escritorio' }],
    ],
    misses: ['delete the folder Invoices', 'open the folder Downloads', 'make a folder'],
  },
  'write-file': {
    hits: [
      ['write hello world to ~/Desktop/hello.txt', { text: 'hello world', path: '~/Desktop/hello.txt' }],
      ['save "a b" into the file /tmp/x', { text: 'a b', path: '/tmp/x' }],
      ['please put milk and bread in ~/list.txt', { text: 'milk and bread', path: '~/list.txt' }],
    ],
    misses: ['write hello to Ann', 'save the document', 'write “x” into ~/a.txt with mousepad'],
  },
  tweet: {
    hits: [
      ['tweet hello', { text: 'hello' }],
      ['post on X: good morning', { text: 'good morning' }],
      ['write a tweet saying “it works”', { text: 'it works' }],
      ['tweet he said “hi”', { text: 'he said “hi”' }],
      ['tweet “a” and “b”', { text: '“a” and “b”' }],
      ['tweet "a" is a letter', { text: '"a" is a letter' }],
    ],
    misses: ['delete my last tweet', 'read the newest tweets', 'how many tweets are there'],
  },
  reminder: {
    hits: [
      ['remind me to water the plants', { text: 'water the plants' }],
      ['add a reminder: call Ann at five', { text: 'call Ann at five' }],
      ['set a reminder to pay the rent tomorrow.', { text: 'pay the rent tomorrow' }],
    ],
    misses: ['what are my reminders', 'delete the reminder about rent', 'this reminds me of home'],
  },
  'apple-note': {
    hits: [
      ['note: milk, bread', { text: 'milk, bread' }],
      ['make a note saying call the bank', { text: 'call the bank' }],
      ['write “idea” in my notes', { text: 'idea' }],
    ],
    misses: ['open my notes', 'find the note about milk', 'noted'],
  },
  'calendar-event': {
    hits: [
      ['add dentist to my calendar on Friday at 9', { event: 'dentist', when: 'Friday at 9' }],
      ['schedule a meeting called “Review” for Monday at 10', { event: 'Review', when: 'Monday at 10' }],
      ['create an event Lunch on 3 May', { event: 'Lunch', when: '3 May' }],
    ],
    misses: ['open the calendar', 'what is on my calendar today', 'cancel the meeting'],
  },
  'send-message': {
    hits: [
      ['text Anna: I am late', { person: 'Anna', text: 'I am late' }],
      ['send a message to Bob Smith saying “on my way”', { person: 'Bob Smith', text: 'on my way' }],
      ['send a text to +49 170 1234567: hello', { person: '+49 170 1234567', text: 'hello' }],
    ],
    misses: ['read my messages', 'text size larger', 'send me ~/text.txt'],
  },
  'wikipedia-deutsch': {
    hits: [
      ['schlag Roter Panda bei Wikipedia nach', { topic: 'Roter Panda' }],
      ['was sagt Wikipedia über Lissabon?', { topic: 'Lissabon' }],
      ['suche auf Wikipedia nach „Ada Lovelace“', { topic: 'Ada Lovelace' }],
    ],
    misses: ['wikipedia red panda', 'was steht in der Zeitung über Lissabon', 'ist Wikipedia zuverlässig'],
  },
  'pause-music': {
    hits: [
      ['pause the music', {}],
      ['Stop the music!', {}],
      ['turn the music off', {}],
    ],
    misses: ['stop', 'pause', 'play some music', 'stop the download'],
  },
  'next-song': {
    hits: [
      ['next song', {}],
      ['skip this track', {}],
      ['play the next song', {}],
    ],
    misses: ['next week', 'skip the meeting', 'which song is next week'],
  },
  'lock-screen': {
    hits: [
      ['lock the screen', {}],
      ['please lock my computer now', {}],
      ['Sperre bitte den Bildschirm', {}],
    ],
    misses: ['lock the door', 'unlock the screen', 'lock the file report.pdf'],
  },
  'send-download': {
    hits: [
      ['send me my latest download', {}],
      ['give me what I just downloaded', {}],
      ['Schick mir den letzten Download', {}],
    ],
    misses: ['send me the download page', 'my latest downloads', 'send me ~/Downloads/a.pdf'],
  },
  'show-window': {
    hits: [
      ['screenshot of Firefox', { app: 'Firefox' }],
      ['show me the Google Chrome window', { app: 'Google Chrome' }],
      ['Mach ein Bildschirmfoto von Obsidian', { app: 'Obsidian' }],
    ],
    misses: ['take a screenshot', 'show me the way', 'show me the weather in Oslo'],
  },
  'summarize-page': {
    hits: [
      ['summarize this page', {}],
      ['what is this article about?', {}],
      ['give me a summary of the document', {}],
    ],
    misses: ['summarize my week', 'print this page', 'what is this'],
  },
};

/** What they say of a result beside their descriptions, as a catalog names it. */
function sentencesToldBy({ answer, expect }: Skill): readonly string[] {
  const checks = expect.flatMap((check) =>
    check.check === 'exit_code' && typeof check.says === 'string' ? [check.says] : [],
  );
  return [...sentencesOf(answer), ...checks.map((says) => withParts(says, {}).say)];
}

describe('the shipped skills', () => {
  let skills: readonly Skill[] = [];
  /** One of each name: where a Mac has another way, that of Linux. */
  let book: SkillBook = createSkillBook([]);
  let onMac: SkillBook = createSkillBook([]);
  before(async () => {
    const read = await readSkillFolder(FOLDER);
    assert.deepEqual(read.problems, []);
    skills = read.skills;
    onMac = createSkillBook(skills.filter(({ platforms }) => platforms?.includes('macos') !== false));
    book = createSkillBook([
      ...onMac.skills,
      ...skills.filter(({ platforms }) => platforms?.includes('macos') !== true),
    ]);
  });

  it('are at least thirteen, all of them spoken of here', () => {
    assert.ok(skills.length >= 13, `${skills.length}`);
    assert.deepEqual(book.skills.map(({ name }) => name).sort(), Object.keys(SAYINGS).sort());
    for (const { hits, misses } of Object.values(SAYINGS)) assert.ok(hits.length >= 3 && misses.length >= 3);
  });

  it('have triggers that can all be compiled, which a start leaves out', () => {
    for (const { triggers, name } of skills)
      for (const { pattern } of triggers) assert.ok(compileTrigger(pattern).ok, `${name}: ${pattern}`);
  });

  it('answer to what people say, with the parameters in it, and no other one fits', () => {
    for (const [name, { hits }] of Object.entries(SAYINGS))
      for (const [goal, params] of hits) {
        const match = book.match(goal);
        assert.equal(match?.skill.name, name, goal);
        assert.deepEqual(match?.params, params, goal);
        assert.deepEqual(match?.others, [], goal);
      }
  });

  it('answer to five ways of saying it in English and in German, and to nothing that is something else', () => {
    assert.deepEqual([...Object.keys(PHRASINGS), 'demo'].sort(), book.skills.map(({ name }) => name).sort());
    const wrong: string[] = [];
    for (const [name, { en, de }] of Object.entries(PHRASINGS)) {
      assert.ok(en.length + de.length >= 5 && [0, 5].includes(en.length) && [0, 5].includes(de.length), name);
      for (const goal of [...en, ...de]) {
        const match = book.match(goal);
        if (match?.skill.name !== name || match.others.length > 0)
          wrong.push(`${goal} → ${match?.skill.name ?? 'none'}${match?.others.join(', ') ?? ''} (${name})`);
      }
    }
    for (const goal of UNRELATED) {
      const match = book.match(goal);
      if (match !== null) wrong.push(`${goal} → ${match.skill.name}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('do not answer to what only sounds like it', () => {
    for (const [name, { misses }] of Object.entries(SAYINGS))
      for (const goal of misses) assert.notEqual(book.match(goal)?.skill.name, name, goal);
  });

  it('give their steps all they need, and say what they may do', () => {
    for (const [name, { hits }] of Object.entries(SAYINGS))
      for (const [goal] of hits) {
        const match = book.match(goal);
        assert.ok(match !== null);
        assert.deepEqual(findMissingParams(match), [], `${name}: ${goal}`);
        assert.ok(
          match.skill.description !== '' && match.skill.permissions !== null && match.skill.maxIterations !== null,
        );
      }
  });

  it('do in their playbooks only what they name among their permissions', () => {
    const screen = { elements: [], display: { width: 100, height: 100 } };
    for (const [name, { hits }] of Object.entries(SAYINGS))
      for (const [goal] of hits) {
        for (const match of [book.match(goal), onMac.match(goal)])
          for (const step of match?.skill.playbook ?? []) {
            const resolved = resolveStep(step, match?.params ?? {}, screen);
            assert.ok(resolved.ok, `${name}: ${JSON.stringify(step)}`);
            // The demo types into the terminal that it has opened itself.
            const app = name === 'demo' ? 'xterm' : '';
            assert.ok(
              isPermitted(resolved.action, app, match?.skill.permissions ?? []),
              `${name}: ${resolved.action.action}`,
            );
          }
      }
  });

  it('are plain, whole AppleScript where they are scripts, whatever a person puts into them', () => {
    const nothing = { elements: [], display: { width: 1000, height: 1000 } };
    const scripts = (text: string) =>
      onMac.skills.flatMap(({ name, playbook }) =>
        (playbook ?? []).flatMap((step) => {
          if (step.action !== 'applescript') return [];
          const params = new Proxy<Record<string, string>>({}, { get: () => text, has: () => true });
          const resolved = resolveStep(step, params, nothing);
          assert.ok(resolved.ok && resolved.action.action === 'applescript', name);
          const read = readAppleScript(resolved.action.script);
          assert.ok(read.ok, name);
          return [read.lines.map((tokens) => tokens.map(({ kind, raw }) => (kind === 'string' ? 'string' : raw)))];
        }),
      );
    const plain = scripts('word');
    assert.ok(plain.length >= 3);
    for (const lines of plain) {
      assert.deepEqual(lines[0]?.slice(0, 3), ['tell', 'application', 'string']);
      assert.deepEqual(
        lines.at(lines.length === 1 ? 0 : -2)?.slice(0, 4),
        lines.length === 1 ? ['tell', 'application', 'string', 'to'] : ['end', 'tell'],
      );
    }
    for (const text of ['"', '\\', 'a" & (do shell script "rm -rf ~") & "', '(* -- ', 'ä\n¬\ttell'])
      assert.deepEqual(scripts(text), plain, text);
  });

  it('say in German what they do, too, and answer to each example they name', () => {
    const inEnglish = Object.values(Object.fromEntries(skills.map((skill) => [skill.description, skill])))
      .filter(({ name }) => name !== 'wikipedia-deutsch')
      .map(({ name, description }) => ({ name, description: description.replace(/\s+/g, ' ') }));
    assert.deepEqual(
      inEnglish.map(({ description }) => description).filter((text) => GERMAN_SHIPPED[text] === undefined),
      [],
    );
    const told = new Set(skills.flatMap(sentencesToldBy));
    assert.deepEqual(
      [...told].filter((sentence) => GERMAN_SHIPPED[sentence] === undefined),
      [],
    );
    assert.equal(
      Object.keys(GERMAN_SHIPPED).length,
      inEnglish.length + told.size,
      'and nothing else is in the catalog',
    );
    const misses: string[] = [];
    for (const { name, description } of inEnglish)
      for (const [, goal = ''] of `${description} ${GERMAN_SHIPPED[description]}`.matchAll(/[“„]([^“”]+)[”“]/g))
        misses.push(...(book.match(goal)?.skill.name === name ? [] : [goal]));
    assert.deepEqual(misses, []);
  });

  it('stand in a group of /skills', () => {
    const grouped = GROUPS.flatMap(({ skills: names }) => names);
    assert.deepEqual(grouped.toSorted(), book.skills.map(({ name }) => name).toSorted());
  });

  it('check their result, but for those whose end only a look can tell', () => {
    const byLook = skills.filter(({ expect }) => expect.length === 0).map(({ name }) => name);
    assert.deepEqual(byLook.toSorted(), [
      // A model fills these in and looks at the end itself.
      'calendar-event',
      // On a Mac no program can tell whether Do Not Disturb is on, or how bright the screen is.
      'mute-notifications',
      'reminder',
      'send-message',
      'set-brightness',
      'show-notifications',
      'summarize-page',
      'tweet',
    ]);
    const onLinux = book.skills.filter(({ expect, playbook }) => playbook !== null && expect.length === 0);
    assert.deepEqual(
      onLinux.map(({ name }) => name),
      [],
    );
  });

  it('answer in sentences that hold what their lines give, whatever a program printed', () => {
    const tell = (name: string, output: string): string => {
      const isOfMac = name.endsWith('-mac');
      const { skills: all } = isOfMac ? onMac : book;
      const skill = all.find((each) => each.name === (isOfMac ? name.slice(0, -4) : name));
      assert.ok(skill !== undefined, name);
      for (const rule of skill.answer?.rules ?? []) assert.deepEqual(missingGroups(rule), [], name);
      return english(tellOutput(skill.answer, output) ?? 'nothing');
    };
    const df = 'Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda        252G   25G   78G  24% /\n';
    assert.equal(tell('disk-space', df), '78 GB free of 252 GB, 24 % used');
    const mac =
      'Filesystem Size Used Avail Capacity iused ifree %iused Mounted on\n/dev/disk3s1 460Gi 10Gi 120Gi 9% 1 2 0% /';
    assert.equal(tell('disk-space', mac), '120 GiB free of 460 GiB, 9 % used');
    offerLanguages(LANGUAGES_FOLDER);
    const small = '/dev/sda1 7,3G 6G 1.2G 90% /';
    const space = book.skills.find(({ name }) => name === 'disk-space')?.answer;
    const told = tellOutput(space, small) ?? '';
    assert.deepEqual(
      ['en', 'de', 'es'].map((language) => speak(told, language)),
      [
        '1.2 GB free of 7.3 GB, 90 % used',
        '1,2 GB von 7,3 GB frei, 90 % belegt',
        '1,2 GB libres de 7,3 GB, 90 % usado',
      ],
    );
    const left = 'Volume: front-left: 19661 /  30% / -31.37 dB,   front-right: 19661 /  30% / -31.37 dB';
    assert.equal(tell('set-volume', left), 'The volume is at 30 %.');
    assert.equal(tell('set-volume-mac', '30\n'), 'The volume is at 30 %.');
    assert.equal(tell('battery', '85 Discharging'), '85 %, running on battery');
    assert.equal(tell('battery-mac', ' -InternalBattery-0 (id=1)\t85%; charging; 0:31 remaining'), '85 %, charging');
    assert.equal(tell('battery', '100 Full'), '100 %, plugged in');
    assert.equal(
      tell('network-programs', '      1 ssh\n     12 chromium\n'),
      'ssh: 1 connection\nchromium: 12 connections',
    );
    assert.equal(tell('network-programs', '\n'), 'No program holds a connection right now.');
    assert.equal(
      tell('set-brightness-mac', 'pressed'),
      "I pressed the brightness keys. I can't read how bright the screen of a Mac is.",
    );
    assert.equal(tell('mute-notifications-mac', 'ran'), 'I ran your shortcut “Do Not Disturb On”.');
    assert.equal(tell('show-notifications-mac', 'ran'), 'I ran your shortcut “Do Not Disturb Off”.');
    assert.equal(tell('find-file', '/home/ann/a b/c.txt\n/opt/x'), '~/a b/c.txt');
    assert.equal(tell('find-file', ''), 'I found no file in your home folder with that in its name.');
    assert.equal(tell('print-file', 'request id is Office-12 (1 file(s))'), 'Sent to the printer as Office-12.');
    assert.equal(tell('print-file', 'Anfrage-ID ist Office-12 (1 Datei(en))'), 'Sent to the printer as Office-12.');
    assert.equal(tell('recent-files', '2026-11-25 20:10  a/{0} b.txt'), 'a/{0} b.txt · 2026-11-25 20:10');
    assert.equal(tell('wikipedia', 'x\ny'), 'x\ny', 'without rules as it is');
    const many = Array.from({ length: 40 }, (_, index) => `/home/ann/${index}`).join('\n');
    assert.equal(tell('find-file', many).split('\n').length, 16);
    assert.match(tell('find-file', many), /and 25 more$/);
  });

  it('count connections of a Mac as its lsof prints them, by whole names', () => {
    const [step] = onMac.skills.find(({ name }) => name === 'network-programs')?.playbook ?? [];
    const printed = [
      'COMMAND PID USER FD TYPE DEVICE SIZE/OFF NODE NAME',
      'Google\\x20Chrome\\x20Helper 812 ann 24u IPv4 0x1 0t0 TCP 10.0.0.2:50001->203.0.113.7:443 (ESTABLISHED)',
      'Google\\x20Chrome\\x20Helper 812 ann 25u IPv6 0x2 0t0 TCP [::1]:50002->[::1]:443 (ESTABLISHED)',
      'rapportd 401 ann 8u IPv4 0x3 0t0 TCP *:49152 (LISTEN)',
      'ssh 900 ann 3u IPv4 0x4 0t0 TCP 10.0.0.2:50003->203.0.113.8:22 (ESTABLISHED)',
    ].join('\n');
    const rest = String(step?.command).replace(/^lsof \+c 0 -nP -i \| /, '');
    const output = execFileSync('/bin/bash', ['-c', rest], { input: printed, encoding: 'utf8' });
    const answer = onMac.skills.find(({ name }) => name === 'network-programs')?.answer;
    assert.equal(english(tellOutput(answer, output) ?? ''), 'Google_Chrome_Helper: 2 connections\nssh: 1 connection');
  });

  it('that only read run without a question, whatever a person puts into them', async () => {
    const gate = createGate({
      platform: 'linux',
      home: '/home/me',
      root: '/opt/d',
      dataDir: '/opt/d',
      secondParser: await loadBashParser(OWN_FILES.bashParser),
    });
    for (const goal of [
      'how much disk space is left?',
      'why is my Mac so slow?',
      'how full is the battery',
      'what is using the network',
      'what did I work on last',
      'my latest downloads',
      'send me my latest download',
      'find the file report',
      "find the file it's; rm -rf ~",
    ]) {
      for (const match of [book.match(goal), onMac.match(goal)]) {
        assert.ok(match?.skill.playbook?.[0] !== undefined, goal);
        const resolved = resolveStep(match.skill.playbook[0], match.params, {
          elements: [],
          display: { width: 1, height: 1 },
        });
        assert.ok(resolved.ok);
        await gate.prepare(resolved.action, { cwd: '/home/me', goal }, new AbortController().signal);
        const { risk } = gate.judge(resolved.action, { cwd: '/home/me', goal });
        assert.ok(risk === 'safe' || risk === 'moderate', `${risk}: ${JSON.stringify(resolved.action)}`);
      }
    }
  });
});
