/** The kind of place that has the focus, as far as it can be proven. */
import { kindOfApp } from '../apps/app-names.ts';
import type { GateContext } from '../risk.ts';

export type InputPlace =
  /** Text is a command there, run by Enter. */
  | 'command-line'
  /** Text is an address or a search there. */
  | 'address-bar'
  /** Enter is a new line there. */
  | 'document'
  /** A list of choices on a page, which takes no text. */
  | 'choice'
  /** A control that is pressed. */
  | 'button'
  /** A program that has a terminal, or one that sends text: neither is proven. */
  | 'mixed'
  | 'unknown';

const BUTTON_ROLE =
  /^(?:ax)?(?:push ?button|button|toggle ?button|check ?box|radio ?button|switch|link|menu ?item|menu ?button|pop ?up ?button|page ?tab|tab|list ?item|icon|check menu item|radio menu item|disclosure ?triangle|menu ?bar ?item|color ?well|split ?button|item|row|cell|tree ?item|canvas|column ?header|row ?header|image|group|toggle)$/i;
/** Names that browsers give their own bar; pages have address fields of all kinds. */
const ADDRESS_NAME =
  /address (?:and|&) search|(?:search|type) .{0,40}\baddress\b|\b(?:address|location|url) ?(?:bar|field)\b|^(?:location|url)$|omnibox|smart search|search bar|adress-? ?(?:und|leiste)|adresse eingeben|suchleiste|barre d.adresse|saisir une adresse|barra de direcci|introduc\w+ (?:una )?direcci|barra degli indirizz|inserisci (?:un )?indirizzo|barra de endere|introduz\w+ (?:um |o )?endere|adres- en zoek|adresbalk|voer (?:een )?adres/i;
const OTHER_ADDRESS = /e-?mail|street|postal|shipping|billing|delivery|mailing|home|ship to/i;
export const TERMINAL_TITLE =
  /^[\w.-]+@[\w.-]+[:\s]|(?:^|[\s(—–-])-?(?:bash|zsh|fish|ksh|tmux|ssh|powershell)(?:$|[\s)—–-])/i;
/** Windows in which Enter presses a default button. */
const DIALOG_TITLE =
  /^(?:save|open|export|import|print|replace|find|delete|rename|quit|close|confirm|warning|error|question|alert|choose|select|create|sign|log ?in|authenticat|password|enter|speichern|sichern|öffnen|drucken|ersetzen|suchen|löschen|enregistrer|ouvrir|guardar|abrir)\b/i;

const TEXT_ROLE =
  /^(?:ax)?(?:field|entry|text ?field|text ?area|search ?field|search ?box|text ?box|combo ?box|edit|document text|number field|date field)$/i;
const MAIL_TITLE =
  /\b(?:gmail|outlook|inbox|posteingang|bo[iî]te de r[ée]ception|bandeja de entrada|proton ?mail|yahoo mail|fastmail|webmail|roundcube|e-?mails?)\b/i;

export function isTextRole(role: string): boolean {
  return TEXT_ROLE.test(role);
}

/** A list of messages, where letters are commands; not where the focus is proven to be in a field for text. */
export function isMailbox(context: GateContext): boolean {
  return !TEXT_ROLE.test(context.element?.role ?? '') && isForMessages(context);
}

export function isForMessages(context: GateContext): boolean {
  const kind = kindOfApp(context, []);
  return kind === 'messaging' || (kind === 'browser' && MAIL_TITLE.test(context.window ?? ''));
}

/** A question with buttons, by its title. */
export function isDialogTitle(title: string | undefined): boolean {
  return DIALOG_TITLE.test((title ?? '').trim());
}

/** Programs in a terminal that obey single letters, with no Enter. */
const LETTER_PROGRAM =
  /^(?:n?vim?|view|nano|pico|emacs|less|more|most|man|htop|btop|top|k9s|mc|ranger|nnn|lf|vifm|lazygit|lazydocker|tig|gitui|n?mutt|neomutt|aerc|weechat|irssi|ncdu|aptitude|whiptail|dialog|fzf|screen|tmux)(?:$|\s)/i;

/** Whether a title names such a program as one of its parts: "alice — vim notes.txt — 80×24", "notes.txt (~) - VIM". */
export function isInProgram(title: string | undefined): boolean {
  return (title ?? '').split(/\s[-–—|•·:]\s/).some((part) => LETTER_PROGRAM.test(part.trim()));
}

function isAddressBar(name: string): boolean {
  return ADDRESS_NAME.test(name) && !OTHER_ADDRESS.test(name);
}

export function placeOfInput(context: GateContext): InputPlace {
  const role = context.element?.role ?? '';
  const kind = kindOfApp(context, []);
  if (/terminal/i.test(role) || kind === 'terminal' || kind === 'launcher') return 'command-line';
  if (kind === 'unknown')
    return TERMINAL_TITLE.test(context.window ?? '') ? 'command-line' : BUTTON_ROLE.test(role) ? 'button' : 'unknown';
  if (BUTTON_ROLE.test(role)) return 'button';
  if (kind === 'browser' && context.element?.choice === true) return 'choice';
  if (kind === 'browser') return isAddressBar(context.element?.name ?? '') ? 'address-bar' : 'mixed';
  if (kind !== 'editor') return 'mixed';
  return DIALOG_TITLE.test((context.window ?? '').trim()) ||
    /entry|text ?field|search|combo|spin|dialog|alert/i.test(role)
    ? 'mixed'
    : 'document';
}
