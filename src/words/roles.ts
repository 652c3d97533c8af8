/** Roles of elements as words for people; the desktop reports them in English. */
import { say, type Text } from './say.ts';

const ROLES: Readonly<Record<string, Text>> = {
  box: say`box`,
  button: say`button`,
  'check box': say`check box`,
  'menu item': say`menu item`,
  'column header': say`column header`,
  'row header': say`row header`,
  'combo box': say`combo box`,
  'date field': say`date field`,
  icon: say`icon`,
  slider: say`slider`,
  dialog: say`dialog`,
  image: say`image`,
  text: say`text`,
  'list item': say`list item`,
  menu: say`menu`,
  tab: say`tab`,
  'password field': say`password field`,
  'progress bar': say`progress bar`,
  'radio button': say`radio button`,
  'number field': say`number field`,
  cell: say`cell`,
  terminal: say`terminal`,
  field: say`field`,
  toggle: say`toggle`,
  switch: say`switch`,
  item: say`item`,
  heading: say`heading`,
  link: say`link`,
  row: say`row`,
  'tree item': say`tree item`,
  group: say`group`,
  element: say`element`,
  alert: say`alert`,
  canvas: say`canvas`,
  form: say`form`,
  level: say`level`,
  notification: say`notification`,
  tooltip: say`tooltip`,
};

/** A role without a translation is shown as the application names it. */
export function sayRole(role: string): Text {
  return Object.hasOwn(ROLES, role) ? (ROLES[role] ?? role) : role;
}
