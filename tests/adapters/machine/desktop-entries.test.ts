import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import {
  findDesktopEntry,
  findOfKind,
  parseDesktopEntry,
  readDesktopEntries,
} from '../../../adapters/machine/desktop-entries.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

const EDITOR = `# comment
[Desktop Entry]
Type=Application
Name=Text Editor
Name[de]=Texteditor
Name[fr]=Éditeur
GenericName=Editor
Exec=editor --class="My \\\\"App" %U
Path=/opt/my\\sfolder
Actions=new;

[Desktop Action new]
Name=New Window
Exec=editor --new
`;

const commandOf = (exec: string) =>
  parseDesktopEntry('x', `[Desktop Entry]\nType=Application\nName=X\nExec=${exec}`)?.command;

describe('a .desktop file', () => {
  it('gives its names in all languages, its command without field codes, and nothing of its actions', () => {
    assert.deepEqual(parseDesktopEntry('org.example.editor', EDITOR), {
      id: 'org.example.editor',
      names: ['Text Editor', 'Texteditor', 'Éditeur'],
      genericNames: ['Editor'],
      command: ['editor', '--class=My "App'],
      folder: '/opt/my folder',
      needsTerminal: false,
      opens: [],
      categories: [],
    });
  });

  it('is split into words as the specification says, never by a shell', () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['app', ['app']],
      ['/usr/bin/app %F --flag', ['/usr/bin/app', '--flag']],
      ['app --file=%f', ['app', '--file=']],
      ['app 100%%', ['app', '100%']],
      ['"/opt/my app/run" "a b" c', ['/opt/my app/run', 'a b', 'c']],
      ['app ""', ['app', '']],
      ['app "\\\\$HOME \\\\`x\\\\`"', ['app', '$HOME `x`']],
      ['app $(reboot); rm -rf ~ | sh', ['app', '$(reboot);', 'rm', '-rf', '~', '|', 'sh']],
      ['app %i %c %k %u', ['app']],
    ];
    for (const [exec, command] of cases) assert.deepEqual(commandOf(exec), command, exec);
  });

  it('that is no application, was deleted or starts nothing is none', () => {
    for (const text of [
      '',
      '[Desktop Entry]\nType=Link\nName=X\nURL=https://example.com',
      '[Desktop Entry]\nType=Application\nName=X\nExec=x\nHidden=true',
      '[Desktop Entry]\nType=Application\nName=X\nDBusActivatable=true',
      '[Other]\nType=Application\nName=X\nExec=x',
    ]) {
      assert.equal(parseDesktopEntry('x', text), null, text);
    }
  });
});

describe('finding an application', () => {
  const entry = (name: string, exec: string, generic = '') =>
    `[Desktop Entry]\nType=Application\nName=${name}\nExec=${exec}\n${generic === '' ? '' : `GenericName=${generic}\n`}`;

  async function read(t: { after(act: () => void): void }) {
    const folder = makeTempFolder(t);
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write('own/applications/org.xfce.mousepad.desktop', entry('My Mousepad', 'mousepad'));
    write('shared/applications/org.xfce.mousepad.desktop', entry('Mousepad', 'mousepad'));
    write('shared/applications/chromium.desktop', entry('Chromium Web Browser', '/usr/bin/chromium', 'Web Browser'));
    write('shared/applications/kde/konsole.desktop', entry('Konsole', 'konsole', 'Terminal'));
    write('shared/applications/notes.txt', entry('Notes', 'notes'));
    return readDesktopEntries([join(folder, 'own'), join(folder, 'shared'), join(folder, 'none')]);
  }

  it('goes by name, id or its last part, program, and kind; in any case', async (t) => {
    const entries = await read(t);
    const idOf = (name: string) => findDesktopEntry(name, entries)?.id;
    for (const name of ['My Mousepad', 'mousepad', 'MOUSEPAD', 'org.xfce.mousepad', ' org.xfce.mousepad.desktop']) {
      assert.equal(idOf(name), 'org.xfce.mousepad', name);
    }
    for (const name of ['chromium', 'Chromium Web Browser', 'web browser']) assert.equal(idOf(name), 'chromium', name);
    for (const name of ['kde-konsole', 'Terminal', 'konsole']) assert.equal(idOf(name), 'kde-konsole', name);
    for (const name of ['notes', 'pad', '']) assert.equal(idOf(name), undefined, name);
  });

  it('goes by kind where no application has that name: whichever browser or terminal there is', () => {
    const entry = (id: string, more: string) =>
      parseDesktopEntry(id, `[Desktop Entry]\nType=Application\nName=${id}\nExec=${id}\n${more}\n`);
    const entries = [
      entry('vim', 'Terminal=true\nCategories=Utility;TextEditor;'),
      entry('mousepad', 'Categories=Utility;TextEditor;GTK;'),
      entry('epiphany', 'Categories=Network;WebBrowser;'),
      entry('xterm', 'Categories=System;TerminalEmulator;'),
    ].filter((one) => one !== null);
    for (const [word, id] of [
      ['the Browser', undefined],
      ['Browser', 'epiphany'],
      ['navegador', 'epiphany'],
      ['Terminal', 'xterm'],
      ['text editor', 'mousepad'],
      ['calculator', undefined],
      ['firefox', undefined],
    ] as const)
      assert.equal(findOfKind(word, entries)?.id, id, word);
  });

  it('finds the person’s own entry before the system’s', async (t) => {
    const entries = await read(t);
    assert.deepEqual(
      entries.filter(({ id }) => id.includes('mousepad')).map(({ names }) => names[0]),
      ['My Mousepad'],
    );
  });
});
