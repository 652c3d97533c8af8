/**
 * Every C function of macOS that Deskhand calls: its library, its signature, and the header it was read from. What is not in this
 * table cannot be called: the loader binds exactly this, and the types of the calls are made from it.
 */

/**
 * How an argument or a result crosses: `ref` a pointer to something of the system's (null where it is NULL), `bytes` memory of ours that is
 * read or filled, `text` a C string, the structures by value, the rest numbers of that size.
 */
export type Kind =
  | 'void'
  | 'ref'
  | 'bytes'
  | 'text'
  | 'bool'
  | 'u8'
  | 'i16'
  | 'u16'
  | 'i32'
  | 'u32'
  | 'i64'
  | 'u64'
  | 'f32'
  | 'f64'
  | 'point'
  | 'rect'
  | 'range';

export interface Signature {
  readonly in: LibraryName;
  readonly takes: readonly Kind[];
  readonly gives: Kind;
  /** Header of the macOS SDK. */
  readonly from: string;
}

/** Where dyld finds each; the files themselves are in its shared cache and not on the disk. */
export const LIBRARIES = {
  CoreFoundation: '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
  CoreGraphics: '/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics',
  ApplicationServices: '/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices',
  Carbon: '/System/Library/Frameworks/Carbon.framework/Carbon',
  IOKit: '/System/Library/Frameworks/IOKit.framework/IOKit',
  AppKit: '/System/Library/Frameworks/AppKit.framework/AppKit',
  objc: '/usr/lib/libobjc.A.dylib',
  System: '/usr/lib/libSystem.B.dylib',
} as const;
export type LibraryName = keyof typeof LIBRARIES;

export const SYMBOLS = {
  CFRetain: { in: 'CoreFoundation', takes: ['ref'], gives: 'ref', from: 'CFBase.h' },
  CFRelease: { in: 'CoreFoundation', takes: ['ref'], gives: 'void', from: 'CFBase.h' },
  CFEqual: { in: 'CoreFoundation', takes: ['ref', 'ref'], gives: 'bool', from: 'CFBase.h' },
  CFGetTypeID: { in: 'CoreFoundation', takes: ['ref'], gives: 'u64', from: 'CFBase.h' },
  CFStringGetTypeID: { in: 'CoreFoundation', takes: [], gives: 'u64', from: 'CFString.h' },
  CFStringCreateWithCharacters: {
    in: 'CoreFoundation',
    takes: ['ref', 'bytes', 'i64'],
    gives: 'ref',
    from: 'CFString.h',
  },
  CFStringGetLength: { in: 'CoreFoundation', takes: ['ref'], gives: 'i64', from: 'CFString.h' },
  CFStringGetCharacters: {
    in: 'CoreFoundation',
    takes: ['ref', 'range', 'bytes'],
    gives: 'void',
    from: 'CFString.h',
  },
  CFNumberGetTypeID: { in: 'CoreFoundation', takes: [], gives: 'u64', from: 'CFNumber.h' },
  CFNumberGetValue: { in: 'CoreFoundation', takes: ['ref', 'i64', 'bytes'], gives: 'bool', from: 'CFNumber.h' },
  CFBooleanGetTypeID: { in: 'CoreFoundation', takes: [], gives: 'u64', from: 'CFNumber.h' },
  CFBooleanGetValue: { in: 'CoreFoundation', takes: ['ref'], gives: 'bool', from: 'CFNumber.h' },
  CFArrayGetTypeID: { in: 'CoreFoundation', takes: [], gives: 'u64', from: 'CFArray.h' },
  CFArrayCreate: {
    in: 'CoreFoundation',
    takes: ['ref', 'bytes', 'i64', 'ref'],
    gives: 'ref',
    from: 'CFArray.h',
  },
  CFArrayGetCount: { in: 'CoreFoundation', takes: ['ref'], gives: 'i64', from: 'CFArray.h' },
  CFArrayGetValueAtIndex: { in: 'CoreFoundation', takes: ['ref', 'i64'], gives: 'ref', from: 'CFArray.h' },
  CFDictionaryCreate: {
    in: 'CoreFoundation',
    takes: ['ref', 'bytes', 'bytes', 'i64', 'ref', 'ref'],
    gives: 'ref',
    from: 'CFDictionary.h',
  },
  CFDictionaryGetValue: { in: 'CoreFoundation', takes: ['ref', 'ref'], gives: 'ref', from: 'CFDictionary.h' },
  CFDataGetLength: { in: 'CoreFoundation', takes: ['ref'], gives: 'i64', from: 'CFData.h' },
  CFDataGetBytePtr: { in: 'CoreFoundation', takes: ['ref'], gives: 'ref', from: 'CFData.h' },
  CFDataGetBytes: { in: 'CoreFoundation', takes: ['ref', 'range', 'bytes'], gives: 'void', from: 'CFData.h' },
  CFDataCreate: { in: 'CoreFoundation', takes: ['ref', 'bytes', 'i64'], gives: 'ref', from: 'CFData.h' },
  CFURLCreateFromFileSystemRepresentation: {
    in: 'CoreFoundation',
    takes: ['ref', 'bytes', 'i64', 'bool'],
    gives: 'ref',
    from: 'CFURL.h',
  },
  CFBundleCreate: { in: 'CoreFoundation', takes: ['ref', 'ref'], gives: 'ref', from: 'CFBundle.h' },
  CFBundleGetIdentifier: { in: 'CoreFoundation', takes: ['ref'], gives: 'ref', from: 'CFBundle.h' },
  CFRunLoopRunInMode: {
    in: 'CoreFoundation',
    takes: ['ref', 'f64', 'bool'],
    gives: 'i32',
    from: 'CFRunLoop.h',
  },

  CGEventSourceCreate: { in: 'CoreGraphics', takes: ['i32'], gives: 'ref', from: 'CGEventSource.h' },
  CGEventSourceSetLocalEventsSuppressionInterval: {
    in: 'CoreGraphics',
    takes: ['ref', 'f64'],
    gives: 'void',
    from: 'CGEventSource.h',
  },
  CGEventSourceButtonState: { in: 'CoreGraphics', takes: ['i32', 'u32'], gives: 'bool', from: 'CGEventSource.h' },
  CGEventSourceKeyState: { in: 'CoreGraphics', takes: ['i32', 'u16'], gives: 'bool', from: 'CGEventSource.h' },
  CGEventSourceCounterForEventType: {
    in: 'CoreGraphics',
    takes: ['i32', 'u32'],
    gives: 'u32',
    from: 'CGEventSource.h',
  },
  CGEventCreate: { in: 'CoreGraphics', takes: ['ref'], gives: 'ref', from: 'CGEvent.h' },
  CGEventGetLocation: { in: 'CoreGraphics', takes: ['ref'], gives: 'point', from: 'CGEvent.h' },
  CGEventSetLocation: { in: 'CoreGraphics', takes: ['ref', 'point'], gives: 'void', from: 'CGEvent.h' },
  CGEventCreateMouseEvent: {
    in: 'CoreGraphics',
    takes: ['ref', 'u32', 'point', 'u32'],
    gives: 'ref',
    from: 'CGEvent.h',
  },
  CGEventCreateKeyboardEvent: {
    in: 'CoreGraphics',
    takes: ['ref', 'u16', 'bool'],
    gives: 'ref',
    from: 'CGEvent.h',
  },
  CGEventCreateScrollWheelEvent2: {
    in: 'CoreGraphics',
    takes: ['ref', 'u32', 'u32', 'i32', 'i32', 'i32'],
    gives: 'ref',
    from: 'CGEvent.h',
  },
  CGEventKeyboardSetUnicodeString: {
    in: 'CoreGraphics',
    takes: ['ref', 'u64', 'bytes'],
    gives: 'void',
    from: 'CGEvent.h',
  },
  CGEventSetFlags: { in: 'CoreGraphics', takes: ['ref', 'u64'], gives: 'void', from: 'CGEvent.h' },
  CGEventSetIntegerValueField: {
    in: 'CoreGraphics',
    takes: ['ref', 'u32', 'i64'],
    gives: 'void',
    from: 'CGEvent.h',
  },
  CGEventPost: { in: 'CoreGraphics', takes: ['u32', 'ref'], gives: 'void', from: 'CGEvent.h' },

  CGWindowListCopyWindowInfo: { in: 'CoreGraphics', takes: ['u32', 'u32'], gives: 'ref', from: 'CGWindow.h' },
  CGMainDisplayID: { in: 'CoreGraphics', takes: [], gives: 'u32', from: 'CGDirectDisplay.h' },
  CGGetActiveDisplayList: {
    in: 'CoreGraphics',
    takes: ['u32', 'bytes', 'bytes'],
    gives: 'i32',
    from: 'CGDirectDisplay.h',
  },
  CGDisplayBounds: { in: 'CoreGraphics', takes: ['u32'], gives: 'rect', from: 'CGDirectDisplay.h' },
  CGDisplayCopyDisplayMode: { in: 'CoreGraphics', takes: ['u32'], gives: 'ref', from: 'CGDirectDisplay.h' },
  CGDisplayModeGetWidth: { in: 'CoreGraphics', takes: ['ref'], gives: 'u64', from: 'CGDirectDisplay.h' },
  CGDisplayModeGetPixelWidth: { in: 'CoreGraphics', takes: ['ref'], gives: 'u64', from: 'CGDirectDisplay.h' },
  CGDisplayIsBuiltin: { in: 'CoreGraphics', takes: ['u32'], gives: 'u32', from: 'CGDisplayConfiguration.h' },
  CGDisplayIsAsleep: { in: 'CoreGraphics', takes: ['u32'], gives: 'u32', from: 'CGDisplayConfiguration.h' },
  CGSessionCopyCurrentDictionary: { in: 'CoreGraphics', takes: [], gives: 'ref', from: 'CGSession.h' },
  CGPreflightScreenCaptureAccess: { in: 'CoreGraphics', takes: [], gives: 'bool', from: 'CGWindow.h' },
  CGRequestScreenCaptureAccess: { in: 'CoreGraphics', takes: [], gives: 'bool', from: 'CGWindow.h' },

  AXIsProcessTrusted: { in: 'ApplicationServices', takes: [], gives: 'bool', from: 'AXUIElement.h' },
  AXIsProcessTrustedWithOptions: {
    in: 'ApplicationServices',
    takes: ['ref'],
    gives: 'bool',
    from: 'AXUIElement.h',
  },
  AXUIElementCreateSystemWide: { in: 'ApplicationServices', takes: [], gives: 'ref', from: 'AXUIElement.h' },
  AXUIElementCreateApplication: { in: 'ApplicationServices', takes: ['i32'], gives: 'ref', from: 'AXUIElement.h' },
  AXUIElementSetMessagingTimeout: {
    in: 'ApplicationServices',
    takes: ['ref', 'f32'],
    gives: 'i32',
    from: 'AXUIElement.h',
  },
  AXUIElementCopyMultipleAttributeValues: {
    in: 'ApplicationServices',
    takes: ['ref', 'ref', 'u32', 'bytes'],
    gives: 'i32',
    from: 'AXUIElement.h',
  },
  AXUIElementCopyActionNames: {
    in: 'ApplicationServices',
    takes: ['ref', 'bytes'],
    gives: 'i32',
    from: 'AXUIElement.h',
  },
  AXUIElementPerformAction: { in: 'ApplicationServices', takes: ['ref', 'ref'], gives: 'i32', from: 'AXUIElement.h' },
  AXUIElementSetAttributeValue: {
    in: 'ApplicationServices',
    takes: ['ref', 'ref', 'ref'],
    gives: 'i32',
    from: 'AXUIElement.h',
  },
  AXValueGetTypeID: { in: 'ApplicationServices', takes: [], gives: 'u64', from: 'AXValue.h' },
  AXValueGetType: { in: 'ApplicationServices', takes: ['ref'], gives: 'u32', from: 'AXValue.h' },
  AXValueGetValue: { in: 'ApplicationServices', takes: ['ref', 'u32', 'bytes'], gives: 'bool', from: 'AXValue.h' },

  TISCopyCurrentKeyboardLayoutInputSource: { in: 'Carbon', takes: [], gives: 'ref', from: 'TextInputSources.h' },
  TISCopyCurrentASCIICapableKeyboardLayoutInputSource: {
    in: 'Carbon',
    takes: [],
    gives: 'ref',
    from: 'TextInputSources.h',
  },
  TISGetInputSourceProperty: { in: 'Carbon', takes: ['ref', 'ref'], gives: 'ref', from: 'TextInputSources.h' },
  LMGetKbdType: { in: 'Carbon', takes: [], gives: 'u8', from: 'Events.h' },
  UCKeyTranslate: {
    in: 'Carbon',
    takes: ['ref', 'u16', 'u16', 'u32', 'u32', 'u32', 'bytes', 'u64', 'bytes', 'bytes'],
    gives: 'i32',
    from: 'UnicodeUtilities.h',
  },
  IsSecureEventInputEnabled: { in: 'Carbon', takes: [], gives: 'bool', from: 'CarbonEventsCore.h' },

  IOPMAssertionCreateWithName: {
    in: 'IOKit',
    takes: ['ref', 'u32', 'ref', 'bytes'],
    gives: 'i32',
    from: 'IOPMLib.h',
  },
  IOPMAssertionRelease: { in: 'IOKit', takes: ['u32'], gives: 'i32', from: 'IOPMLib.h' },
  IOPMAssertionDeclareUserActivity: {
    in: 'IOKit',
    takes: ['ref', 'u32', 'bytes'],
    gives: 'i32',
    from: 'IOPMLib.h',
  },

  objc_getClass: { in: 'objc', takes: ['text'], gives: 'ref', from: 'objc/runtime.h' },
  sel_registerName: { in: 'objc', takes: ['text'], gives: 'ref', from: 'objc/runtime.h' },
  // Not in a header: Clang's own interface for ARC ("Automatic Reference Counting", section Runtime support).
  objc_autoreleasePoolPush: { in: 'objc', takes: [], gives: 'ref', from: 'Clang: AutomaticReferenceCounting' },
  objc_autoreleasePoolPop: { in: 'objc', takes: ['ref'], gives: 'void', from: 'Clang: AutomaticReferenceCounting' },
  proc_pidinfo: { in: 'System', takes: ['i32', 'i32', 'u64', 'bytes', 'i32'], gives: 'i32', from: 'libproc.h' },
  proc_pidpath: { in: 'System', takes: ['i32', 'bytes', 'u32'], gives: 'i32', from: 'libproc.h' },
} as const satisfies Readonly<Record<string, Signature>>;

/** Constants whose address counts (`at`), or the pointer that is stored there (`in`). */
export const CONSTANTS = {
  kCFTypeArrayCallBacks: { in: 'CoreFoundation', is: 'at', from: 'CFArray.h' },
  kCFTypeDictionaryKeyCallBacks: { in: 'CoreFoundation', is: 'at', from: 'CFDictionary.h' },
  kCFTypeDictionaryValueCallBacks: { in: 'CoreFoundation', is: 'at', from: 'CFDictionary.h' },
  kCFBooleanTrue: { in: 'CoreFoundation', is: 'in', from: 'CFNumber.h' },
  kCFRunLoopDefaultMode: { in: 'CoreFoundation', is: 'in', from: 'CFRunLoop.h' },
  kTISPropertyUnicodeKeyLayoutData: { in: 'Carbon', is: 'in', from: 'TextInputSources.h' },
  kTISPropertyInputSourceID: { in: 'Carbon', is: 'in', from: 'TextInputSources.h' },
} as const;

/**
 * Every Objective-C message: its selector, what it takes after the receiver and the selector, and what it gives. A name of ours where
 * one selector is sent with two meanings.
 */
export const MESSAGES = {
  generalPasteboard: { selector: 'generalPasteboard', takes: [], gives: 'ref', from: 'NSPasteboard.h' },
  changeCount: { selector: 'changeCount', takes: [], gives: 'i64', from: 'NSPasteboard.h' },
  clearContents: { selector: 'clearContents', takes: [], gives: 'i64', from: 'NSPasteboard.h' },
  pasteboardItems: { selector: 'pasteboardItems', takes: [], gives: 'ref', from: 'NSPasteboard.h' },
  stringForType: { selector: 'stringForType:', takes: ['ref'], gives: 'ref', from: 'NSPasteboard.h' },
  writeObjects: { selector: 'writeObjects:', takes: ['ref'], gives: 'bool', from: 'NSPasteboard.h' },
  accessBehavior: { selector: 'accessBehavior', takes: [], gives: 'i64', from: 'NSPasteboard.h (15.4)' },
  respondsToSelector: { selector: 'respondsToSelector:', takes: ['ref'], gives: 'bool', from: 'NSObject.h' },
  types: { selector: 'types', takes: [], gives: 'ref', from: 'NSPasteboardItem.h' },
  dataForType: { selector: 'dataForType:', takes: ['ref'], gives: 'ref', from: 'NSPasteboardItem.h' },
  setDataForType: { selector: 'setData:forType:', takes: ['ref', 'ref'], gives: 'bool', from: 'NSPasteboardItem.h' },
  alloc: { selector: 'alloc', takes: [], gives: 'ref', from: 'NSObject.h' },
  init: { selector: 'init', takes: [], gives: 'ref', from: 'NSObject.h' },
  otherEvent: {
    selector: 'otherEventWithType:location:modifierFlags:timestamp:windowNumber:context:subtype:data1:data2:',
    takes: ['u64', 'point', 'u64', 'f64', 'i64', 'ref', 'i16', 'i64', 'i64'],
    gives: 'ref',
    from: 'NSEvent.h',
  },
  CGEvent: { selector: 'CGEvent', takes: [], gives: 'ref', from: 'NSEvent.h' },
} as const satisfies Readonly<Record<string, { selector: string; takes: readonly Kind[]; gives: Kind; from: string }>>;

/** In no header, though every macOS since 10.14 has them; without them Deskhand asks another way. */
export const OPTIONAL_SYMBOLS = {
  responsibility_get_pid_responsible_for_pid: {
    in: 'System',
    takes: ['i32'],
    gives: 'i32',
    from: 'libquarantine (no header; used by Chromium and Firefox)',
  },
} as const satisfies Readonly<Record<string, Signature>>;
