/** jQuery's widgets, as small web tasks have them: spinners, sliders, calendars, menus, tabs, lists to sort. */
import { smallWithWidgets } from '../small-page.ts';
import { click, drag, hover, key, named, oneByOne, pixel, type, type WebTask } from '../task.ts';

const submit = (value: string): string =>
  `<button id="go" onclick="say('sent', ${value.replaceAll('"', '&quot;')})">Check it</button>`;
const GO = named('#go', 'button', 'Check it');

export const WIDGETS: readonly WebTask[] = [
  {
    name: 'spinner of a library',
    goal: 'Select 3 with the spinner and submit',
    html: smallWithWidgets(
      'Select 3 with the spinner and hit Submit',
      `<input id="it">${submit('$("#it").spinner("value")')}`,
      '$("#it").spinner()',
    ),
    solve: [...oneByOne(...Array(3).fill(click('.ui-spinner-up'))), [click(GO)]],
    isDone: ({ last }) => last('sent') === '3',
  },
  {
    name: 'spinner down by keys',
    goal: 'Select -4 with the spinner and submit',
    html: smallWithWidgets(
      'Select -4 with the spinner and hit Submit',
      `<input id="it" aria-label="Amount">${submit('$("#it").spinner("value")')}`,
      '$("#it").spinner()',
    ),
    solve: [[click(named('#it', 'number field', 'Amount'))], [key('Down', 4), click(GO)]],
    isDone: ({ last }) => last('sent') === '-4',
  },
  {
    name: 'slider of a library by keys',
    goal: 'Select 7 with the slider and submit',
    html: smallWithWidgets(
      'Select 7 with the slider and hit Submit',
      `<div id="it" style="margin:12px;width:200px"></div><b id="value">0</b>${submit('by("value").textContent')}`,
      '$("#it").slider({ min: 0, max: 20, slide: (_, { value }) => { by("value").textContent = value } })',
    ),
    solve: [[click(pixel('.ui-slider-handle'))], [key('Right', 7)], [click(GO)]],
    isDone: ({ last }) => last('sent') === '7',
  },
  {
    name: 'three sliders of a library by dragging',
    goal: 'Set the sliders to 5, 12 and 18',
    html: smallWithWidgets(
      'Set the sliders to 5, 12 and 18',
      `${[0, 1, 2].map((at) => `<div id="s${at}" style="margin:14px;width:200px"></div>`).join('')}${submit('[0, 1, 2].map((at) => $("#s" + at).slider("value"))')}`,
      'for (const at of [0, 1, 2]) $("#s" + at).slider({ min: 0, max: 20 })',
    ),
    solve: [
      [drag('#s0 .ui-slider-handle', pixel('#s0', 5 / 20))],
      [drag('#s1 .ui-slider-handle', pixel('#s1', 12 / 20))],
      [drag('#s2 .ui-slider-handle', pixel('#s2', 18 / 20))],
      [click(GO)],
    ],
    isDone: ({ last }) => last('sent') === '5,12,18',
  },
  {
    name: 'calendar of a library',
    goal: 'Select 08/12/2016 as the date and submit',
    html: smallWithWidgets(
      'Select 08/12/2016 as the date and hit submit',
      `<label>Date: <input id="it" readonly></label>${submit('by("it").value')}`,
      '$("#it").datepicker({ defaultDate: new Date(2016, 10, 3) })',
    ),
    solve: [
      [click(named('#it', 'field', 'Date:'))],
      ...oneByOne(...Array(3).fill(click(named('.ui-datepicker-prev', 'link', 'Prev')))),
      [click(named('.ui-datepicker-calendar tbody tr:nth-child(2) td:nth-child(6) a', 'link', '12'))],
      [click(GO)],
    ],
    isDone: ({ last }) => last('sent') === '08/12/2016',
  },
  {
    name: 'field of a calendar, typed into',
    goal: 'Enter 03/14/2019 as the date and submit',
    html: smallWithWidgets(
      'Enter 03/14/2019 as the date and hit submit',
      `<label>Date: <input id="it"></label>${submit('by("it").value')}`,
      '$("#it").datepicker()',
    ),
    solve: [[click(named('#it', 'field', 'Date:')), type('03/14/2019')], [key('Return')], [click(GO)]],
    isDone: ({ last }) => last('sent') === '03/14/2019',
  },
  {
    name: 'autocompletion of a library',
    goal: 'Enter an item that starts with "Bah" and submit',
    html: smallWithWidgets(
      'Enter an item that starts with "Bah"',
      `<label>Tags: <input id="it"></label>${submit('by("it").value')}`,
      '$("#it").autocomplete({ delay: 300, source: ["Austria", "Bahamas", "Bahrain", "Bangladesh", "Barbados", "Cuba"] })',
    ),
    solve: [
      [click(named('#it', 'field', 'Tags:')), type('Bah')],
      [click(named('.ui-menu-item:nth-child(2)', 'menu item', 'Bahrain'))],
      [click(GO)],
    ],
    isDone: ({ last }) => last('sent') === 'Bahrain',
  },
  {
    name: 'autocompletion by keys',
    goal: 'Enter the second item that starts with "Ba" and submit',
    html: smallWithWidgets(
      'Enter the second item that starts with "Ba"',
      `<label>Tags: <input id="it"></label>${submit('by("it").value')}`,
      '$("#it").autocomplete({ autoFocus: true, source: ["Austria", "Bahamas", "Bahrain", "Cuba"] })',
    ),
    solve: [[click(named('#it', 'field', 'Tags:')), type('Ba')], [key('Down'), key('Return')], [click(GO)]],
    isDone: ({ last }) => last('sent') === 'Bahrain',
  },
  {
    name: 'tabs of a library',
    goal: 'Open tab 3 and follow the link in it',
    html: smallWithWidgets(
      'Switch between the tabs to find the link "amet"',
      `<div id="it"><ul>${[1, 2, 3].map((at) => `<li><a href="#t${at}">Tab #${at}</a></li>`).join('')}</ul>${['lorem', 'dolor', 'amet'].map((word, at) => `<div id="t${at + 1}"><p>Some words, then <span class="link" id="l${at + 1}" onclick="say('link', '${word}')">${word}</span> and more.</p></div>`).join('')}</div>`,
      '$("#it").tabs()',
    ),
    solve: oneByOne(click(named('a[href="#t3"]', 'tab', 'Tab #3')), click(named('#l3', 'item', 'amet'))),
    isDone: ({ all }) => all('link').join() === 'amet',
  },
  {
    name: 'accordion of a library',
    goal: 'Unfold section 2 and press the button in it',
    html: smallWithWidgets(
      'Expand section #2 and press the button in it',
      `<div id="it">${[1, 2, 3].map((at) => `<h3 id="h${at}">Section #${at}</h3><div><button id="b${at}" onclick="say('pressed', ${at})">Choose ${at}</button></div>`).join('')}</div>`,
      '$("#it").accordion({ collapsible: true, active: false })',
    ),
    solve: oneByOne(click(named('#h2', 'tab', 'Section #2')), click(named('#b2', 'button', 'Choose 2'))),
    isDone: ({ all }) => all('pressed').join() === '2',
  },
  {
    name: 'dialog of a library',
    goal: 'Close the dialog with its cross',
    html: smallWithWidgets(
      'Close the dialog box by clicking the "x"',
      `<div id="it" title="Amet">Dolor sit amet, consectetur.</div>`,
      '$("#it").dialog({ height: 120, width: 160, position: { my: "left+40 top+60", at: "left top", of: ".small" }, close: () => say("closed") })',
    ),
    solve: oneByOne(click(named('.ui-dialog-titlebar-close', 'button', 'Close'))),
    isDone: ({ all }) => all('closed').length === 1,
  },
  {
    name: 'menu of a library',
    goal: 'Choose Playback, then Prev in the menu',
    html: smallWithWidgets(
      'Select Playback > Prev',
      `<ul id="it" style="width:120px"><li><div>Save</div></li><li id="play"><div>Playback</div><ul style="width:100px"><li id="prev"><div>Prev</div></li><li><div>Stop</div></li></ul></li><li><div>Zoom In</div></li></ul>`,
      '$("#it").menu({ select: (_, { item }) => { say("chosen", item.children("div").text()) } })',
    ),
    solve: oneByOne(hover('#play'), click(named('#prev', 'menu item', 'Prev'))),
    isDone: ({ last }) => last('chosen') === 'Prev',
  },
  {
    name: 'list of a library sorted by dragging',
    goal: 'Sort the numbers in rising order',
    html: smallWithWidgets(
      'Sort the numbers in increasing order',
      `<ul id="it" style="width:120px">${[12, 47, 3].map((number) => `<li id="n${number}" class="ui-state-default" style="margin:3px;padding:6px">${number}</li>`).join('')}</ul>${submit('$("#it li").map((_, one) => one.textContent).get()')}`,
      '$("#it").sortable()',
    ),
    solve: [[drag('#n3', pixel('#n12', 0.5, 0.1))], [click(GO)]],
    isDone: ({ last }) => last('sent') === '3,12,47',
  },
  {
    name: 'boxes of a library dragged into one another',
    goal: 'Put the smaller box into the larger one',
    html: smallWithWidgets(
      'Drag the smaller box so that it is inside the larger one',
      `<div style="height:260px;position:relative"><div id="small" style="position:absolute;left:190px;top:180px;width:30px;height:30px;background:#f00"></div><div id="large" style="position:absolute;left:20px;top:20px;width:90px;height:90px;border:1px solid #00f"></div></div>`,
      '$("#small").draggable(); $("#large").droppable({ tolerance: "fit", drop: () => say("dropped") })',
    ),
    solve: [[drag('#small', '#large')]],
    isDone: ({ all }) => all('dropped').length > 0,
  },
  {
    name: 'select menu of a library',
    goal: 'Choose Faster as the speed and submit',
    html: smallWithWidgets(
      'Select Faster and hit Submit',
      `<label for="it">Speed</label><select id="it">${['Slow', 'Medium', 'Fast', 'Faster'].map((name) => `<option>${name}</option>`).join('')}</select>${submit('by("it").value')}`,
      '$("#it").selectmenu({ width: 140 })',
    ),
    solve: [
      [click(pixel('#it-button'))],
      [click(named('#it-menu li:nth-child(4)', 'list item', 'Faster'))],
      [click(GO)],
    ],
    isDone: ({ last }) => last('sent') === 'Faster',
  },
  {
    name: 'boxes to tick of a library',
    goal: 'Tick Tuna and Egg, choose Toasted, and submit',
    html: smallWithWidgets(
      'Select Tuna, Egg and Toasted',
      `${['Tuna', 'Ham', 'Egg'].map((name) => `<label for="c${name}">${name}</label><input type="checkbox" id="c${name}" name="${name}">`).join('')}<br>${['Plain', 'Toasted'].map((name) => `<label for="r${name}">${name}</label><input type="radio" name="bread" id="r${name}">`).join('')}${submit('$("input:checked").map((_, one) => one.id).get()')}`,
      '$("input").checkboxradio()',
    ),
    solve: [
      [click(named('label[for=cTuna]', 'check box', 'Tuna')), click(named('label[for=cEgg]', 'check box', 'Egg'))],
      [click(named('label[for=rToasted]', 'radio button', 'Toasted')), click(GO)],
    ],
    isDone: ({ last }) => last('sent') === 'cTuna,cEgg,rToasted',
  },
  {
    name: 'corner of a text area dragged',
    goal: 'Make the text area taller',
    html: smallWithWidgets(
      'Resize the textarea so that its height is larger than its initial size',
      `<textarea id="it" style="width:140px;height:70px">Lorem ipsum</textarea>${submit('by("it").offsetHeight')}`,
      '',
    ),
    solve: [[drag(pixel('#it', 0.97, 0.95), pixel('#it', 0.97, 2.2))], [click(GO)]],
    isDone: ({ last }) => Number(last('sent')) > 110,
  },
];
