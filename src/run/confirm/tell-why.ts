/** What a card says after “Why?”: the rule behind the question, and what a yes would do. Pure. */
import { isKeyPress } from '../../action/kinds.ts';
import type { Action } from '../../action/schema.ts';
import type { SpokenSpan } from '../../outbound/spoken.ts';
import { shorten } from '../../words/amounts.ts';
import { say, type Text } from '../../words/say.ts';
import { showInLine } from '../../words/visible.ts';
import type { CardFacts } from './card-facts.ts';

/** A chat leaves so much room on a card for it; names are cut so that it fits. */
const NAME_CHARACTERS = 40;

/** In every language at most `TOLD_LATER` characters of `src/ports/chat.ts`. */
export function tellWhy(facts: CardFacts): readonly SpokenSpan[] {
  return [
    '\n\n',
    { bold: say`The rule: ` },
    principleOf(facts.judgement.rule),
    '\n',
    { bold: say`If you approve: ` },
    tellEffect(facts),
    '\n',
    facts.judgement.risk === 'critical'
      ? say`If you deny, nothing is done. This kind asks every time.`
      : say`If you deny, nothing is done.`,
  ];
}

/** One sentence for each family of rules; the first whose name fits the rule. */
const PRINCIPLES: readonly (readonly [prefix: string, principle: Text])[] = [
  ['danger.sends-secret', say`I always ask before anything that could send a secret away.`],
  ['danger.', say`I always ask before anything that can do great or lasting harm.`],
  ['place.', say`I try a command I don't know where it can change nothing, and ask before it gets more.`],
  ['shell.secret', say`I ask before secrets are read.`],
  ['shell.', say`I ask before a command that does more than read, or that I can't fully understand.`],
  ['applescript.', say`I ask before a script that does more than read.`],
  ['taint.', say`I ask before text from a file, a page or another application goes where it can be sent on.`],
  ['origin.', say`I ask about recipients, amounts, addresses and paths that you didn't mention.`],
  ['typing.paste', say`I ask before I paste what nobody has seen.`],
  ['typing.', say`I ask before text or Enter runs a command, sends something, or goes where I can't follow it.`],
  ['key.', say`I ask before keys that run, delete or send something.`],
  ['click.nameless', say`I ask before I click where nobody can tell what is there.`],
  ['click.second-look', say`I ask before I click where nobody can tell what is there.`],
  ['click.settings', say`I ask before I change a setting of this computer.`],
  ['click.system-question', say`What the system itself asks is yours to answer.`],
  ['click.', say`I ask before I click something that buys, sends, deletes, agrees or opens.`],
  ['drag.', say`I ask before dragging that moves or deletes files.`],
  ['clipboard.', say`I ask before I read the clipboard: it may hold a password.`],
  ['file.send', say`I send a file only when you approve it.`],
  ['file.', say`I ask about files that are secret, run by themselves or control me.`],
  ['url.', say`I ask before I open an address you didn't mention, or one that does something when opened.`],
  ['tool.argument', say`I ask about recipients, amounts, addresses and paths that you didn't mention.`],
  ['tool.', say`I ask before a tool that you have not let run by itself.`],
  ['caller.', say`I ask before another program gets to see what is on this computer.`],
  ['app.', say`I ask before I open an application that keeps secrets or ends the session.`],
  ['vault.', say`I ask before I change notes that every run is told.`],
  ['input.', say`I ask before I act in a window that holds secrets or shows our conversation.`],
  ['skill.', say`I ask for what a skill's own list of permissions lacks.`],
  ['gate.', say`I ask where I couldn't judge the risk.`],
];

function principleOf(rule: string): Text {
  const found = PRINCIPLES.find(([prefix]) => rule.startsWith(prefix));
  return found?.[1] ?? say`I ask before anything that may be hard to take back.`;
}

/** What a yes would do, derived from the action and its target alone, never from the model's words. */
function tellEffect(facts: CardFacts): Text {
  const { action, typed } = facts;
  if (isKeyPress(action))
    return typed === ''
      ? say`${appOf(facts)} gets these keys and does at once what they mean there.`
      : say`${appOf(facts)} gets these keys after the text above, and does at once what that means there.`;
  switch (action.action) {
    case 'shell':
      return facts.judgement.rule.startsWith('place.')
        ? say`the command runs again from its start and gets what I named above, nothing else.`
        : say`the command runs at once, with your rights. I can't take back what it changes.`;
    case 'tool':
      return say`${showInLine(shorten(action.server, NAME_CHARACTERS))} gets these arguments, and does what its program makes of them.`;
    case 'applescript':
      return say`the script runs at once, with your rights. I can't take back what it changes.`;
    case 'open_url':
      return say`your browser opens it, and that site sees the whole address.`;
    case 'fetch':
      return say`that site sees the whole address; the text of the page goes to the model.`;
    case 'open_app':
      return say`the application starts and comes to the front.`;
    case 'type':
      return /\n/.test(action.text)
        ? say`${appOf(facts)} gets this text, and each new line in it presses Enter.`
        : say`${appOf(facts)} gets this text; Enter is not pressed.`;
    case 'set_value':
      return say`this text replaces what is in the field now.`;
    case 'click':
    case 'mouse_down':
    case 'mouse_up':
      return tellClick(facts);
    case 'drag':
      return say`what is there is dragged to the other place and dropped.`;
    case 'clipboard_read':
      return say`what is on the clipboard is read and goes to the model.`;
    case 'clipboard_write':
      return say`this replaces what is on the clipboard.`;
    case 'file_view':
    case 'vault_read':
      return say`its text is read and goes to the model.`;
    case 'file_create':
    case 'file_replace':
    case 'file_insert':
    case 'file_undo':
      return say`the file is changed at once. This run can undo it.`;
    case 'vault_write':
      return say`the note is changed, and later runs may read it.`;
    case 'send_file':
      return say`the file is sent into this chat.`;
    default:
      return say`it is done at once.`;
  }
}

function tellClick({ action, element, app }: CardFacts): Text {
  if (element === null || element.name.trim() === '')
    return say`whatever is there in ${appOf({ app })} is clicked. I can't tell what it does.`;
  const name = showInLine(shorten(element.name, NAME_CHARACTERS));
  return timesOf(action) === 1
    ? say`“${name}” in ${appOf({ app })} is clicked and takes effect at once. I can't take that back.`
    : say`“${name}” in ${appOf({ app })} is clicked ${timesOf(action)} times and takes effect at once. I can't take that back.`;
}

function timesOf(action: Action): number {
  return action.action === 'click' ? action.count : 1;
}

function appOf({ app }: Pick<CardFacts, 'app'>): Text {
  return app === '' ? say`the window in front` : showInLine(shorten(app, NAME_CHARACTERS));
}
