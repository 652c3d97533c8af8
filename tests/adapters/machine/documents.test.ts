/** Documents opened for checks: what they hold, and that those made to do harm do none. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import type { DocumentReply } from '../../../adapters/machine/documents/document-reply.ts';
import { openDocuments } from '../../../adapters/machine/documents/open-document.ts';
import { readBytes } from '../../../adapters/machine/documents/read-bytes.ts';
import { readProcessTable } from '../../../adapters/machine/process-table.ts';
import { openSandbox } from '../../../adapters/machine/sandbox.ts';
import { OWN_CODE, OWN_FILES } from '../../../src/bin/own-files.ts';
import type { DocumentFacts } from '../../../src/ports/machine.ts';
import { english } from '../../../src/words/speak.ts';
import { writeCalendar, writeDocx, writeOdt, writeParts, writePdf, writeSheets } from '../../support/documents.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';

interface TestContext {
  after(act: () => void | Promise<void>): void;
}

const never = new AbortController().signal;
const skip = process.platform === 'linux' ? false : 'counts processes as Linux lists them';
const probe = await openSandbox({ platform: 'linux', home: '/nowhere', root: '/nowhere', dataDir: '/nowhere' });
probe.close();
const WALLS = probe.hasPlace ? [true, false] : [false];

interface More {
  readonly hasPlace?: boolean;
  readonly program?: string;
  readonly timeoutMs?: number;
}

function open(t: TestContext, more: More = {}) {
  const home = makeTempFolder(t);
  const { hasPlace = probe.hasPlace, program = OWN_FILES.documentChild, timeoutMs } = more;
  const documents = openDocuments(
    { program, code: [...OWN_CODE, program] },
    {
      home,
      platform: 'linux',
      hasPlace,
      readProcesses: readProcessTable,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
  );
  assert.ok(documents !== null);
  t.after(() => documents.close());
  const read = (name: string, signal = never): Promise<DocumentFacts> => documents.document(join(home, name), signal);
  const why = async (name: string): Promise<string> => {
    const facts = await read(name);
    assert.equal(facts.kind, 'unreadable', JSON.stringify(facts).slice(0, 200));
    return facts.kind === 'unreadable' ? `${facts.isTold ? 'told' : 'untold'}: ${english(facts.why)}` : '';
  };
  return { home, documents, read, why, path: (name: string): string => join(home, name) };
}

/** The reply of the process that opens documents, computed in this process. */
function find(path: string): Promise<DocumentReply> {
  return readBytes(new Uint8Array(readFileSync(path)), path).catch(() => ({ kind: 'unreadable', why: 'damaged' }));
}

/** Also of one that is stopped while the confined place is still being set up. */
function processesOf(program: string): readonly string[] {
  const lists = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return lists.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
    } catch {
      return false;
    }
  });
}

describe('a document opened for a check', { skip }, () => {
  it('tells of a spreadsheet what its cells show, and the same in other writings', async (t) => {
    const { read, path } = open(t);
    const sum = { t: 'n', v: 1240.4, z: '#,##0' } as const;
    const day = { t: 'n', v: 46349, z: 'yyyy-mm-dd' } as const;
    const sheets = { Costs: { A1: 'Name', B7: sum, C1: day, D1: true }, Second: { A1: 'Ä & <b>' } };
    for (const name of ['a.xlsx', 'a.xls']) {
      writeSheets(path(name), sheets);
      assert.deepEqual(
        name === 'a.xlsx' ? await read(name) : await find(path(name)),
        {
          kind: 'sheets',
          sheets: [
            {
              name: 'Costs',
              cells: {
                A1: ['Name'],
                B7: ['1,240', '1240.4'],
                C1: ['2026-11-23', '23.11.2026', '11/23/2026'],
                D1: ['TRUE', 'true', 'wahr'],
              },
            },
            { name: 'Second', cells: { A1: ['Ä & <b>'] } },
          ],
        },
        name,
      );
    }
    writeFileSync(path('a.csv'), 'Name;Summe\nMüller;"1.240,50"\n1-2;=1+1\n', 'latin1');
    assert.deepEqual(await find(path('a.csv')), {
      kind: 'sheets',
      sheets: [
        {
          name: 'Sheet1',
          cells: { A1: ['Name'], B1: ['Summe'], A2: ['Müller'], B2: ['1.240,50'], A3: ['1-2'], B3: ['=1+1'] },
        },
      ],
    });
  });

  it('reads the words of texts and PDFs, pictures by how they are shown, calendars by their own zone', async (t) => {
    const { read, path } = open(t);
    writeDocx(
      path('a.docx'),
      '<w:p><w:r><w:t>Dear Anna,</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">it is </w:t></w:r><w:del><w:r><w:delText>not </w:delText></w:r></w:del><w:r><w:t>1 &lt; 2</w:t></w:r></w:p>',
    );
    assert.deepEqual(await read('a.docx'), { kind: 'text', text: 'Dear Anna,\nit is 1 < 2\n' });
    writeOdt(
      path('a.odt'),
      '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h>Title</text:h><text:p>two<text:s text:c="2"/>spaces <text:span>in one</text:span></text:p>',
    );
    assert.deepEqual(await find(path('a.odt')), { kind: 'text', text: 'Title\ntwo  spaces in one\n' });
    writePdf(path('a.pdf'), ['Invoice (7)', 'Total 1,240.00', '']);
    const pdf = await read('a.pdf');
    assert.ok(
      pdf.kind === 'pdf' && pdf.pages === 3 && /Invoice \(7\)\s+Total 1,240\.00/.test(pdf.text),
      JSON.stringify(pdf),
    );
    const red = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } });
    writeFileSync(path('a.jpg'), await red.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    assert.deepEqual(await read('a.jpg'), { kind: 'picture', width: 20, height: 30 });
    writeFileSync(path('wrong.pdf'), await red.clone().png().toBuffer());
    assert.deepEqual(await find(path('wrong.pdf')), { kind: 'picture', width: 30, height: 20 });
    writeCalendar(path('a.ics'), [{ title: 'Dentist\\, Dr. Ä', day: '2026-11-23' }]);
    assert.deepEqual(await read('a.ics'), {
      kind: 'calendar',
      entries: [{ title: 'Dentist, Dr. Ä', day: '2026-11-23' }],
    });
    writeFileSync(
      path('weekly.ics'),
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20261123\nRRULE:FREQ=WEEKLY;COUNT=2\nSUMMARY:Gym\nEND:VEVENT\nEND:VCALENDAR\n',
    );
    assert.deepEqual(await find(path('weekly.ics')), {
      kind: 'calendar',
      entries: [
        { title: 'Gym', day: '2026-11-23' },
        { title: 'Gym', day: '2026-11-30' },
      ],
    });
  });

  it('is opened anew once it was changed, and not before', async (t) => {
    const { read, path } = open(t);
    writeFileSync(path('a.txt'), 'one');
    const [first, again] = [await read('a.txt'), await read('a.txt')];
    assert.equal(again, first);
    writeFileSync(path('a.txt'), 'other');
    assert.deepEqual(await read('a.txt'), { kind: 'text', text: 'other' });
  });

  it('that is not there, damaged or nothing known speaks against what was to be in it', async (t) => {
    const { why, path } = open(t);
    mkdirSync(path('folder.xlsx'));
    execFileSync('mkfifo', [path('pipe.csv')]);
    writeSheets(path('whole.xlsx'), { A: { A1: 'x' } });
    writeFileSync(path('cut.xlsx'), readFileSync(path('whole.xlsx')).subarray(0, 900));
    writeParts(path('other.xlsx'), { 'readme.md': 'no office file' });
    writePdf(path('whole.pdf'), ['x']);
    writeFileSync(path('cut.pdf'), '%PDF-1.7\n1 0 obj\n<<');
    writeFileSync(path('noise.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]));
    writeFileSync(path('program.ods'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]));
    writeFileSync(path('half.ics'), 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY');
    for (const name of ['none.xlsx', 'folder.xlsx', 'pipe.csv']) assert.equal(await why(name), 'told: it is not there');
    assert.equal(await why('cut.xlsx'), 'told: it is damaged');
    for (const name of ['cut.pdf', 'noise.png', 'half.ics'])
      assert.deepEqual(await find(path(name)), { kind: 'unreadable', why: 'damaged' }, name);
    assert.equal(await why('other.xlsx'), 'told: it is no spreadsheet, text, PDF, picture or calendar');
    assert.deepEqual(await find(path('program.ods')), { kind: 'unreadable', why: 'form' });
  });

  it('that floods, nests or names other files says nothing, and is soon given up', async (t) => {
    const { why, read, path } = open(t);
    const real = 20_000_000;
    const flood = zipSync({ 'content.xml': [new Uint8Array(real), { level: 1 }] });
    /** The same archive with another size in its headers. */
    const telling = (size: number): Uint8Array => {
      const told = new DataView(flood.slice().buffer);
      for (let at = 0; at + 4 < told.byteLength; at += 1)
        if (told.getUint32(at, true) === real) told.setUint32(at, size, true);
      return new Uint8Array(told.buffer);
    };
    writeFileSync(path('bomb.odt'), telling(3_000_000_000));
    assert.equal(await why('bomb.odt'), 'untold: it holds too much to look through');
    // An archive that claims to be small.
    writeFileSync(path('lies.odt'), telling(64));
    assert.equal(await why('lies.odt'), 'told: it is damaged');
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`part${index}.xml`, '']));
    writeParts(path('many.docx'), many);
    assert.equal(await why('many.docx'), 'untold: it holds too much to look through');
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const hostile = [
      `<!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]>`,
      '<!DOCTYPE d [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>',
    ];
    for (const [index, head] of hostile.entries()) {
      writeParts(path(`${index}.docx`), {
        'word/document.xml': `${head}<w:document><w:p><w:t>&l9;</w:t></w:p></w:document>`,
      });
      assert.deepEqual(await find(path(`${index}.docx`)), { kind: 'unreadable', why: 'damaged' });
    }
    writeFileSync(path('huge.csv'), 'a,b\n'.repeat(150_000));
    assert.equal(await why('huge.csv'), 'untold: it holds too much to look through');
    writeParts(path('wide.xlsx'), {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/s.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/s.xml"/></Relationships>',
      'xl/worksheets/s.xml':
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576" t="str"><v>last</v></c></row></sheetData></worksheet>',
    });
    const wide = await read('wide.xlsx');
    assert.ok(wide.kind === 'sheets' && wide.sheets[0]?.cells.XFD1048576?.[0] === 'last', JSON.stringify(wide));
    writePdf(
      path('locked.pdf'),
      ['x'],
      '/Encrypt << /Filter /Standard /V 1 /R 2 /O (01234567890123456789012345678901) /U (01234567890123456789012345678901) /P -4 >> /ID [<00> <00>]',
    );
    assert.equal(await why('locked.pdf'), 'untold: it is locked with a password');
    writeFileSync(path('large.pdf'), '%PDF-');
    truncateSync(path('large.pdf'), 33 * 1024 * 1024);
    assert.equal(await why('large.pdf'), 'untold: it is too large to look through');
  });
});

describe('what opens it', { skip }, () => {
  /** Plays a parser that a document has taken over. */
  const HIJACKED = (home: string, port: number): string => `
    import { connect } from 'node:net';
    import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    const got = [];
    const attempt = (name, act) => { try { act(); got.push(name); } catch {} };
    attempt('read', () => readFileSync(${JSON.stringify(home)} + '/secret.txt'));
    attempt('list', () => readdirSync(${JSON.stringify(home)} + '/folder'));
    attempt('write', () => writeFileSync(${JSON.stringify(home)} + '/new.txt', 'x'));
    attempt('tmp', () => writeFileSync('/tmp/deskhand-documents-test', 'x'));
    attempt('start', () => { if (spawnSync('/bin/true').status !== 0) throw new Error('not started'); });
    const reached = await new Promise((resolve) => {
      const socket = connect(${port}, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    if (reached) got.push('reach');
    if (Object.keys(process.env).some((name) => !['LANG', 'MALLOC_ARENA_MAX', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))) got.push('environment');
    process.stdout.write(JSON.stringify({ kind: 'text', text: got.join(' ') }));
  `;

  for (const hasPlace of WALLS)
    it(`has no files, no programs${hasPlace ? ', nobody to reach' : ''} ${hasPlace ? 'in the confined place' : 'by itself'}`, async (t) => {
      const code = makeTempFolder(t);
      const program = join(code, 'hijacked.mjs');
      const server = createServer((socket) => socket.destroy());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => server.close());
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const { home, read, path } = open(t, { hasPlace, program });
      writeFileSync(path('secret.txt'), 'secret');
      mkdirSync(path('folder'));
      writeFileSync(program, HIJACKED(home, port));
      writeFileSync(path('a.txt'), 'x');
      const facts = await read('a.txt');
      assert.deepEqual(facts, { kind: 'text', text: hasPlace ? '' : 'reach' });
    });

  it('is ended when it takes too long, prints too much or takes too much memory, and at a stop at once', async (t) => {
    const code = makeTempFolder(t);
    const program = join(code, 'slow.mjs');
    writeFileSync(program, 'for (;;);');
    const brief = open(t, { program, timeoutMs: 300 });
    writeFileSync(brief.path('loops'), 'loops');
    assert.equal(await brief.why('loops'), 'untold: it holds too much to look through');
    const { why, path, read } = open(t, { program });
    for (const [name, text] of [
      [
        'prints',
        "const a = 'x'.repeat(1e6); const go = () => { while (process.stdout.write(a)); process.stdout.once('drain', go); }; go();",
      ],
      ['dies', 'process.kill(process.pid, "SIGSEGV");'],
    ] as const) {
      writeFileSync(program, text);
      writeFileSync(path(name), name);
      assert.equal(await why(name), 'untold: it holds too much to look through', name);
    }
    writeFileSync(program, "process.stdout.write('no JSON')");
    writeFileSync(path('talks'), 'x');
    await assert.rejects(read('talks'));
    writeFileSync(program, 'for (;;);');
    writeFileSync(path('stopped'), 'x');
    for (const ms of [0, 2, 5, 8, 12, 20, 40]) {
      const stop = new AbortController();
      const reading = read('stopped', stop.signal);
      setTimeout(() => stop.abort(new Error('stopped')), ms);
      await assert.rejects(reading, /stopped/);
    }
    assert.deepEqual(processesOf(program), []);
  });

  it('takes no more memory than it has, where the document asks for it', async (t) => {
    const code = makeTempFolder(t);
    const program = join(code, 'takes.mjs');
    const { why, path } = open(t, { program });
    writeFileSync(program, 'const all = []; for (;;) all.push(Buffer.alloc(64 * 1024 * 1024, 1));');
    writeFileSync(path('a'), 'x');
    assert.equal(await why('a'), 'untold: it holds too much to look through');
  });

  it('ends with the bot', async (t) => {
    const code = makeTempFolder(t);
    const program = join(code, 'slow.mjs');
    writeFileSync(program, 'for (;;);');
    const { documents, read, path } = open(t, { program });
    writeFileSync(path('a'), 'x');
    const reading = assert.rejects(read('a'), /ending/);
    await documents.close();
    await reading;
    assert.deepEqual(processesOf(program), []);
  });

  it('follows a link to a file, whose place the checks judge', async (t) => {
    const { read, path } = open(t);
    writeFileSync(path('a.txt'), 'linked');
    symlinkSync(path('a.txt'), path('link.txt'));
    assert.deepEqual(await read('link.txt'), { kind: 'text', text: 'linked' });
  });
});
