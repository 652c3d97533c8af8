/** A vault of 500 notes with goals, and for each goal the notes a person would want its run to know. */
import type { Note } from '../../src/ports/vault.ts';

const DAY_MS = 24 * 3_600_000;
export const NOW = Date.UTC(2026, 10, 21, 12);

/** Path → text. What the goals are about. */
const TOPICS: Readonly<Record<string, string>> = {
  'Identity/instructions.md': '# Standing instructions\n\n- Always answer in English.\n',
  'Identity/user-profile.md':
    '# User profile\n\nAnn, architect in Bremen. Works on a MacBook, Firefox is the browser.\n',
  'Current Status.md': '# Current status\n\nPreparing the permit for the harbor house.\n',
  'Active Tasks.md': '# Active tasks\n\n- [ ] Permit drawings\n- [ ] Invoice for Meyer\n',
  'Knowledge/Printer.md':
    '# Printer\n\nThe office printer is called Brother-2F. For double-sided pages choose “Layout → Two-Sided”. It sleeps after 18:00.\n',
  'Knowledge/Email signature.md': '# Email signature\n\nBest regards, Ann. In German: Herzliche Grüße, Ann.\n',
  'Knowledge/Conventions.md':
    '# Conventions\n\n- Invoices are named YYYY-MM Client.pdf (run 4)\n- Screenshots go to the Desktop folder Shots (run 9)\n',
  'Knowledge/Clients/Meyer.md':
    '---\naliases: [Meyer GmbH]\n---\n# Meyer\n\nInvoice address: Hafenstr. 3. Hourly rate 95. Contact [[Jonas]].\n',
  'Knowledge/People/Jonas.md': '# Jonas\n\nJonas Meyer, prefers a call before eight. Telephone 0421 5550.\n',
  'Knowledge/Banking.md': '# Banking\n\nTransfers are done in the browser at the Sparkasse; the TAN comes by app.\n',
  'Knowledge/VPN.md': '# VPN\n\nConnect with Tunnelblick, profile “office”. Without it the file server is not there.\n',
  'Knowledge/File server.md': '# File server\n\nMounted at smb://nas/projects. Needs the [[VPN]] from home.\n',
  'Knowledge/Photos.md': '# Photos\n\nThe album “Harbor” is shared with the client. Export at 2048 px.\n',
  'Knowledge/Calendar.md': '# Calendar\n\nWork appointments go into the calendar “Studio”, private ones into “Home”.\n',
  'Knowledge/Travel.md': '# Travel\n\nTrain tickets: Bahn app, BahnCard 50, window seat, quiet coach.\n',
  'Knowledge/Music.md': '# Music\n\nPlaylists: “Deep work” for mornings. Spotify runs on the studio speaker.\n',
  'Knowledge/Git.md': '# Git\n\nThe website repository is ~/sites/studio. Deploy by pushing to main.\n',
  'Knowledge/Website.md': '# Website\n\nMade with Eleventy, see [[Git]]. News posts live in src/news.\n',
  'Knowledge/Steuer.md':
    '# Steuer\n\nBelege kommen in den Ordner Belege/2026; die Voranmeldung ist quartalsweise fällig.\n',
  'Knowledge/Blumen.md': '# Blumen\n\nDie Blumen im Büro werden montags gegossen. Der Kaktus nur einmal im Monat.\n',
  'Knowledge/Zoom.md': '# Zoom\n\nMeetings: join with the camera off, name “Ann (studio)”.\n',
  'Knowledge/Backup.md': '# Backup\n\nTime Machine on the drive “Archive”; start it by hand before travelling.\n',
  'Knowledge/Fonts.md': '# Fonts\n\nDrawings use Univers, letters use Garamond.\n',
  'Knowledge/AutoCAD.md': '# AutoCAD\n\nTemplate harbor.dwt; layers are in German; export with plot style mono.ctb.\n',
  'Memory/Slack channels.md': '# Slack channels\n\nAnnouncements go to #studio, never to #general.\n',
  'Memory/Wifi.md': '# Wifi\n\nGuests use the network Harbor-Guest, its password hangs at the door.\n',
  'Memory/Newsletter.md': '# Newsletter\n\nSent with Buttondown on the first Monday; three pictures at most.\n',
  'Memory/Recipes.md': '# Recipes\n\nLentil soup for the team lunch on Thursdays.\n',
  'Memory/Parking.md': '# Parking\n\nThe parking garage ticket is bought in the EasyPark app, zone 4412.\n',
  'Memory/Doctor.md': '# Doctor\n\nDr. Held, appointments only by telephone 0421 7788.\n',
  'Tasks/task-log.md': '# Task log\n\n- 2026-11-19 10:02 ✅ “print the plan of the harbor house” (run 7, 5 actions)\n',
  'Context/recent-actions.md': '# Recent actions\n\n- 2026-11-20 09:00 ✅ “tidy the desktop” (run 9): moved 14 files\n',
  'Daily/2026-11-20.md': '# 2026-11-20\n\nMet Jonas about the facade. He wants darker bricks.\n',
};

/** Goal → what must be in. */
export const GOALS: readonly (readonly [goal: string, wanted: readonly string[]])[] = [
  ['print the permit drawings double-sided', ['Knowledge/Printer.md']],
  ['write the invoice for Meyer', ['Knowledge/Clients/Meyer.md', 'Knowledge/Conventions.md']],
  ['call Jonas', ['Knowledge/People/Jonas.md']],
  ['answer the last email and sign it', ['Knowledge/Email signature.md']],
  ['connect to the file server', ['Knowledge/File server.md', 'Knowledge/VPN.md']],
  ['transfer 50 euros to the plumber at the Sparkasse', ['Knowledge/Banking.md']],
  ['export the Harbor album for the client', ['Knowledge/Photos.md']],
  ['put a studio appointment into the calendar for Monday', ['Knowledge/Calendar.md']],
  ['buy a train ticket to Berlin', ['Knowledge/Travel.md']],
  ['play some music for the morning', ['Knowledge/Music.md']],
  ['publish a news post on the website', ['Knowledge/Website.md', 'Knowledge/Git.md']],
  ['lege die Belege für die Steuer ab', ['Knowledge/Steuer.md']],
  ['erinnere mich an die Blumen im Büro', ['Knowledge/Blumen.md']],
  ['join the zoom meeting', ['Knowledge/Zoom.md']],
  ['start a backup before I travel', ['Knowledge/Backup.md']],
  ['open the drawing in AutoCAD and export it', ['Knowledge/AutoCAD.md']],
  ['which font do letters use? change this one', ['Knowledge/Fonts.md']],
  ['post the announcement in Slack', ['Memory/Slack channels.md']],
  ['send the newsletter', ['Memory/Newsletter.md']],
  ['show a guest how to get into the wifi', ['Memory/Wifi.md']],
  ['buy a parking ticket', ['Memory/Parking.md']],
  ['make an appointment with the doctor', ['Memory/Doctor.md']],
  ['take a screenshot of the facade and keep it', ['Knowledge/Conventions.md']],
  ['what did Jonas want for the facade?', ['Daily/2026-11-20.md', 'Knowledge/People/Jonas.md']],
  ['do the same once more', ['Context/recent-actions.md']],
];

const WORDS =
  'meeting agenda budget garden kitchen bicycle museum holiday insurance concrete timber window facade roof contract schedule review sketch model sun lake bread coffee book chapter podcast exercise sleep weather plan list idea draft version feedback team office client project house harbor studio bridge station garden school library market ticket'.split(
    ' ',
  );

/** 500 notes; those beside the topics are a person's ordinary ones, and talk about many of the same things. */
export function makeVault(count = 500): readonly Note[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const pick = (): string => WORDS[random(WORDS.length)] ?? 'note';
  const topics = Object.entries(TOPICS).map(([path, text]) => ({ path, text, changedAt: NOW - 20 * DAY_MS }));
  const fillers = Array.from({ length: Math.max(0, count - topics.length) }, (_, index) => {
    const sentences = Array.from(
      { length: 6 + random(60) },
      () => `${pick()} ${pick()} and the ${pick()} of ${pick()}.`,
    );
    const path =
      index % 5 === 0
        ? `Daily/2026-0${1 + (index % 9)}-${10 + (index % 18)}-${index}.md`
        : `Knowledge/${pick()} ${index}.md`;
    return { path, text: `# ${pick()} ${index}\n\n${sentences.join('\n\n')}\n`, changedAt: NOW - random(300) * DAY_MS };
  });
  return [...topics, ...fillers];
}
