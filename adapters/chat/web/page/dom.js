// Small things every part of the page needs.

/** An element with properties and children; text goes in as text, never as markup. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** For data that came as JSON. */
export function isEqual(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
