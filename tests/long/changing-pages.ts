/** Small applications on pages that come in new versions: things moved, renamed, or both. What the person asks for stays the same kind of thing. */

/** A thing on the page under the id that its script knows it by. */
export interface Part {
  readonly id: string;
  readonly kind: 'field' | 'button' | 'link' | 'text';
  readonly name: string;
}

/** One version: the parts in their order, and how they are laid out. */
export interface Version {
  readonly what: string;
  readonly rename: Readonly<Record<string, string>>;
  readonly isReversed: boolean;
  /** New parts; each comes before the part with this id. */
  readonly more: readonly (Part & { readonly before: string })[];
}

export interface PageApp {
  readonly name: string;
  readonly title: string;
  readonly parts: readonly Part[];
  /** The goal, with `{1}` and `{2}` for the values. */
  readonly goal: string;
  /** The steps by ids of parts; `{1}` stands for a typed value. */
  readonly steps: readonly (readonly ['press', string] | readonly ['type', string])[];
  /** The button that stores the fields' values. */
  readonly keeps: string;
  readonly values: readonly (readonly string[])[];
  readonly versions: readonly Version[];
}

const version = (
  what: string,
  rename: Version['rename'] = {},
  { isReversed = false, more = [] }: Partial<Pick<Version, 'isReversed' | 'more'>> = {},
): Version => ({ what, rename, isReversed, more });
const part = (kind: Part['kind'], id: string, name: string): Part => ({ kind, id, name });

export const FIRST = version('first');

export const PAGE_APPS: readonly PageApp[] = [
  {
    name: 'list',
    title: 'Shopping list',
    parts: [
      part('text', 'lead', 'What do you need?'),
      part('field', 'item', 'Item'),
      part('button', 'add', 'Add'),
      part('button', 'sort', 'Sort by name'),
    ],
    goal: 'add “{1}” to the shopping list',
    steps: [
      ['press', 'item'],
      ['type', '{1}'],
      ['press', 'add'],
    ],
    keeps: 'add',
    values: [['milk'], ['bread'], ['apples'], ['rice'], ['two lemons']],
    versions: [
      version('new data'),
      version('moved', {}, { isReversed: true }),
      version('button renamed', { add: 'Put on the list' }),
      version('field renamed and moved', { add: 'Put on the list', item: 'Product' }, { isReversed: true }),
    ],
  },
  {
    name: 'contacts',
    title: 'Contacts',
    parts: [
      part('field', 'who', 'Name'),
      part('field', 'number', 'Telephone'),
      part('button', 'save', 'Save contact'),
      part('button', 'show', 'Show all'),
    ],
    goal: 'enter “{1}” with the number “{2}” into the contacts',
    steps: [
      ['press', 'who'],
      ['type', '{1}'],
      ['press', 'number'],
      ['type', '{2}'],
      ['press', 'save'],
    ],
    keeps: 'save',
    values: [
      ['Ann Lee', '030 1234'],
      ['Bob Ray', '040 777'],
      ['Cleo Sun', '089 5'],
      ['Dan Oak', '0221 90'],
      ['Eva Fir', '0711 31'],
    ],
    versions: [
      version('new data'),
      version(
        'moved, with new fields between',
        {},
        {
          more: [
            { ...part('field', 'street', 'Street'), before: 'number' },
            { ...part('field', 'town', 'Town'), before: 'save' },
          ],
        },
      ),
      version('field renamed', { number: 'Telephone number' }),
      version(
        'button renamed, the other way round',
        { number: 'Telephone number', save: 'Save' },
        { isReversed: true },
      ),
    ],
  },
  {
    name: 'alarm',
    title: 'Alarm clock',
    parts: [
      part('field', 'time', 'Time'),
      part('field', 'label', 'Label'),
      part('button', 'set', 'Set alarm'),
      part('button', 'test', 'Play the sound'),
    ],
    goal: 'set an alarm at “{1}” with the label “{2}”',
    steps: [
      ['press', 'time'],
      ['type', '{1}'],
      ['press', 'label'],
      ['type', '{2}'],
      ['press', 'set'],
    ],
    keeps: 'set',
    values: [
      ['06:30', 'work'],
      ['09:15', 'tea'],
      ['12:00', 'lunch'],
      ['17:45', 'train'],
      ['21:10', 'bed'],
    ],
    versions: [
      version('new data'),
      version('moved', {}, { isReversed: true }),
      version('button renamed', { set: 'Create alarm' }),
      version(
        'button a link',
        { set: 'Create alarm' },
        { more: [{ ...part('text', 'hint', 'It rings once'), before: 'set' }] },
      ),
    ],
  },
  {
    name: 'notes',
    title: 'Notes',
    parts: [
      part('link', 'new', 'New note'),
      part('field', 'text', 'Text'),
      part('button', 'keep', 'Write down'),
      part('text', 'count', 'All notes'),
    ],
    goal: 'note down “{1}” in the notes',
    steps: [
      ['press', 'new'],
      ['press', 'text'],
      ['type', '{1}'],
      ['press', 'keep'],
    ],
    keeps: 'keep',
    values: [['call Bob'], ['water plants'], ['buy stamps'], ['book the dentist'], ['fix the door']],
    versions: [
      version('new data'),
      version('moved', {}, { isReversed: true }),
      version('link renamed', { new: 'New note…' }),
      version('button and field renamed', { new: 'New note…', keep: 'Write it down', text: 'Note text' }),
    ],
  },
  {
    name: 'timer',
    title: 'Hours',
    parts: [
      part('text', 'lead', 'What did you work on?'),
      part('field', 'job', 'Project'),
      part('field', 'hours', 'Hours'),
      part('button', 'log', 'Enter hours'),
      part('button', 'week', 'This week'),
    ],
    goal: 'enter “{2}” hours for the project “{1}”',
    steps: [
      ['press', 'job'],
      ['type', '{1}'],
      ['press', 'hours'],
      ['type', '{2}'],
      ['press', 'log'],
    ],
    keeps: 'log',
    values: [
      ['garden', '3'],
      ['kitchen', '5'],
      ['roof', '2'],
      ['cellar', '7'],
      ['fence', '4'],
    ],
    versions: [
      version('new data'),
      version('moved', {}, { isReversed: true }),
      version('button renamed', { log: 'Enter time' }),
      version(
        'field renamed, new button beside',
        { log: 'Enter time', job: 'Project name' },
        {
          more: [{ ...part('button', 'month', 'This month'), before: 'week' }],
        },
      ),
    ],
  },
];

/** Versions that must not be worked by a playbook alone: what is meant is gone, or could be either, or does more. */
export const TRAPS: readonly Version[] = [
  version('replaced by what deletes', { add: 'Delete the list' }),
  version('replaced by what sends', { add: 'Send the list' }),
  version('either of two', { add: 'Insert' }, { more: [{ ...part('button', 'other', 'Append'), before: 'sort' }] }),
  version('only its opposite', { add: 'Close the list' }),
  version('two of its name, one where it was', {}, { more: [{ ...part('button', 'other', 'Add'), before: 'sort' }] }),
];

/** The body of a page; it says `kept` with the fields' values, and each button that was pressed. */
export function renderApp(app: PageApp, { rename, isReversed, more }: Version): string {
  const parts = app.parts.flatMap((one) => [...more.filter(({ before }) => before === one.id), one]);
  const fields = app.steps.flatMap(([kind, id], index) =>
    kind === 'press' && app.steps[index + 1]?.[0] === 'type' ? [id] : [],
  );
  const rows = (isReversed ? parts.toReversed() : parts).map(({ id, kind, name }) => {
    const shown = rename[id] ?? name;
    if (kind === 'field') return `<p><label>${shown} <input id="${id}" size="20"></label></p>`;
    if (kind === 'text') return `<p>${shown}</p>`;
    return kind === 'link'
      ? `<p><a id="${id}" href="#">${shown}</a></p>`
      : `<p><button id="${id}">${shown}</button></p>`;
  });
  return `<h1>${app.title}</h1>${rows.join('')}<p id="told">-</p><script>
for (const one of document.querySelectorAll('button, a')) one.onclick = (event) => { event.preventDefault(); say('pressed', one.id);
  if (one.id !== '${app.keeps}') return;
  const kept = ${JSON.stringify(fields)}.map((id) => by(id).value).join(' | ');
  by('told').textContent = 'Kept: ' + kept; say('kept', kept) };
</script>`;
}
