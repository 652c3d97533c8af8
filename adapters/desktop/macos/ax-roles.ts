/** Roles of Apple's accessibility (NSAccessibility) in the words all desktops share. */

export interface MacRole {
  readonly word: string;
  /** `text`: to read; `group`: worth a line only with a name; `control`: to work with. */
  readonly kind: 'control' | 'text' | 'group';
}

const ROLES: Readonly<Record<string, MacRole>> = {
  AXButton: control('button'),
  AXCell: control('cell'),
  AXCheckBox: control('check box'),
  AXColorWell: control('button'),
  AXComboBox: control('combo box'),
  AXDateField: control('date field'),
  AXDisclosureTriangle: control('toggle'),
  AXDockItem: control('icon'),
  AXHeading: { word: 'heading', kind: 'text' },
  AXImage: { word: 'image', kind: 'text' },
  AXIncrementor: control('number field'),
  AXLink: control('link'),
  AXMenuBarItem: control('menu'),
  AXMenuButton: control('button'),
  AXMenuItem: control('menu item'),
  AXPopUpButton: control('combo box'),
  AXProgressIndicator: { word: 'progress bar', kind: 'text' },
  AXRadioButton: control('radio button'),
  AXRow: control('row'),
  AXSlider: control('slider'),
  AXStaticText: { word: 'text', kind: 'text' },
  AXSwitch: control('switch'),
  AXTextArea: control('field'),
  AXTextField: control('field'),
  AXSearchField: control('field'),
  AXGroup: { word: 'group', kind: 'group' },
  AXSheet: { word: 'dialog', kind: 'group' },
  AXDialog: { word: 'dialog', kind: 'group' },
};

const SUBROLES: Readonly<Record<string, MacRole>> = {
  AXSecureTextField: control('password field'),
  AXSearchField: control('field'),
  AXTabButton: control('tab'),
  AXSwitch: control('switch'),
  AXToggle: control('toggle'),
  AXDialog: { word: 'dialog', kind: 'group' },
  AXSystemDialog: { word: 'dialog', kind: 'group' },
  AXOutlineRow: control('tree item'),
};

/** null: a role that only holds others (windows, scroll areas, splitters) or is not known. */
export function findMacRole(role: string, subrole: string): MacRole | null {
  return SUBROLES[subrole] ?? ROLES[role] ?? null;
}

function control(word: string): MacRole {
  return { word, kind: 'control' };
}
