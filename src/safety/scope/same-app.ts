/** Whether an application in front is one that a scope names: people, desktops and Macs call the same one differently. */
import { type AppIdentity, squeezeAppName } from '../apps/app-names.ts';

/** One application a line: names without case, blanks and marks, and bundle identifiers. Names of families stand for each of their programs. */
const SAME: readonly (readonly string[])[] = [
  'chrome googlechrome googlechromestable com.google.chrome',
  'chromium chromiumbrowser org.chromium.chromium',
  'firefox firefoxesr mozillafirefox navigator org.mozilla.firefox',
  'edge microsoftedge msedge com.microsoft.edgemac',
  'brave bravebrowser com.brave.browser',
  'safari com.apple.safari',
  'libreoffice soffice sofficebin libreofficewriter libreofficecalc libreofficeimpress libreofficedraw libreofficemath libreofficestartcenter writer calc impress lowriter localc loimpress org.libreoffice.script',
  'word microsoftword com.microsoft.word',
  'excel microsoftexcel com.microsoft.excel',
  'powerpoint microsoftpowerpoint com.microsoft.powerpoint',
  'pages com.apple.iwork.pages',
  'numbers com.apple.iwork.numbers',
  'keynote com.apple.iwork.keynote',
  'notes applenotes com.apple.notes',
  'textedit com.apple.textedit',
  'preview com.apple.preview',
  'finder com.apple.finder',
  'files nautilus orggnomenautilus gnomefiles',
  'mail applemail com.apple.mail',
  'thunderbird mozillathunderbird org.mozilla.thunderbird',
  'gedit orggnomegedit',
  'texteditor gnometexteditor orggnometexteditor',
  'mousepad orgxfcemousepad',
  'vscode code visualstudiocode com.microsoft.vscode',
  'gimp gimp210 gimp30 org.gimp.gimp',
  'inkscape orginkscapeinkscape org.inkscape.inkscape',
  'vlc vlcmediaplayer org.videolan.vlc',
  'obsidian md.obsidian',
  'calculator gnomecalculator orggnomecalculator com.apple.calculator',
].map((line) => line.split(' '));

const groups = new Map<string, number>();
for (const [group, names] of SAME.entries()) for (const name of names) groups.set(name, group);

/** By the bundle identifier where there is one: a program may call itself anything. */
export function isSameApp(named: string, { app, bundle }: AppIdentity): boolean {
  const wanted = keyOf(named);
  if (wanted === '') return false;
  const there = bundle === undefined || bundle === '' ? app : bundle;
  if (there === undefined || there === '') return false;
  const found = keyOf(there);
  if (found === wanted || groupOf(found) === groupOf(wanted)) return true;
  // In the person's language; a name that is in the list is nobody else's.
  return !groups.has(wanted) && app !== undefined && keyOf(app) === wanted;
}

/** All names of the application that somebody calls so; only that one where it is in no list. */
export function namesOfApp(name: string): readonly string[] {
  const group = groups.get(keyOf(name));
  return (group === undefined ? undefined : SAME[group]) ?? [keyOf(name)];
}

function groupOf(key: string): string | number {
  return groups.get(key) ?? key;
}

/** A bundle identifier in lower case, a name without its blanks and marks. */
function keyOf(name: string): string {
  const lower = name.trim().toLowerCase();
  return groups.has(lower) ? lower : squeezeAppName(name);
}
