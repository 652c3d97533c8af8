// The enlarged picture. The dialog itself closes on Escape and gives the focus back to where it was.
import { createPointing } from './pointing.js';

const MIDDLE = { x: 0.5, y: 0.5 };

/** `find(id)` gives an element of the page; `click(picture, at)` clicks what a point of a picture of the screen shows, 0–1 on both axes. */
export function createPictureViewer(find, click) {
  const [dialog, picture, stage] = ['viewer', 'viewer-picture', 'viewer-stage'].map(find);
  const [size, close] = ['viewer-size', 'viewer-close'].map(find);
  const pointing = createPointing({ find, picture, stage, confirm });
  let shown = null;

  function confirm(at) {
    dialog.close();
    click(shown, at);
  }

  /** `at` is the spot of the picture, 0–1 on both axes, that moves to the middle. */
  function setActualSize(isActual, at) {
    size.ariaPressed = String(isActual);
    stage.classList.toggle('actual', isActual);
    stage.scrollLeft = at.x * picture.offsetWidth - stage.clientWidth / 2;
    stage.scrollTop = at.y * picture.offsetHeight - stage.clientHeight / 2;
    pointing.place();
  }

  size.addEventListener('click', () => setActualSize(size.ariaPressed !== 'true', pointing.at() ?? MIDDLE));
  picture.addEventListener('click', (event) => {
    const at = { x: event.offsetX / picture.offsetWidth, y: event.offsetY / picture.offsetHeight };
    if (pointing.at() === null) setActualSize(size.ariaPressed !== 'true', at);
    else pointing.move(at);
  });
  close.addEventListener('click', () => dialog.close());
  stage.addEventListener('click', (event) => event.target === stage && dialog.close());

  return {
    /** `at`: where the picture was tapped, 0–1 on both axes; null when it was opened otherwise. */
    open(next, at = null) {
      const { url, alt, width, height } = next;
      shown = next;
      picture.width = width;
      picture.height = height;
      picture.src = url;
      picture.alt = alt;
      dialog.showModal();
      pointing.begin(next.point === undefined ? null : (at ?? MIDDLE));
      setActualSize(false, MIDDLE);
      if (next.point === undefined) close.focus();
      else stage.focus();
    },
  };
}
