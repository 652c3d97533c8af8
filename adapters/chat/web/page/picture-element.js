// The picture of a message: its place is kept free before it is there, and the old one stays until the new one can be shown.
import { make } from './dom.js';
import { say } from './words.js';

/** `enlarge(picture, at)` is called with the picture that is shown and where it was tapped, 0–1 on both axes, null for a key. Returns the element and `update(picture)`, null for none. */
export function createPicture(enlarge) {
  const gone = make('span', { className: 'gone', textContent: say`This picture is no longer kept.`, hidden: true });
  const hint = make('span', { className: 'unseen', textContent: say`Enlarge` });
  const element = make('button', { type: 'button', className: 'picture' }, gone, hint);
  let image = null;
  let wanted = null;
  let shown = null;

  element.addEventListener('click', (event) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    enlarge(shown, event.detail === 0 ? null : at);
  });

  function show(next, picture) {
    image?.remove();
    image = next;
    shown = picture;
    hint.textContent = picture.point === undefined ? say`Enlarge` : say`Enlarge, or click on it`;
    element.prepend(image);
    setGone(false);
  }

  function setGone(isGone) {
    gone.hidden = !isGone;
    image.hidden = isGone;
    element.disabled = isGone;
  }

  async function replace(picture) {
    const next = createImage(picture);
    if (image !== null) {
      next.loading = 'eager';
      await next.decode().catch(() => {});
    }
    // Meanwhile a newer one may have come.
    if (wanted?.url !== picture.url) return;
    show(next, picture);
    next.addEventListener('error', () => setGone(true));
    if (next.complete && next.naturalWidth === 0 && next.loading === 'eager') setGone(true);
  }

  return {
    element,
    update(picture) {
      const before = wanted;
      wanted = picture;
      element.hidden = picture === null;
      if (picture === null || picture.url === before?.url) return;
      replace(picture);
    },
  };
}

/** Width and height give the place its shape before anything is loaded. */
function createImage({ url, width, height, alt }) {
  const image = make('img', { loading: 'lazy', decoding: 'async', width, height, alt });
  image.src = url;
  return image;
}
