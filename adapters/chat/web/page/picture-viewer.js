// The enlarged picture. The dialog itself closes on Escape and gives the focus back to where it was.

const MIDDLE = { x: 0.5, y: 0.5 };

export function createPictureViewer({ dialog, picture, stage, size, close }) {
  /** `at` is the spot of the picture, 0–1 on both axes, that moves to the middle. */
  function setActualSize(isActual, at) {
    size.ariaPressed = String(isActual);
    stage.classList.toggle('actual', isActual);
    stage.scrollLeft = at.x * picture.offsetWidth - stage.clientWidth / 2;
    stage.scrollTop = at.y * picture.offsetHeight - stage.clientHeight / 2;
  }

  size.addEventListener('click', () => setActualSize(size.ariaPressed !== 'true', MIDDLE));
  picture.addEventListener('click', (event) => {
    const at = { x: event.offsetX / picture.offsetWidth, y: event.offsetY / picture.offsetHeight };
    setActualSize(size.ariaPressed !== 'true', at);
  });
  close.addEventListener('click', () => dialog.close());
  stage.addEventListener('click', (event) => event.target === stage && dialog.close());

  return {
    open({ url, alt, width, height }) {
      picture.width = width;
      picture.height = height;
      picture.src = url;
      picture.alt = alt;
      dialog.showModal();
      setActualSize(false, MIDDLE);
      close.focus();
    },
  };
}
