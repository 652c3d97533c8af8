/** The standard folders of a home folder, by the words people use; and which of them a skill's parameter means on this computer. */
import type { Machine } from '../../ports/machine.ts';

/** A parameter of this name stands for a folder's name below the home folder. */
const HOME_FOLDER = 'home_folder';

interface HomeFolder {
  /** Words of a goal, in English, German and Spanish. */
  readonly words: RegExp;
  /** Possible names on a disk; a Mac uses the first one in every language. */
  readonly names: readonly [string, ...string[]];
}

function folder(words: string, ...names: HomeFolder['names']): HomeFolder {
  return { words: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'iu'), names };
}

export const HOME_FOLDERS: readonly HomeFolder[] = [
  folder('documents?|dokumenten?|dokument|documentos?', 'Documents', 'Dokumente', 'Documentos'),
  folder('downloads?|descargas?', 'Downloads', 'Descargas'),
  folder('desktop|schreibtisch|escritorio', 'Desktop', 'Schreibtisch', 'Escritorio'),
  folder('pictures|photos|bildern?|fotos|imágenes', 'Pictures', 'Bilder', 'Imágenes'),
  folder('music|musik|música', 'Music', 'Musik', 'Música'),
  folder('movies|videos?|vídeos?|filme', 'Movies', 'Videos', 'Vídeos'),
];

/** The parameters with the folder that the person's word means here: the first existing one, else the Mac's. */
export async function nameHomeFolder(
  params: Readonly<Record<string, string>>,
  { home, facts }: Pick<Machine, 'home'> & { readonly facts: Pick<Machine['facts'], 'path'> },
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const said = params[HOME_FOLDER];
  if (said === undefined) return params;
  const known = HOME_FOLDERS.find(({ words }) => words.test(said));
  if (known === undefined) return params;
  for (const name of known.names)
    if ((await facts.path(`${home}/${name}`, signal)).kind !== 'absent') return { ...params, [HOME_FOLDER]: name };
  return { ...params, [HOME_FOLDER]: known.names[0] };
}
