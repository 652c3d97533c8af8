/** The windows on a Mac's screen from the window server itself, topmost first, and which application each belongs to. */
import type { Foundation } from './core-foundation.ts';
import type { Native, Rect } from './load.ts';

export interface MacWindow {
  /** The window server's own number: the same as long as the window is open. */
  readonly id: number;
  readonly pid: number;
  /** In the language of this Mac: for people, never for rules. */
  readonly app: string;
  /** As com.apple.Safari; '' for a program that is no application. */
  readonly bundle: string;
  /** The application's own name on the disk, the same in every language; '' where it cannot be told. */
  readonly fileName: string;
  /** null: it has none, or this Mac does not let us know. */
  readonly title: string | null;
  readonly layer: number;
  readonly alpha: number;
  /** Points from the main display's top left corner. */
  readonly box: Rect;
}

export interface MacWindows {
  /** Those on the screen, topmost first, without the desktop's own. */
  list(): readonly MacWindow[];
  /** Its bundle and name on the disk, by the path of what runs. */
  application(pid: number): { readonly bundle: string; readonly fileName: string; readonly path: string };
}

/** kCGWindowListOptionOnScreenOnly and kCGWindowListExcludeDesktopElements. */
const ON_SCREEN = 17;
/** PROC_PIDPATHINFO_MAXSIZE. */
const LONGEST_PATH = 4096;

export function createWindows({ c }: Native, cf: Foundation): MacWindows {
  const known = new Map<string, { readonly bundle: string; readonly fileName: string; readonly path: string }>();

  const readPath = (pid: number): string => {
    const bytes = Buffer.alloc(LONGEST_PATH);
    return bytes.toString('utf8', 0, Math.max(0, c.proc_pidpath(pid, bytes, bytes.length)));
  };
  const readBundle = (folder: string): string =>
    cf.scope((own) => {
      const path = Buffer.from(folder);
      const url = own(c.CFURLCreateFromFileSystemRepresentation(null, path, path.length, true));
      const bundle = url === null ? null : own(c.CFBundleCreate(null, url));
      return bundle === null ? '' : (cf.readText(c.CFBundleGetIdentifier(bundle)) ?? '');
    });
  const application: MacWindows['application'] = (pid) => {
    const path = readPath(pid);
    const found = known.get(path);
    if (found !== undefined) return found;
    // The innermost one: an application of an iPad lies in another folder that ends so.
    const folder = /^(.*\/([^/]+)\.(?:app|appex|xpc|bundle))\/(?!.*\.(?:app|appex|xpc)\/)/.exec(path);
    const read = {
      bundle: folder === null ? '' : readBundle(folder[1] ?? ''),
      fileName: folder?.[2] ?? path.split('/').at(-1) ?? '',
      path,
    };
    if (path !== '') known.set(path, read);
    return read;
  };

  return {
    application,
    list: () =>
      cf.scope((own) =>
        cf.readArray(own(c.CGWindowListCopyWindowInfo(ON_SCREEN, 0))).flatMap((info): readonly MacWindow[] => {
          const bounds = cf.lookUp(info, 'kCGWindowBounds');
          const pid = cf.readNumber(cf.lookUp(info, 'kCGWindowOwnerPID'));
          const id = cf.readNumber(cf.lookUp(info, 'kCGWindowNumber'));
          if (bounds === null || pid === null || id === null) return [];
          const side = (name: string): number => cf.readNumber(cf.lookUp(bounds, name)) ?? 0;
          const { bundle, fileName } = application(pid);
          return [
            {
              id,
              pid,
              app: cf.readText(cf.lookUp(info, 'kCGWindowOwnerName')) ?? fileName,
              bundle,
              fileName,
              title: cf.readText(cf.lookUp(info, 'kCGWindowName')),
              layer: cf.readNumber(cf.lookUp(info, 'kCGWindowLayer')) ?? 0,
              alpha: cf.readNumber(cf.lookUp(info, 'kCGWindowAlpha')) ?? 1,
              box: { x: side('X'), y: side('Y'), width: side('Width'), height: side('Height') },
            },
          ];
        }),
      ),
  };
}

/** The window people would call the one in front: the topmost ordinary one that can be seen. */
export function findFront(windows: readonly MacWindow[]): MacWindow | null {
  return windows.find(({ layer, alpha, box }) => layer === 0 && alpha > 0 && box.width > 1 && box.height > 1) ?? null;
}
