/** Files to and from a page. */
import { click, key, named, oneByOne, pixel, type, type WebTask } from '../task.ts';

export const FILES: readonly WebTask[] = [
  {
    name: 'file uploaded',
    goal: 'Hand in report.txt',
    html: `<label>Report <input id="it" type="file" onchange="files[0].text().then((text) => say('file', files[0].name + ': ' + text.trim()))"></label>`,
    *solve(_eye, { files }) {
      yield [click(pixel('#it', 0.15))];
      yield [key('ctrl+l')];
      yield [type(`${files}/report.txt`)];
      yield [key('alt+o')];
    },
    isDone: ({ last }) => last('file') === 'report.txt: All is well.',
    cards: 1,
  },
  {
    name: 'file downloaded',
    goal: 'Fetch the list of birds',
    html: `<a id="it" href="birds.csv">List of birds</a>`,
    parts: { 'birds.csv': 'heron,2\nstork,1\n' },
    solve: oneByOne(click(named('#it', 'link', 'List of birds'))),
    isDone: ({ download }) => download('birds.csv') === 'heron,2\nstork,1\n',
  },
];
