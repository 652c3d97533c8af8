// What an accessibility checker would complain about on the page as it is now; evaluates to a list of sentences.
(() => {
  const problems = [];
  const shown = [...document.querySelectorAll('body *')].filter(isShown);

  for (const element of shown) {
    checkContrast(element);
    checkTarget(element);
    if (element.tagName === 'IMG' && !element.hasAttribute('alt')) problems.push(`no alt: ${name(element)}`);
    if (element.tabIndex > 0) problems.push(`own tab order: ${name(element)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) problems.push(`two of #${id}`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push('the page scrolls sideways');
  for (const element of shown) {
    const { right, width } = element.getBoundingClientRect();
    const isCut = right > innerWidth + 0.5 && width > 1 && element.closest('#viewer-stage') === null;
    if (isCut) problems.push(`sticks out on the right: ${name(element)}`);
  }
  return problems;

  function isShown(element) {
    if (element.closest('.unseen, .skip:not(:focus)') !== null) return false;
    if (document.querySelector('dialog[open]') !== null && element.closest('dialog') === null) return false;
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  function name(element) {
    return `<${element.tagName.toLowerCase()} id="${element.id}" class="${element.className}"> ${element.textContent.slice(0, 40)}`;
  }

  /** WCAG 1.4.3: 4.5 : 1, or 3 : 1 for large text. */
  function checkContrast(element) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    const isField = element.tagName === 'TEXTAREA';
    if (!hasText && !isField) return;
    const style = getComputedStyle(element);
    const colors = [style.color];
    if (isField) colors.push(getComputedStyle(element, '::placeholder').color);
    const size = Number.parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    for (const color of colors) {
      const ratio = contrast(parse(color), backgroundOf(element));
      if (ratio < needed) problems.push(`contrast ${ratio.toFixed(2)} < ${needed}: ${name(element)}`);
    }
  }

  /** WCAG 2.5.5: 44 × 44 px for everything that can be pressed. */
  function checkTarget(element) {
    if (!element.matches('button, a, textarea, [role="option"]')) return;
    const { width, height } = element.getBoundingClientRect();
    if (width < 44 || height < 44) problems.push(`target of ${width} × ${height}: ${name(element)}`);
  }

  function backgroundOf(element) {
    const layers = [];
    for (let at = element; at !== null; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reduceRight((below, above) => mix(above, below), [255, 255, 255, 1]);
  }

  function mix(above, below) {
    const alpha = above[3];
    return [0, 1, 2].map((channel) => above[channel] * alpha + below[channel] * (1 - alpha)).concat(1);
  }

  function parse(color) {
    const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return [red, green, blue, alpha];
  }

  function contrast(one, other) {
    const [light, dark] = [luminance(mix(one, other)), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(color) {
    const [red, green, blue] = color.slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
})();
