/** Whether a text is a valid application name. Pure. */
import { say, type Text } from '../words/say.ts';

/** `checked`: the name to hand to the system; otherwise the reason. */
export type Checked = { readonly ok: true; readonly checked: string } | { readonly ok: false; readonly text: Text };

/** The bare name, or why it is none: no path, no option, no control characters. */
export function checkApplicationName(app: string): Checked {
  const name = app.trim();
  const isBare = name !== '' && !name.includes('/') && !name.startsWith('-') && !/\p{Cc}/u.test(name);
  return isBare
    ? { ok: true, checked: name }
    : { ok: false, text: say`${JSON.stringify(app)} is not just the name of an application.` };
}
