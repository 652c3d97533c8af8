// Keeps the newest message in sight, unless the person scrolled up to read; then a button tells that there is more.

/** Nearer to the end than this counts as being there, in pixels. */
const NEAR = 60;
/** Left free above a message that is shown from its top. */
const GAP = 8;

export function keepAtBottom(scroller, content, newer) {
  /** newest: shows the newest message. end: the person went to the end. away: they read something else. */
  let place = 'newest';
  let placedAt = 0;

  /** The end; of a message that is too tall the top, since what is asked stands above the buttons that answer it. */
  function settle() {
    const newest = content.lastElementChild;
    const isTall = place === 'newest' && newest !== null && newest.offsetHeight > scroller.clientHeight;
    if (isTall) {
      const below = newest.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      scroller.scrollTop += below - GAP;
    } else scroller.scrollTop = scroller.scrollHeight;
    placedAt = scroller.scrollTop;
    newer.hidden = true;
  }

  function goTo(next) {
    place = next;
    settle();
  }

  scroller.addEventListener(
    'scroll',
    () => {
      if (Math.abs(scroller.scrollTop - placedAt) < 2) return;
      const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
      place = isAtEnd ? 'end' : 'away';
      if (isAtEnd) newer.hidden = true;
    },
    { passive: true },
  );
  newer.addEventListener('click', () => {
    // The button goes away: the focus must not fall back to the top of the page.
    scroller.focus({ preventScroll: true });
    goTo('end');
  });
  // Pictures, a keyboard that comes up, a status that grows: all of them move the end.
  const observer = new ResizeObserver(() => place !== 'away' && settle());
  observer.observe(scroller);
  observer.observe(content);

  return {
    toBottom: () => goTo('end'),
    noteNew() {
      if (place === 'away') newer.hidden = false;
      else goTo('newest');
    },
  };
}
