/** The screen at the moment a watch's condition was found. */
import type { Outgoing } from '../../outbound/outgoing.ts';
import type { Thread } from '../../ports/chat.ts';
import type { Desktop } from '../../ports/desktop.ts';
import { say } from '../../words/say.ts';

export interface WatchPicturePorts {
  readonly desktop: Pick<Desktop, 'capture'>;
  readonly settings: { readonly displayIndex: number };
  readonly showsPictures: (thread: Thread) => boolean;
}

const WIDTH = 1280;
const HEIGHT = 800;

/** null: pictures of the screen do not go to this thread, or there is none now. */
export function createWatchPicture({ desktop, settings, showsPictures }: WatchPicturePorts, signal: AbortSignal) {
  return async (thread: Thread): Promise<Outgoing['picture']> => {
    if (!showsPictures(thread)) return null;
    const request = { display: settings.displayIndex, width: WIDTH, height: HEIGHT };
    const frame = await desktop.capture(request, signal).catch(() => null);
    return frame === null ? null : { jpeg: frame.jpeg, alt: say`The screen in that moment.`, stored: null };
  };
}
