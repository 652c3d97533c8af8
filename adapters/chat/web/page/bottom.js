// Keeps the newest message in sight, unless the person scrolled up to read; then a button tells that there is more.

/** Nearer to the end than this counts as being there, in pixels. */
const NEAR = 60;

export function keepAtBottom(scroller, content, newer) {
  let isAtBottom = true;

  function toBottom() {
    scroller.scrollTop = scroller.scrollHeight;
    isAtBottom = true;
    newer.hidden = true;
  }

  scroller.addEventListener(
    'scroll',
    () => {
      isAtBottom = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
      if (isAtBottom) newer.hidden = true;
    },
    { passive: true },
  );
  newer.addEventListener('click', () => {
    // The button goes away: the focus must not fall back to the top of the page.
    scroller.focus({ preventScroll: true });
    toBottom();
  });
  // Pictures, a keyboard that comes up, a status that grows: all of them move the end.
  const observer = new ResizeObserver(() => isAtBottom && toBottom());
  observer.observe(scroller);
  observer.observe(content);

  return {
    toBottom,
    noteNew() {
      if (isAtBottom) toBottom();
      else newer.hidden = false;
    },
  };
}
