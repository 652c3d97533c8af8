/**
 * Reads the links, buttons and fields of a page, in the page: one expression whose value is JSON. It changes nothing there. Frames of
 * the same origin and open shadow roots are read too; what is hidden, covered or outside the window is left out.
 */
import { z } from 'zod';

/** Boxes in CSS pixels of the page's window. */
const elementSchema = z.object({
  role: z.string(),
  name: z.string(),
  value: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isFocused: z.boolean(),
  isEnabled: z.boolean(),
  isSecure: z.boolean(),
});
export const pageSchema = z.object({
  elements: z.array(elementSchema),
  isWhole: z.boolean(),
  title: z.string(),
  /** Device-independent pixels of the screen. */
  screenX: z.number(),
  screenY: z.number(),
  outerWidth: z.number(),
  outerHeight: z.number(),
  /** CSS pixels. */
  innerWidth: z.number(),
  innerHeight: z.number(),
  devicePixelRatio: z.number(),
  /** How far fingers have zoomed in, and on what part. */
  pinch: z.object({ scale: z.number(), left: z.number(), top: z.number() }),
});
export type Page = z.infer<typeof pageSchema>;
export type PageElement = z.infer<typeof elementSchema>;

const MOST_ELEMENTS = 200;

export const READ_PAGE = `(() => {
  const most = ${MOST_ELEMENTS};
  const wanted = 'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=""],[contenteditable=true],' +
    ['button','link','checkbox','radio','tab','menuitem','menuitemcheckbox','option','switch','textbox','searchbox','combobox','slider','spinbutton','treeitem']
      .map((role) => '[role=' + role + ']').join(',') + ',[onclick],[tabindex]:not([tabindex="-1"])';
  const words = { textbox: 'field', searchbox: 'field', combobox: 'combo box', checkbox: 'check box', radio: 'radio button',
    menuitem: 'menu item', menuitemcheckbox: 'menu item', option: 'list item', spinbutton: 'number field', treeitem: 'tree item' };
  const types = { submit: 'button', button: 'button', reset: 'button', image: 'button', file: 'button', checkbox: 'check box',
    radio: 'radio button', range: 'slider', number: 'number field', password: 'password field', date: 'date field', color: 'button' };
  const line = (text) => String(text || '').replace(/\\s+/g, ' ').trim().slice(0, 120);
  const roleOf = (node) => {
    const tag = node.tagName.toLowerCase();
    if (tag === 'input') return types[node.type] || 'field';
    const role = (node.getAttribute('role') || '').split(' ')[0];
    if (role) return words[role] || role;
    if (tag === 'a' || tag === 'area') return 'link';
    if (tag === 'button' || tag === 'summary') return 'button';
    if (tag === 'select') return 'combo box';
    if (tag === 'textarea' || node.isContentEditable) return 'field';
    return 'item';
  };
  const labelText = (label) => {
    const copy = label.cloneNode(true);
    for (const control of copy.querySelectorAll('select,textarea,button,input')) control.remove();
    return copy.textContent;
  };
  const nameOf = (node, role) => {
    const by = (node.getAttribute('aria-labelledby') || '').split(/\\s+/).filter(Boolean)
      .map((id) => { const other = node.getRootNode().getElementById && node.getRootNode().getElementById(id); return other ? other.textContent : ''; }).join(' ');
    const labels = node.labels ? Array.from(node.labels, labelText).join(' ') : '';
    const isField = role.includes('field') || role === 'combo box' || role === 'slider' || role === 'check box' || role === 'radio button';
    const image = node.querySelector ? node.querySelector('img[alt],svg title') : null;
    const own = isField ? '' : node.innerText || (node.tagName === 'INPUT' ? node.value : '');
    return line(by) || line(node.getAttribute('aria-label')) || line(labels) || line(own) || line(node.getAttribute('alt')) ||
      line(image && (image.getAttribute('alt') || image.textContent)) || line(node.getAttribute('title')) || line(node.getAttribute('placeholder'));
  };
  const valueOf = (node, role) => {
    if (role === 'password field') return '';
    if (role === 'check box' || role === 'radio button' || role === 'switch') {
      const on = node.checked === undefined ? node.getAttribute('aria-checked') === 'true' : node.checked;
      return on ? 'checked' : 'unchecked';
    }
    if (node.tagName === 'SELECT') return line(node.selectedOptions[0] && node.selectedOptions[0].text);
    if (role === 'tab' || role === 'list item') return node.getAttribute('aria-selected') === 'true' ? 'selected' : '';
    if (node.isContentEditable) return line(node.innerText);
    return role.includes('field') || role === 'slider' || role === 'combo box' ? line(node.value) : '';
  };
  const elements = [];
  let isWhole = true;
  const isOnTop = (node, root, x, y) => {
    let top = root.elementFromPoint ? root.elementFromPoint(x, y) : null;
    for (; top; top = top.parentNode || top.host) if (top === node) return true;
    const hit = root.elementFromPoint(x, y);
    if (hit === null) return false;
    if (node.contains(hit)) return true;
    return node.labels ? Array.from(node.labels).some((label) => label.contains(hit)) : false;
  };
  const read = (root, doc, dx, dy, clip) => {
    const win = doc.defaultView;
    for (const node of root.querySelectorAll('*')) {
      if (elements.length >= most) { isWhole = false; return; }
      if (node.shadowRoot) read(node.shadowRoot, doc, dx, dy, clip);
      if (node.tagName === 'IFRAME' || node.tagName === 'FRAME') {
        let inner = null;
        try { inner = node.contentDocument; } catch (error) {}
        const box = node.getBoundingClientRect();
        if (inner && inner.body && box.width > 0 && box.height > 0) {
          const style = win.getComputedStyle(node);
          const left = dx + box.left + node.clientLeft + parseFloat(style.paddingLeft);
          const top = dy + box.top + node.clientTop + parseFloat(style.paddingTop);
          read(inner, inner, left, top, { left: Math.max(clip.left, left), top: Math.max(clip.top, top),
            right: Math.min(clip.right, left + inner.documentElement.clientWidth), bottom: Math.min(clip.bottom, top + inner.documentElement.clientHeight) });
        }
        continue;
      }
      if (!node.matches(wanted)) continue;
      const box = Array.from(node.getClientRects()).find((one) => one.width > 2 && one.height > 2);
      if (!box) continue;
      const left = Math.max(clip.left, dx + box.left), top = Math.max(clip.top, dy + box.top);
      const right = Math.min(clip.right, dx + box.right), bottom = Math.min(clip.bottom, dy + box.bottom);
      if (right - left < 3 || bottom - top < 3) continue;
      const style = win.getComputedStyle(node);
      if (style.visibility === 'hidden' || style.pointerEvents === 'none') continue;
      if (!isOnTop(node, root, (left + right) / 2 - dx, (top + bottom) / 2 - dy)) continue;
      const role = roleOf(node);
      elements.push({ role, name: nameOf(node, role), value: valueOf(node, role), x: left, y: top, width: right - left, height: bottom - top,
        isFocused: doc.activeElement === node || root.activeElement === node,
        isEnabled: !node.disabled && node.getAttribute('aria-disabled') !== 'true', isSecure: role === 'password field' });
    }
  };
  read(document, document, 0, 0, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const view = window.visualViewport;
  return JSON.stringify({ elements, isWhole, title: document.title, screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight,
    devicePixelRatio, pinch: { scale: view ? view.scale : 1, left: view ? view.offsetLeft : 0, top: view ? view.offsetTop : 0 } });
})()`;
