/** Goals in a language that a file brings: what people say in Spanish, and the shipped skill that is meant; nothing of the others changes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createSkillFiles } from '../../adapters/files/skill-files.ts';
import { LANGUAGES_FOLDER } from '../../src/bin/own-files.ts';
import { offerLanguages } from '../../src/bin/terminal/offer-languages.ts';
import { examplesOf } from '../../src/skills/examples.ts';
import { createSkillBook, findMissingParams } from '../../src/skills/match-skill.ts';
import type { SkillPlatform } from '../../src/skills/skill.ts';
import { compileTrigger, trustTrigger } from '../../src/skills/triggers.ts';
import { languageFileSchema, readAsking } from '../../src/words/languages.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { PHRASINGS, UNRELATED } from './phrasings.ts';

offerLanguages(LANGUAGES_FOLDER);

const SHIPPED = join(import.meta.dirname, '../../skills');

const SAID: Readonly<Record<string, readonly string[]>> = {
  'lock-screen': ['bloquea la pantalla', 'por favor, bloquea mi ordenador', '¿Puedes bloquear la pantalla?'],
  'send-download': ['envíame la última descarga', 'mandame lo que acabo de descargar'],
  'show-window': [
    'captura de Firefox',
    'muéstrame la ventana de Google Chrome',
    'haz una captura de pantalla de Notas',
  ],
  battery: ['¿cuánta batería queda?', 'cuanta bateria me queda', 'nivel de batería'],
  'busy-programs': ['¿por qué va tan lento mi ordenador?', 'qué está ralentizando el mac'],
  'copy-text': ['copia hola al portapapeles', 'portapapeles: hola'],
  demo: ['prueba la demo'],
  directions: ['¿cómo llego de Sol a Atocha?', 'la ruta de Madrid a Sevilla'],
  'disk-space': ['¿cuánto espacio queda en el disco?', 'cuanto espacio libre tengo', 'está lleno el disco?'],
  'email-draft': [
    'escribe un correo a ana@example.com',
    'redacta un correo para ana@example.com sobre la cena que diga a las nueve',
  ],
  'find-file': ['busca el archivo informe', '¿dónde está factura.pdf?'],
  'get-file': ['envíame ~/Documents/informe.pdf', 'mándame el archivo "~/a b.txt"'],
  'latest-downloads': ['mis últimas descargas', 'muéstrame las últimas descargas'],
  'make-folder': ['crea una carpeta llamada Facturas en el escritorio'],
  'mute-notifications': ['activa no molestar', 'silencia las notificaciones'],
  'show-notifications': ['desactiva no molestar', 'activa otra vez las notificaciones'],
  'network-programs': ['¿qué está usando la red?', 'qué programas usan internet'],
  'open-app': ['abre la app Calculadora', 'abre Firefox', 'inicia el programa GIMP'],
  'open-website': ['abre example.com', 've a https://example.com/pagina', 'entra en la página elpais.es'],
  'print-file': ['imprime carta.pdf', 'imprime ~/Documents/carta.pdf'],
  'recent-files': ['mis archivos recientes', '¿en qué trabajé últimamente?'],
  'set-brightness': ['pon el brillo al 40', 'baja el brillo a 20 %'],
  'set-volume': ['pon el volumen al 30', 'volumen 0', 'sube el volumen al 80 por ciento, por favor'],
  'summarize-page': ['resume esta página', '¿de qué trata este artículo?'],
  tweet: ['tuitea hola a todos'],
  weather: ['el tiempo en Lisboa', '¿Qué tiempo hace hoy en Lisboa?', 'va a llover mañana en Bilbao?'],
  'web-search': ['busca en internet pandas rojos', 'busca pandas rojos en google'],
  'write-file': ['escribe hola mundo en ~/Desktop/hola.txt', 'crea un archivo lista.txt con leche y pan'],
  youtube: ['busca en youtube vídeos de trenes', 'busca lo-fi en youtube'],
};
const SAID_ON_A_MAC: typeof SAID = {
  'apple-note': ['nota: leche, pan', 'crea una nota con el texto: comprar velas'],
  'calendar-event': ['añade dentista a mi calendario para el viernes a las 9'],
  'next-song': ['siguiente canción', 'salta esta canción'],
  'pause-music': ['pausa la música', 'para la musica'],
  reminder: ['recuérdame regar las plantas', 'recordatorio: llamar a Ana'],
  'send-message': ['envía un mensaje a Ana: llego tarde'],
};
const UNRELATED_IN_SPANISH = [
  'reserva una mesa para dos esta noche',
  'abre informe.pdf e imprímelo',
  'qué hay en mi pantalla',
  'borra el último recordatorio',
  'escribe una carta al banco',
  'busca un hotel en Oslo',
  'envía el informe a Ana',
  'cierra todas las ventanas',
  'pon música',
  'mueve el archivo del escritorio a Documentos',
];

async function openBook(t: TestContext, platform: SkillPlatform) {
  const folder = makeTempFolder(t);
  const { triggers, courtesy } = readAsking();
  const places = { plugins: join(folder, 'plugins'), own: join(folder, 'own') };
  const read = async (more: typeof triggers) => {
    const compiled = new Map(Object.entries(more).map(([name, some]) => [name, some.map(trustTrigger)]));
    const files = await createSkillFiles({ ...places, shipped: SHIPPED, triggers: compiled });
    return (await files.read()).skills.filter(({ platforms }) => platforms === null || platforms.includes(platform));
  };
  return { with: createSkillBook(await read(triggers), courtesy), without: createSkillBook(await read({})), triggers };
}

describe('Goals in Spanish', () => {
  for (const [platform, said] of [
    ['linux', SAID],
    ['macos', { ...SAID, ...SAID_ON_A_MAC }],
  ] as const)
    it(`start the shipped skill that is meant, and no other, on ${platform}`, async (t) => {
      const { with: book } = await openBook(t, platform);
      const wrong = Object.entries(said).flatMap(([name, goals]) =>
        goals.flatMap((goal) => {
          const match = book.match(goal);
          return match?.skill.name === name && match.others.length === 0
            ? []
            : [`${goal} → ${match?.skill.name ?? 'none'} ${match?.others.join(', ') ?? ''} (${name})`];
        }),
      );
      assert.deepEqual(wrong, []);
      assert.deepEqual(UNRELATED_IN_SPANISH.map((goal) => book.match(goal)?.skill.name).filter(Boolean), []);
    });

  it('give the skill what it needs, words and names as they were said', async (t) => {
    const { with: book } = await openBook(t, 'macos');
    for (const [goal, params] of [
      ['pon el volumen al 30', { level: '30' }],
      ['escribe hola mundo en ~/Desktop/hola.txt', { text: 'hola mundo', path: '~/Desktop/hola.txt' }],
      ['crea una carpeta llamada Facturas en el escritorio', { name: 'Facturas', home_folder: 'escritorio' }],
      ['¿Cómo llego de Sol a Atocha?', { from: 'Sol', to: 'Atocha' }],
      ['tuitea «hola»', { text: 'hola' }],
      ['envía un mensaje a Ana María: llego tarde', { person: 'Ana María', text: 'llego tarde' }],
    ] as const) {
      const match = book.match(goal);
      assert.deepEqual({ ...match?.params }, params, goal);
      assert.deepEqual(match === null ? ['none'] : findMissingParams(match), [], goal);
    }
  });

  it('are what the skills offer as examples', async (t) => {
    const { with: book } = await openBook(t, 'linux');
    const english = book.skills.filter((skill) => {
      const [spanish = ''] = examplesOf(skill, 'es');
      return examplesOf(skill, 'en').includes(spanish) && !/^(?:demo|wikipedia)/.test(skill.name);
    });
    assert.deepEqual(
      english.map(({ name }) => name),
      [],
    );
  });

  it('change nothing for goals in English and German', async (t) => {
    const { with: book, without } = await openBook(t, 'linux');
    const goals = [...Object.values(PHRASINGS).flatMap(({ en, de }) => [...en, ...de]), ...UNRELATED];
    for (const goal of goals) assert.equal(book.match(goal)?.skill.name, without.match(goal)?.skill.name, goal);
  });

  it('are known by expressions that can be used, each for a skill and parameters that there are', async (t) => {
    const linux = (await openBook(t, 'linux')).without.skills;
    const mac = (await openBook(t, 'macos')).without.skills;
    const paramsOf = (patterns: readonly string[]) =>
      new Set(patterns.flatMap((pattern) => [...pattern.matchAll(/\(\?P<(\w+)>/g)].map(([, name = '']) => name)));
    const file = languageFileSchema.parse(JSON.parse(readFileSync(join(LANGUAGES_FOLDER, 'es.json'), 'utf8')));
    assert.ok(Object.keys(file.triggers ?? {}).length > 30);
    for (const [name, patterns] of Object.entries(file.triggers ?? {})) {
      const skills = [...linux, ...mac].filter((skill) => skill.name === name);
      assert.ok(skills.length > 0, `there is no skill ${name}`);
      const known = paramsOf(skills.flatMap(({ triggers }) => triggers.map(({ pattern }) => pattern)));
      for (const param of paramsOf(patterns)) assert.ok(known.has(param), `${name} has no ${param}`);
      for (const pattern of patterns) {
        const compiled = compileTrigger(pattern);
        assert.ok(compiled.ok, `${name}: ${pattern}`);
      }
    }
  });
});
