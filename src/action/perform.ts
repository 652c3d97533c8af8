/** Carries out one judged action through the ports. What cannot be done is a result with a reason; surprises throw. */
import { markOrigin } from '../memory/front-matter.ts';
import type { RunMemory } from '../memory/run-memory.ts';
import type { Clock } from '../ports/clock.ts';
import { type Desktop, type Display, type ElementList, type Place, Refused } from '../ports/desktop.ts';
import type { Machine, MachineResult } from '../ports/machine.ts';
import type { Vault } from '../ports/vault.ts';
import type { RunSession } from '../run/session.ts';
import { holdsMask } from '../safety/redact.ts';
import { centerOf, toBox, toPlace } from '../screen/coordinates.ts';
import { changedTiles } from '../screen/fingerprints.ts';
import type { Observation } from '../screen/observe.ts';
import { ELEMENTS_HEAD, renderElement } from '../words/element-line.ts';
import { fullText } from './describe.ts';
import type { Action, ActionOf, Target } from './schema.ts';

export interface PerformPorts {
  readonly desktop: Desktop;
  readonly machine: Machine;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Asks the person and resolves to the answer, or to null when nobody answered. */
  readonly askPerson: (question: ActionOf<'ask_user'>, signal: AbortSignal) => Promise<string | null>;
  /** Sends a file to the person's thread. */
  readonly sendFile: (path: string, signal: AbortSignal) => Promise<MachineResult>;
  /** The person was asked about this very action and said yes. */
  readonly isApproved: boolean;
  /** Where a note written now comes from, in words: stands on it, unless the person approved its text; '' for nowhere to be named. */
  readonly noteOrigin: string;
  readonly memory: Pick<RunMemory, 'recall'>;
}

const HALF_SECOND_MS = 500;

/** `observation` is the look the action was decided on. */
export async function perform(
  action: Action,
  observation: Observation,
  session: RunSession,
  ports: PerformPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { desktop, machine, vault, clock } = ports;
  const place = (target: Target): Place => findPlace(target, observation);
  const placeOrPointer = (target: Target | undefined): Place | null => (target === undefined ? null : place(target));
  if (holdsMask(fullText(action) ?? '')) return refuse(MASKED);
  try {
    switch (action.action) {
      case 'click':
        return await click(action, observation, session, desktop, signal);
      case 'move':
        await desktop.move(aim(session, place(action.target)), signal);
        return DONE;
      case 'mouse_down':
        await desktop.mouseDown(aimWhenGiven(session, placeOrPointer(action.target)), signal);
        return DONE;
      case 'mouse_up':
        await desktop.mouseUp(aimWhenGiven(session, placeOrPointer(action.target)), signal);
        return DONE;
      case 'drag':
        await desktop.drag(place(action.from), aim(session, place(action.to)), signal);
        return DONE;
      case 'scroll':
        await desktop.scroll(
          aimWhenGiven(session, placeOrPointer(action.target)),
          action.direction,
          action.amount,
          signal,
        );
        return DONE;
      case 'type':
        await desktop.type(revealSecrets(action.text, session), signal);
        return DONE;
      case 'key':
        await desktop.key(action.keys, action.repeat, signal);
        return DONE;
      case 'hold_key':
        await desktop.holdKey(action.keys, action.seconds * 1000, signal);
        return DONE;
      case 'focus':
        return (await desktop.focus(findElement(action.element, observation), signal))
          ? DONE
          : refuse('This element cannot be focused directly; click it.');
      case 'set_value':
        return (await desktop.setValue(findElement(action.element, observation), action.text, signal))
          ? DONE
          : refuse('The value of this element cannot be set directly; click it and type.');
      case 'clipboard_write':
        await desktop.clipboardWrite(action.text, signal);
        return DONE;
      case 'clipboard_read':
        return say(await desktop.clipboardRead(signal));
      case 'cursor_position': {
        const { x, y, display } = await desktop.cursor(signal);
        return say(
          `The pointer is at ${round((x / display.width) * 1000)}, ${round((y / display.height) * 1000)} (0–1000).`,
        );
      }
      case 'web_elements': {
        const { display } = observation.frame;
        if (!isInFront(action.app, observation)) return refuse(`Bring ${action.app} to the front first.`);
        const list = await desktop.webElements(display, signal);
        return list.coverage === 'unavailable' ? refuse(list.reason) : say(renderPage(list, display));
      }
      case 'ui_elements': {
        const { display } = observation.frame;
        const list = await desktop.elements({ app: action.app || null, display }, signal);
        return list.coverage === 'unavailable' ? refuse(list.reason) : say(renderList(list, display, action.app));
      }
      case 'screenshot':
      case 'think':
        return DONE;
      case 'zoom':
        session.zoom = toBox(action.from, action.to, observation.frame.display);
        return DONE;
      case 'wait':
        await clock.sleep(action.seconds * 1000, signal);
        return DONE;
      case 'wait_until':
        return await waitUntil(action, observation, ports, signal);
      case 'open_app':
        return await machine.openApp(action.app, signal);
      case 'open_url':
        return await machine.openUrl(action.url, signal);
      case 'shell': {
        const result = await machine.shell(
          {
            command: action.command,
            cwd: session.cwd,
            timeoutMs: action.timeout_s * 1000,
            isApproved: ports.isApproved,
          },
          signal,
        );
        session.cwd = result.cwd;
        const end = result.isTimedOut ? `It was ended after ${action.timeout_s} s.` : `Exit code ${result.exitCode}.`;
        return {
          ok: !result.isTimedOut && result.exitCode === 0,
          text: [result.output.trimEnd(), end].filter((part) => part !== '').join('\n'),
        };
      }
      case 'shell_restart':
        session.cwd = machine.home;
        return DONE;
      case 'applescript':
        return await machine.script(action.script, signal);
      case 'file_view':
        return await machine.files.view(action.path, action.line, action.amount, signal);
      case 'file_create':
        return await machine.files.create(action.path, action.text, signal);
      case 'file_replace':
        return await machine.files.replace(action.path, action.old, action.text, signal);
      case 'file_insert':
        return await machine.files.insert(action.path, action.line, action.text, signal);
      case 'file_undo':
        return await machine.files.undo(action.path, signal);
      case 'vault_read':
        return await readNote(action.path, session, vault, signal);
      case 'vault_write':
        return await writeNote(action, session, ports, signal);
      case 'recall':
        return await ports.memory.recall(action.text, signal);
      case 'ask_user': {
        const answer = await ports.askPerson(action, signal);
        return answer === null
          ? refuse('Nobody answered in time.')
          : say(`The person answered: ${keepSecret(answer, action, session)}`);
      }
      case 'send_file':
        return await ports.sendFile(action.path, signal);
      case 'done':
      case 'fail':
        return DONE;
    }
  } catch (error) {
    if (error instanceof Refused) return refuse(error.message);
    throw error;
  }
}

const MASKED =
  '[hidden: …] stands for a secret that you are never shown; it was not used. Ask the person for it with ask_user and secret true.';
const DONE: MachineResult = { ok: true, text: '' };

function say(text: string): MachineResult {
  return { ok: true, text };
}

function refuse(reason: string): MachineResult {
  return { ok: false, text: reason };
}

/** The numbers of the window in front are good for the next step, too; those of another application count nowhere. */
function renderList({ elements, coverage, reason }: ElementList, display: Display, app: string | undefined): string {
  const isFront = app === undefined || app === '';
  const lines = elements.map((element) => renderElement(element, display, isFront));
  return [
    isFront ? ELEMENTS_HEAD : `Elements of ${app}, without numbers: bring it to the front to use them`,
    ...lines,
    ...(coverage === 'partial' ? [`(not all: ${reason})`] : []),
  ].join('\n');
}

/** What is on a page is clicked where it stands: its numbers are not those of the next look. */
function renderPage({ elements, coverage, reason }: ElementList, display: Display): string {
  return [
    'On the page, without numbers (role "name" =value @x,y): click at @x,y',
    ...elements.map((element) => renderElement(element, display, false)),
    ...(coverage === 'partial' ? [`(not all: ${reason})`] : []),
  ].join('\n');
}

function isInFront(app: string | undefined, { front }: Observation): boolean {
  return app === undefined || app === '' || front.app.toLowerCase().includes(app.toLowerCase());
}

async function click(
  action: ActionOf<'click'>,
  observation: Observation,
  session: RunSession,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<MachineResult> {
  const at = aim(session, findPlace(action.target, observation));
  const isPlain = action.button === 'left' && action.count === 1;
  if (
    'element' in action.target &&
    isPlain &&
    (await desktop.press(findElement(action.target.element, observation), signal))
  )
    return DONE;
  await desktop.click(at, action.button, action.count, signal);
  return DONE;
}

/** Remembers where this action points, for the ring on the next pictures. */
function aim(session: RunSession, place: Place): Place {
  session.lastPoint = { x: place.x, y: place.y };
  return place;
}

function aimWhenGiven(session: RunSession, place: Place | null): Place | null {
  return place === null ? null : aim(session, place);
}

function findPlace(target: Target, observation: Observation): Place {
  if ('element' in target) return centerOf(findElement(target.element, observation), observation.frame.display);
  return toPlace(target, observation.frame.display);
}

function findElement(number: number, observation: Observation) {
  const element = observation.elements.find((candidate) => candidate.number === number);
  if (element === undefined) {
    const count = observation.elements.length;
    throw new Refused(
      count === 0
        ? `There is no element ${number}: this look has no list of elements. Use x and y.`
        : `There is no element ${number}: this look lists 1 to ${count}.`,
    );
  }
  return element;
}

async function readNote(path: string, session: RunSession, vault: Vault, signal: AbortSignal): Promise<MachineResult> {
  const read = await vault.read(path, signal);
  if (read.ok) session.notes.set(path.normalize('NFC'), read.text);
  return read;
}

/** What a model writes may come from a screen, and says so; what a person approved word by word is theirs. */
async function writeNote(
  { path, text }: ActionOf<'vault_write'>,
  session: RunSession,
  { vault, isApproved, noteOrigin }: PerformPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const key = path.normalize('NFC');
  const written = await vault.write(
    path,
    isApproved || noteOrigin === '' ? text : markOrigin(text, noteOrigin),
    session.notes.get(key) ?? null,
    signal,
  );
  if (written.content !== null) session.notes.set(key, written.content);
  return { ok: written.ok, text: written.text };
}

async function waitUntil(
  action: ActionOf<'wait_until'>,
  observation: Observation,
  ports: PerformPorts,
  signal: AbortSignal,
): Promise<MachineResult> {
  const { desktop, clock } = ports;
  const { display, fingerprint } = observation.frame;
  const until = clock.elapsed() + action.seconds * 1000;
  const wanted = action.text?.toLowerCase();
  for (;;) {
    const isThere =
      wanted === undefined
        ? changedTiles(fingerprint, await desktop.fingerprint(display.index, signal)).length > 0
        : await isShown(wanted, observation, desktop, signal);
    if (isThere) return DONE;
    if (clock.elapsed() >= until) {
      return refuse(
        wanted === undefined
          ? `Nothing changed within ${action.seconds} s.`
          : `“${action.text}” did not show up within ${action.seconds} s.`,
      );
    }
    await clock.sleep(wanted === undefined ? 100 : HALF_SECOND_MS, signal);
  }
}

/** Text is looked for where it can be read without a model: window title, names and values of elements. */
async function isShown(
  wanted: string,
  observation: Observation,
  desktop: Desktop,
  signal: AbortSignal,
): Promise<boolean> {
  const front = await desktop.front(signal);
  if (front.title.toLowerCase().includes(wanted)) return true;
  const list = await desktop.elements({ app: null, display: observation.frame.display }, signal);
  return list.elements.some(
    (element) =>
      element.name.toLowerCase().includes(wanted) ||
      (!element.isSecure && element.value.toLowerCase().includes(wanted)),
  );
}

const SECRET = /\{\{secret:(\d+)\}\}/g;

/** Puts secret answers in place of their names; each works once. */
function revealSecrets(text: string, session: RunSession): string {
  return text.replace(SECRET, (_, digits: string) => {
    const number = Number(digits);
    const value = session.secrets.get(number);
    if (value === undefined)
      throw new Refused(`{{secret:${number}}} is not there: it was never asked for, or it was used already.`);
    session.secrets.delete(number);
    return value;
  });
}

/** A secret answer gets a name; only the name goes on. */
function keepSecret(answer: string, question: ActionOf<'ask_user'>, session: RunSession): string {
  if (!question.secret) return answer;
  session.secretsAsked += 1;
  session.secrets.set(session.secretsAsked, answer);
  return `{{secret:${session.secretsAsked}}} (type it exactly like this, once)`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
