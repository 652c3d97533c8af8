/** Whether the application in front is the one that a scope names: people, desktops and Macs use different names for it. */
import { type AppIdentity, squeezeAppName } from './app-names.ts';

/**
 * One application per line: names in lower case without blanks and punctuation, and bundle identifiers. Names of families stand for all their
 * programs.
 */
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
  'krita orgkdekrita org.kde.krita',
  'pinta',
  'audacity org.audacityteam.audacity',
  'kdenlive orgkdekdenlive',
  'gnumeric',
  'abiword',
  'okular orgkdeokular',
  'evince documentviewer orggnomeevince',
  'kwrite orgkdekwrite',
  'kate orgkdekate',
  'pluma',
  'xed',
  'leafpad',
  'featherpad',
  'onlyoffice desktopeditors',
  'photoshop adobephotoshop com.adobe.photoshop',
  'sublimetext com.sublimetext.4',
  'xcode com.apple.dt.xcode',
  'bear net.shinyfrog.bear',
  'joplin net.cozic.joplindesktop',
  'calculator gnomecalculator orggnomecalculator com.apple.calculator',
].map((line) => line.split(' '));

const groups = new Map<string, number>();
for (const [group, names] of SAME.entries()) for (const name of names) groups.set(name, group);

/** Decides by the bundle identifier if there is one, as a program may use any name. */
export function isSameApp(named: string, { app, bundle }: AppIdentity): boolean {
  const wanted = keyOf(named);
  if (wanted === '') return false;
  const there = bundle === undefined || bundle === '' ? app : bundle;
  if (there === undefined || there === '') return false;
  const found = keyOf(there);
  if (found === wanted || groupOf(found) === groupOf(wanted)) return true;
  // The name may be in the person's language; a listed name belongs to no other application.
  return !groups.has(wanted) && app !== undefined && keyOf(app) === wanted;
}

/** Whether two names are of the same application. */
export function isSameName(one: string, other: string): boolean {
  return keyOf(one) !== '' && groupOf(keyOf(one)) === groupOf(keyOf(other));
}

/** Names that are ordinary words, too: they count only after a word that introduces a name. */
const ORDINARY: ReadonlySet<string> = new Set(
  'edge brave safari writer calc impress word excel pages numbers keynote notes preview finder files mail code bear navigator documentviewer texteditor pinta kate'.split(
    ' ',
  ),
);
const LEADS =
  /(?:^|[^\p{L}])(?:in|into|inside|with|using|open|launch|start|from|to|the|app|im|ins|mit|öffne|aus|nach|dans|avec|en|con|nel|met)\s+$/iu;

/** Applications named in these words, as they are written there. */
export function appsNamedIn(words: string): readonly string[] {
  const tokens = [...words.slice(0, 8000).matchAll(/[\p{L}\p{N}]+/gu)];
  const found = new Map<string | number, string>();
  for (let at = 0; at < tokens.length; at += 1) {
    for (let more = 2; more >= 0; more -= 1) {
      const [first, last] = [tokens[at], tokens[at + more]];
      if (first === undefined || last === undefined) continue;
      const said = words.slice(first.index, last.index + last[0].length);
      const key = squeezeAppName(said);
      if (/[\n.,;:!?]/.test(said) || !groups.has(key) || !isName(said, key, words.slice(0, first.index))) continue;
      if (!found.has(groupOf(key))) found.set(groupOf(key), said);
      at += more;
      break;
    }
  }
  return [...found.values()];
}

function isName(said: string, key: string, before: string): boolean {
  return !ORDINARY.has(key) || (/^\p{Lu}/u.test(said) && LEADS.test(before.slice(-20)));
}

function groupOf(key: string): string | number {
  return groups.get(key) ?? key;
}

/** A bundle identifier in lower case, a name without its blanks and marks. */
function keyOf(name: string): string {
  const lower = name.trim().toLowerCase();
  return groups.has(lower) ? lower : squeezeAppName(name);
}
