/* The symbols of macOS's frameworks that Deskhand calls, over the model: the same names, structures by value, ownership and traps. */
#define _GNU_SOURCE
#include "mac.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef const void *Ref;
typedef struct { double x, y; } CGPoint;
typedef struct { double x, y, w, h; } CGRect;
typedef struct { int64_t location, length; } CFRange;

enum { STRING = 1, NUMBER, BOOLEAN, ARRAY, DICTIONARY, DATA, URL, BUNDLE, VALUE, ELEMENT, EVENT, SOURCE, MODE, INPUT_SOURCE, BOARD, ITEM, POOLED };

typedef struct Object {
  uint32_t magic;
  int kind, refs, count;
  uint16_t *units;
  double number;
  uint8_t *bytes;
  const struct Object **items, **keys;
  int pid, node, value_kind, error;
  double pair[4];
  Event event;
} Object;

enum { MAGIC = 0x6f626a65 };
static long live;
static Object TRUE_ = {.magic = MAGIC, .kind = BOOLEAN, .refs = -1, .number = 1}, FALSE_ = {.magic = MAGIC, .kind = BOOLEAN, .refs = -1};
uint32_t mac_translate(int layout, int code, int state);
extern const char *LAYOUT_NAMES[];

long stub_live(void) { return live; }

static Object *make(int kind) {
  Object *o = calloc(1, sizeof *o);
  o->magic = MAGIC, o->kind = kind, o->refs = 1;
  live++;
  return o;
}
static Object *check(Ref r) {
  Object *o = (Object *)r;
  if (!o || o->magic != MAGIC || o->refs == 0) {
    fprintf(stderr, "a pointer that is no living object was used\n");
    abort();
  }
  return o;
}
Ref CFRetain(Ref r) {
  Object *o = check(r);
  if (o->refs > 0) o->refs++;
  return r;
}
void CFRelease(Ref r) {
  Object *o = check(r);
  if (o->refs < 0 || --o->refs > 0) return;
  for (int i = 0; o->items && i < o->count; i++)
    if (o->items[i]) CFRelease(o->items[i]);
  for (int i = 0; o->keys && i < o->count; i++) CFRelease(o->keys[i]);
  free(o->units), free(o->bytes), free(o->items), free(o->keys);
  o->magic = 0;
  live--;
  free(o);
}
_Bool CFEqual(Ref a, Ref b) {
  Object *x = check(a), *y = check(b);
  if (x->kind != y->kind) return 0;
  if (x->kind == ELEMENT) return x->pid == y->pid && x->node == y->node;
  if (x->kind == STRING) return x->count == y->count && !memcmp(x->units, y->units, x->count * 2);
  return x == y;
}
uint64_t CFGetTypeID(Ref r) { return check(r)->kind; }
uint64_t CFStringGetTypeID(void) { return STRING; }
uint64_t CFNumberGetTypeID(void) { return NUMBER; }
uint64_t CFBooleanGetTypeID(void) { return BOOLEAN; }
uint64_t CFArrayGetTypeID(void) { return ARRAY; }
uint64_t AXValueGetTypeID(void) { return VALUE; }

Ref CFStringCreateWithCharacters(Ref a, const uint16_t *units, int64_t n) {
  Object *o = make(STRING);
  o->count = n;
  o->units = malloc(n * 2 + 2);
  memcpy(o->units, units, n * 2);
  return o;
}
static Ref text(const char *utf8) {
  Object *o = make(STRING);
  o->units = malloc(strlen(utf8) * 2 + 4);
  for (const unsigned char *p = (const unsigned char *)utf8; *p;) {
    int n = *p < 0x80 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? *p : *p & (0xff >> (n + 1));
    for (int i = 1; i < n; i++) c = c << 6 | (p[i] & 0x3f);
    p += n;
    if (c >= 0x10000) o->units[o->count++] = 0xd800 + ((c - 0x10000) >> 10), c = 0xdc00 + ((c - 0x10000) & 0x3ff);
    o->units[o->count++] = c;
  }
  return o;
}
static void utf8_of(Ref r, char *out, int size) {
  Object *o = check(r);
  int n = 0;
  for (int i = 0; i < o->count && n < size - 4; i++) {
    uint32_t c = o->units[i];
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < o->count) c = 0x10000 + ((c - 0xd800) << 10) + (o->units[++i] - 0xdc00);
    if (c < 0x80) out[n++] = c;
    else if (c < 0x800) out[n++] = 0xc0 | c >> 6, out[n++] = 0x80 | (c & 63);
    else if (c < 0x10000) out[n++] = 0xe0 | c >> 12, out[n++] = 0x80 | (c >> 6 & 63), out[n++] = 0x80 | (c & 63);
    else out[n++] = 0xf0 | c >> 18, out[n++] = 0x80 | (c >> 12 & 63), out[n++] = 0x80 | (c >> 6 & 63), out[n++] = 0x80 | (c & 63);
  }
  out[n] = 0;
}
static int is(Ref r, const char *name) {
  char out[256];
  utf8_of(r, out, sizeof out);
  return !strcmp(out, name);
}
int64_t CFStringGetLength(Ref r) { return check(r)->count; }
void CFStringGetCharacters(Ref r, CFRange range, uint16_t *out) { memcpy(out, check(r)->units + range.location, range.length * 2); }
static Ref number(double n) {
  Object *o = make(NUMBER);
  o->number = n;
  return o;
}
_Bool CFNumberGetValue(Ref r, int64_t type, void *out) {
  if (type != 13) abort();
  *(double *)out = check(r)->number;
  return 1;
}
_Bool CFBooleanGetValue(Ref r) { return check(r)->number != 0; }
const char kCFTypeArrayCallBacks[64] = "array", kCFTypeDictionaryKeyCallBacks[64] = "keys", kCFTypeDictionaryValueCallBacks[64] = "values";
Ref kCFBooleanTrue = &TRUE_, kCFRunLoopDefaultMode = &TRUE_;
Ref CFArrayCreate(Ref a, Ref *values, int64_t n, Ref callbacks) {
  if (callbacks != kCFTypeArrayCallBacks) abort();
  Object *o = make(ARRAY);
  o->count = n;
  o->items = calloc(n + 1, sizeof *o->items);
  for (int i = 0; i < n; i++) o->items[i] = CFRetain(values[i]);
  return o;
}
/* Takes over what is given. */
static Object *array_of(int n) {
  Object *o = make(ARRAY);
  o->items = calloc(n + 1, sizeof *o->items);
  return o;
}
int64_t CFArrayGetCount(Ref r) { return check(r)->count; }
Ref CFArrayGetValueAtIndex(Ref r, int64_t i) { return i < check(r)->count ? check(r)->items[i] : 0; }
static Object *dictionary(int most) {
  Object *o = make(DICTIONARY);
  o->items = calloc(most + 1, sizeof *o->items), o->keys = calloc(most + 1, sizeof *o->keys);
  return o;
}
static void put(Object *o, const char *key, Ref value) { o->keys[o->count] = text(key), o->items[o->count++] = value; }
Ref CFDictionaryCreate(Ref a, Ref *keys, Ref *values, int64_t n, Ref kc, Ref vc) {
  if (kc != kCFTypeDictionaryKeyCallBacks || vc != kCFTypeDictionaryValueCallBacks) abort();
  Object *o = dictionary(n);
  o->count = n;
  for (int i = 0; i < n; i++) o->keys[i] = CFRetain(keys[i]), o->items[i] = CFRetain(values[i]);
  return o;
}
Ref CFDictionaryGetValue(Ref r, Ref key) {
  Object *o = check(r);
  for (int i = 0; i < o->count; i++)
    if (CFEqual(o->keys[i], key)) return o->items[i];
  return 0;
}
Ref CFDataCreate(Ref a, const uint8_t *bytes, int64_t n) {
  Object *o = make(DATA);
  o->count = n;
  o->bytes = malloc(n + 1);
  if (n > 0) memcpy(o->bytes, bytes, n);
  return o;
}
int64_t CFDataGetLength(Ref r) { return check(r)->count; }
const uint8_t *CFDataGetBytePtr(Ref r) { return check(r)->bytes; }
void CFDataGetBytes(Ref r, CFRange range, uint8_t *out) { memcpy(out, check(r)->bytes + range.location, range.length); }
Ref CFURLCreateFromFileSystemRepresentation(Ref a, const uint8_t *path, int64_t n, _Bool is_folder) {
  Object *o = make(URL);
  o->bytes = calloc(1, n + 1);
  memcpy(o->bytes, path, n);
  return o;
}
Ref CFBundleCreate(Ref a, Ref url) {
  const char *folder = (const char *)check(url)->bytes;
  size_t length = strlen(folder);
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].bundle[0] && !strncmp(mac->apps[i].path, folder, length) && mac->apps[i].path[length] == '/') {
      Object *o = make(BUNDLE);
      o->items = calloc(2, sizeof *o->items);
      o->items[0] = text(mac->apps[i].bundle), o->count = 1;
      return o;
    }
  return 0;
}
Ref CFBundleGetIdentifier(Ref r) { return check(r)->items[0]; }

/* ---- news: displays and input sources are those of the last turn of the run loop */
static Display seen_displays[MOST_DISPLAYS];
static int seen_layout, has_turned;
static void turn(void) {
  memcpy(seen_displays, mac->displays, sizeof seen_displays);
  seen_layout = mac->layout;
  has_turned = 1;
}
int32_t CFRunLoopRunInMode(Ref mode, double seconds, _Bool once) {
  if (mode != kCFRunLoopDefaultMode) abort();
  turn();
  return 3;
}

/* ---- events */
Ref CGEventSourceCreate(int32_t state) { return make(SOURCE); }
void CGEventSourceSetLocalEventsSuppressionInterval(Ref r, double s) { check(r); }
_Bool CGEventSourceButtonState(int32_t state, uint32_t button) {
  mac_drain();
  return mac->buttons[button & 7];
}
_Bool CGEventSourceKeyState(int32_t state, uint16_t key) {
  mac_drain();
  return mac->keys[key & 127];
}
uint32_t CGEventSourceCounterForEventType(int32_t state, uint32_t type) {
  mac_drain();
  if (mac->faults[7]) return mac->counters[type & 63] * 2; /* own acts are counted twice */
  if (mac->faults[8]) return 0;                             /* a person's acts are not counted */
  return mac->counters[type & 63];
}
Ref CGEventCreate(Ref source) {
  mac_drain();
  Object *o = make(EVENT);
  o->event.x = mac->px, o->event.y = mac->py;
  return o;
}
CGPoint CGEventGetLocation(Ref r) { return (CGPoint){check(r)->event.x, check(r)->event.y}; }
void CGEventSetLocation(Ref r, CGPoint p) { check(r)->event.x = p.x, check(r)->event.y = p.y; }
/* What nobody sets comes from the state of the moment, as on a Mac. */
static Object *event(int type) {
  mac_drain();
  Object *o = make(EVENT);
  o->event.type = type, o->event.flags = mac->flags, o->event.x = mac->px, o->event.y = mac->py;
  return o;
}
Ref CGEventCreateMouseEvent(Ref source, uint32_t type, CGPoint at, uint32_t button) {
  Object *o = event(type);
  o->event.x = at.x, o->event.y = at.y, o->event.button = button;
  return o;
}
static int is_modifier(int key) { return key >= 0x36 && key <= 0x3f; }
Ref CGEventCreateKeyboardEvent(Ref source, uint16_t key, _Bool is_down) {
  Object *o = event(is_modifier(key) ? 12 : is_down ? 10 : 11);
  o->event.keycode = key, o->event.button = is_down;
  return o;
}
Ref CGEventCreateScrollWheelEvent2(Ref source, uint32_t units, uint32_t wheels, int32_t a, int32_t b, int32_t c) {
  Object *o = event(22);
  o->event.wheel1 = a, o->event.wheel2 = b, o->event.subtype = units;
  return o;
}
void CGEventKeyboardSetUnicodeString(Ref r, uint64_t n, const uint16_t *units) {
  Event *e = &check(r)->event;
  e->units = n > 20 ? 20 : n; /* longer ones are cut */
  memcpy(e->text, units, e->units * 2);
}
void CGEventSetFlags(Ref r, uint64_t flags) { check(r)->event.flags = flags; }
void CGEventSetIntegerValueField(Ref r, uint32_t field, int64_t value) {
  if (field == 1) check(r)->event.click_state = value;
}
void CGEventPost(uint32_t tap, Ref r) {
  Event e = check(r)->event;
  if (!mac->trusted) return; /* dropped without a word */
  e.at = mac_now();
  if (mac->faults[1] && e.type <= 7) e.x += 3;                        /* clicks land beside */
  if (mac->faults[2]) e.flags |= 0x100000;                            /* Command sticks */
  if (mac->faults[3] && e.click_state > 1) e.click_state = 1;         /* double clicks are single ones */
  if (mac->faults[4] && e.type == 22) e.wheel1 = -e.wheel1, e.wheel2 = -e.wheel2; /* scrolls the other way */
  if (mac->faults[6] && (e.type == 6 || e.type == 27)) return;        /* drags have no steps */
  if (mac->faults[9] && (e.type == 3 || e.type == 4)) e.type -= 2, e.button = 0; /* right is left */
  mac_lock();
  mac->event[mac->events % MOST_EVENTS] = e;
  mac->events++;
  mac_unlock();
  if (mac->latency_ms == 0) mac_drain();
}

/* ---- windows, displays, session */
Ref CGWindowListCopyWindowInfo(uint32_t options, uint32_t relative) {
  if (options != 17 || relative != 0) abort();
  mac_lock();
  Object *all = array_of(MOST_WINDOWS);
  for (int i = 0; i < MOST_WINDOWS; i++) {
    Window *w = &mac->windows[i];
    if (!w->used || !w->onscreen) continue;
    Object *o = dictionary(8), *box = dictionary(4);
    put(box, "X", number(w->x)), put(box, "Y", number(w->y)), put(box, "Width", number(w->w)), put(box, "Height", number(w->h));
    put(o, "kCGWindowNumber", number(w->number)), put(o, "kCGWindowOwnerPID", number(w->pid)), put(o, "kCGWindowOwnerName", text(w->owner));
    put(o, "kCGWindowLayer", number(w->layer)), put(o, "kCGWindowAlpha", number(w->alpha)), put(o, "kCGWindowBounds", box);
    if (w->has_title && (mac->may_see || w->pid == getpid())) put(o, "kCGWindowName", text(w->title));
    all->items[all->count++] = o;
  }
  mac_unlock();
  return all;
}
uint32_t CGMainDisplayID(void) {
  if (!has_turned) turn();
  for (int i = 0; i < MOST_DISPLAYS; i++)
    if (seen_displays[i].active && seen_displays[i].x == 0 && seen_displays[i].y == 0) return seen_displays[i].id;
  return 0;
}
/* In an order of its own: the main one last. */
int32_t CGGetActiveDisplayList(uint32_t most, uint32_t *ids, uint32_t *count) {
  if (!has_turned) turn();
  *count = 0;
  for (int i = MOST_DISPLAYS - 1; i >= 0; i--)
    if (seen_displays[i].active && *count < most) ids[(*count)++] = seen_displays[i].id;
  return 0;
}
static Display *display(uint32_t id) {
  static Display none = {.density = 1};
  for (int i = 0; i < MOST_DISPLAYS; i++)
    if (seen_displays[i].id == id) return &seen_displays[i];
  return &none;
}
CGRect CGDisplayBounds(uint32_t id) {
  Display *d = display(id);
  return (CGRect){d->x, d->y, d->w, d->h};
}
Ref CGDisplayCopyDisplayMode(uint32_t id) {
  Object *o = make(MODE);
  o->pair[0] = display(id)->w, o->pair[1] = display(id)->w * display(id)->density;
  return o;
}
uint64_t CGDisplayModeGetWidth(Ref r) { return check(r)->pair[0]; }
uint64_t CGDisplayModeGetPixelWidth(Ref r) { return check(r)->pair[1]; }
uint32_t CGDisplayIsBuiltin(uint32_t id) { return display(id)->builtin; }
uint32_t CGDisplayIsAsleep(uint32_t id) {
  for (int i = 0; i < MOST_DISPLAYS; i++)
    if (mac->displays[i].id == id) return mac->displays[i].asleep;
  return 0;
}
Ref CGSessionCopyCurrentDictionary(void) {
  if (mac->no_session) return 0;
  Object *o = dictionary(4);
  put(o, "kCGSSessionOnConsoleKey", mac->on_console ? &TRUE_ : &FALSE_);
  if (mac->locked) put(o, "CGSSessionScreenIsLocked", mac->locked == 2 ? number(1) : &TRUE_);
  return o;
}
_Bool CGPreflightScreenCaptureAccess(void) { return mac->preflight; }
_Bool CGRequestScreenCaptureAccess(void) {
  mac->prompts_see++;
  return mac->may_see;
}
int proc_pidinfo(int pid, int flavor, uint64_t arg, void *out, int size) {
  if (flavor != 13 || size != 64) abort();
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) {
      uint32_t info[16] = {pid, mac->apps[i].parent ? mac->apps[i].parent : 1};
      memcpy(out, info, sizeof info);
      return sizeof info;
    }
  return 0;
}
int proc_pidpath(int pid, char *out, uint32_t size) {
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) return snprintf(out, size, "%s", mac->apps[i].path);
  return 0;
}
int responsibility_get_pid_responsible_for_pid(int pid) {
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) return mac->apps[i].responsible;
  return pid;
}

/* ---- accessibility */
static double patience = 6;
_Bool AXIsProcessTrusted(void) { return mac->trusted; }
_Bool AXIsProcessTrustedWithOptions(Ref options) {
  if (options) mac->prompts_touch++;
  return mac->trusted;
}
static Ref element(int pid, int node) {
  Object *o = make(ELEMENT);
  o->pid = pid, o->node = node;
  return o;
}
Ref AXUIElementCreateSystemWide(void) { return element(0, -2); }
Ref AXUIElementCreateApplication(int32_t pid) { return element(pid, -1); }
int32_t AXUIElementSetMessagingTimeout(Ref r, float seconds) {
  if (check(r)->node == -2) patience = seconds;
  return 0;
}
static App *app_of(int pid) {
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) return &mac->apps[i];
  return 0;
}
static Ref failure(int error) {
  Object *o = make(VALUE);
  o->value_kind = 5, o->error = error;
  return o;
}
static Ref pair(int kind, double a, double b) {
  Object *o = make(VALUE);
  o->value_kind = kind, o->pair[0] = a, o->pair[1] = b;
  return o;
}
static Ref some(const char *s) { return s[0] ? text(s) : failure(-25212); }
static Ref children(int pid, int parent, const char *role, int many) {
  Object *all = array_of(MOST_NODES);
  for (int i = 0; i < mac->node_count; i++) {
    Node *n = &mac->nodes[i];
    if (!n->used || n->pid != pid || n->parent != parent || (role && strcmp(n->role, role))) continue;
    if (!many) {
      CFRelease(all);
      return element(pid, i);
    }
    all->items[all->count++] = element(pid, i);
  }
  if (many) return all;
  CFRelease(all);
  return failure(-25212);
}
/* What was typed stands in the field that has the focus in the window in front. */
static int is_typed_into(Node *n) {
  mac_drain();
  int front = 0;
  while (front < MOST_WINDOWS && !(mac->windows[front].used && mac->windows[front].onscreen)) front++;
  return n->focused && strstr(n->role, "Text") && mac->typed > 0 && front < MOST_WINDOWS && mac->windows[front].pid == n->pid;
}
static Ref shown(Node *n) {
  Object *o = (Object *)check(text(n->value));
  if (mac->faults[14]) return o; /* it keeps nothing of what is typed */
  o->units = realloc(o->units, (o->count + mac->typed) * 2 + 4);
  memcpy(o->units + o->count, mac->text, mac->typed * 2);
  o->count += mac->typed;
  return o;
}
static Ref attribute(Object *e, Ref name) {
  if (e->node == -1) {
    App *app = app_of(e->pid);
    int is_shut = app && app->behaviour == 3 && !app->is_manual;
    if (is(name, "AXFocusedWindow")) return is_shut ? failure(-25212) : children(e->pid, -1, "AXWindow", 0);
    if (is(name, "AXMainWindow")) return failure(-25212);
    if (is(name, "AXWindows")) return children(e->pid, is_shut ? -9 : -1, "AXWindow", 1);
    if (is(name, "AXFocusedUIElement")) {
      for (int i = 0; i < mac->node_count; i++)
        if (mac->nodes[i].used && mac->nodes[i].pid == e->pid && mac->nodes[i].focused) return element(e->pid, i);
      return failure(-25212);
    }
    if (is(name, "AXMenuBar")) return children(e->pid, -1, "AXMenuBar", 0);
    if (is(name, "AXChildren")) return children(e->pid, is_shut ? -9 : -1, 0, 1);
    return failure(-25205);
  }
  Node *n = &mac->nodes[e->node];
  if (is(name, "AXRole")) return some(n->role);
  if (is(name, "AXSubrole")) return some(n->subrole);
  if (is(name, "AXTitle")) return some(n->title);
  if (is(name, "AXDescription")) return some(n->description);
  if (is(name, "AXValue")) {
    if (!strcmp(n->role, "AXCheckBox")) return number(atoi(n->value));
    return is_typed_into(n) ? shown(n) : some(n->value);
  }
  if (is(name, "AXPlaceholderValue")) return some(n->placeholder);
  if (is(name, "AXHelp")) return some(n->help);
  if (is(name, "AXPosition")) return n->has_place ? pair(1, n->x, n->y) : failure(-25212);
  if (is(name, "AXSize")) return n->has_place ? pair(2, n->w, n->h) : failure(-25212);
  if (is(name, "AXFocused")) return n->focused ? &TRUE_ : &FALSE_;
  if (is(name, "AXEnabled")) return n->enabled ? &TRUE_ : &FALSE_;
  if (is(name, "AXSelected")) return n->selected ? &TRUE_ : failure(-25205);
  if (is(name, "AXChildren")) return children(e->pid, e->node, 0, 1);
  return failure(-25205);
}
/* 0, or why it does not answer */
static int answers(Object *e) {
  mac->ax_reads++;
  if (!mac->trusted) return -25211;
  App *app = app_of(e->pid);
  if (!app) return -25202;
  if (app->behaviour == 1) {
    usleep(patience * 1e6);
    return -25204;
  }
  if (app->behaviour == 2) usleep(30000);
  if (app->behaviour == 4) usleep(3600 * 1e6); /* not even macOS gives up on it */
  if (mac->ax_delay_us) usleep(mac->ax_delay_us);
  return e->node >= 0 && !mac->nodes[e->node].used ? -25202 : 0;
}
int32_t AXUIElementCopyMultipleAttributeValues(Ref r, Ref names, uint32_t options, Ref *out) {
  Object *e = check(r), *list = check(names);
  int error = answers(e);
  if (error) return error;
  Object *all = array_of(list->count);
  for (int i = 0; i < list->count; i++) all->items[all->count++] = attribute(e, list->items[i]);
  *out = all;
  return 0;
}
int32_t AXUIElementCopyActionNames(Ref r, Ref *out) {
  Object *e = check(r);
  int error = answers(e);
  if (error) return error;
  Object *all = array_of(8);
  char names[128];
  snprintf(names, sizeof names, "%s", mac->nodes[e->node].actions);
  for (char *name = strtok(names, " "); name; name = strtok(0, " ")) all->items[all->count++] = text(name);
  *out = all;
  return 0;
}
static void did(const char *what, Object *e, Ref value) {
  char name[80] = "", line[160];
  if (value && check(value)->kind == STRING) utf8_of(value, name, sizeof name);
  snprintf(line, sizeof line, "%.40s %.80s%s%.30s", what, mac->nodes[e->node].title, value ? " = " : "", name);
  memcpy(mac->done[mac->did++ % MOST_DID], line, sizeof line);
}
int32_t AXUIElementPerformAction(Ref r, Ref action) {
  Object *e = check(r);
  int error = answers(e);
  if (error) return error;
  char name[64];
  utf8_of(action, name, sizeof name);
  did(name, e, 0);
  return 0;
}
int32_t AXUIElementSetAttributeValue(Ref r, Ref attribute, Ref value) {
  Object *e = check(r);
  if (e->node == -1) {
    App *app = app_of(e->pid);
    if (!app || app->behaviour != 3 || !is(attribute, "AXManualAccessibility")) return -25205;
    app->is_manual = 1;
    return 0;
  }
  int error = answers(e);
  if (error) return error;
  char name[64];
  utf8_of(attribute, name, sizeof name);
  did(name, e, value);
  return 0;
}
uint32_t AXValueGetType(Ref r) { return check(r)->value_kind; }
_Bool AXValueGetValue(Ref r, uint32_t kind, double *out) {
  Object *o = check(r);
  if ((uint32_t)o->value_kind != kind) return 0;
  out[0] = o->pair[0], out[1] = o->pair[1];
  return 1;
}

/* ---- keyboard layout */
static uint8_t LAYOUT_BYTES[8][4] = {{0}, {1}, {2}, {3}, {4}};
static Object layout_data[8], layout_name[8];
Ref kTISPropertyUnicodeKeyLayoutData = &TRUE_, kTISPropertyInputSourceID = &FALSE_;
static Ref input_source(int layout) {
  Object *o = make(INPUT_SOURCE);
  o->node = layout;
  return o;
}
Ref TISCopyCurrentKeyboardLayoutInputSource(void) {
  if (!has_turned) turn();
  return input_source(seen_layout);
}
Ref TISCopyCurrentASCIICapableKeyboardLayoutInputSource(void) { return input_source(0); }
Ref TISGetInputSourceProperty(Ref source, Ref property) {
  int at = check(source)->node;
  if (property == kTISPropertyInputSourceID) {
    if (layout_name[at].magic != MAGIC) {
      layout_name[at] = *check(text(LAYOUT_NAMES[at]));
      layout_name[at].refs = -1;
      live--;
    }
    return &layout_name[at];
  }
  layout_data[at] = (Object){.magic = MAGIC, .kind = DATA, .refs = -1, .count = 4, .bytes = LAYOUT_BYTES[at]};
  return &layout_data[at];
}
uint8_t LMGetKbdType(void) { return 91; }
int32_t UCKeyTranslate(const uint8_t *layout, uint16_t key, uint16_t action, uint32_t state, uint32_t keyboard, uint32_t options, uint32_t *dead,
                       uint64_t most, uint64_t *length, uint16_t *out) {
  if (action != 0 || keyboard != 91 || options > 1) return -50;
  uint32_t c = mac_translate(layout[0], key, state);
  /* Accents wait for the next key, unless told that they must not. */
  *dead = options == 0 && (layout[0] == 1 || layout[0] == 2) && (c == '^' || c == '`' || c == 0xb4 || c == 0xa8);
  if (*dead) c = 0;
  *length = c ? 1 : 0;
  if (c) out[0] = c;
  return 0;
}
_Bool IsSecureEventInputEnabled(void) { return mac->secure_input; }

/* ---- power */
int32_t IOPMAssertionCreateWithName(Ref kind, uint32_t level, Ref name, uint32_t *id) {
  if (level != 255 || !is(kind, "PreventUserIdleDisplaySleep")) return 1;
  *id = 40 + ++mac->assertions;
  return 0;
}
int32_t IOPMAssertionRelease(uint32_t id) {
  mac->assertions--;
  return 0;
}
int32_t IOPMAssertionDeclareUserActivity(Ref name, uint32_t type, uint32_t *id) {
  mac->woken++;
  for (int i = 0; i < MOST_DISPLAYS; i++) mac->displays[i].asleep = 0;
  return 0;
}

/* ---- Objective-C: the pasteboard and the keys of the system */
typedef struct Pool { struct Pool *outer; Object *given[4096]; int count; } Pool;
static Pool *pool;
void *objc_autoreleasePoolPush(void) {
  Pool *p = calloc(1, sizeof *p);
  p->outer = pool;
  return pool = p;
}
void objc_autoreleasePoolPop(void *r) {
  Pool *p = r;
  if (p != pool) abort();
  for (int i = 0; i < p->count; i++) CFRelease(p->given[i]);
  pool = p->outer;
  free(p);
}
static Ref autoreleased(Ref r) {
  if (!pool || pool->count == 4096) abort(); /* outside of a pool it would leak */
  pool->given[pool->count++] = (Object *)r;
  return r;
}
static Object classes[3] = {{.magic = MAGIC, .refs = -1, .kind = BOARD}, {.magic = MAGIC, .refs = -1, .kind = ITEM}, {.magic = MAGIC, .refs = -1, .kind = EVENT}};
static Object general = {.magic = MAGIC, .refs = -1, .kind = BOARD};
Ref objc_getClass(const char *name) {
  return !strcmp(name, "NSPasteboard") ? &classes[0] : !strcmp(name, "NSPasteboardItem") ? &classes[1] : !strcmp(name, "NSEvent") ? &classes[2] : 0;
}
const char *sel_registerName(const char *name) {
  static char *known[64];
  for (int i = 0; i < 64; i++) {
    if (!known[i]) known[i] = strdup(name);
    if (!strcmp(known[i], name)) return known[i];
  }
  abort();
}
static Ref pasteboard_items(void) {
  Object *all = array_of(MOST_ITEMS);
  for (int i = 0; i < mac->items; i++) {
    Object *o = make(ITEM);
    o->node = i;
    all->items[all->count++] = o;
  }
  return all;
}
static Ref types_of(Object *item) {
  Object *all = array_of(MOST_TYPES);
  for (int t = 0; t < mac->item[item->node].types; t++) all->items[all->count++] = text(mac->item[item->node].type[t].type);
  return all;
}
/* What another program copied: macOS asks, from the first time on, and who asks waits. */
static int may_read(void) {
  if (!mac->paste_guard || mac->board_owner == getpid() || mac->access_behavior == 2) return 1;
  if (mac->access_behavior == 3) return 0;
  mac->access_behavior = 1;
  mac->prompts_paste++;
  while (!mac->paste_answer) usleep(2000);
  return mac->paste_answer == 1;
}
static Ref data_of(int item, Ref type) {
  mac->reads++;
  if (!may_read()) return 0;
  for (int t = 0; t < mac->item[item].types; t++) {
    Typed *typed = &mac->item[item].type[t];
    if (is(type, typed->type)) return typed->length < 0 ? 0 : CFDataCreate(0, typed->bytes, typed->length);
  }
  return 0;
}
static int write_objects(Object *items) {
  if (mac->faults[10]) return 0;
  for (int i = 0; i < items->count && i < MOST_ITEMS; i++) {
    Object *from = check(items->items[i]);
    Item *to = &mac->item[i];
    to->types = 0;
    for (int t = 0; t < from->count && t < MOST_TYPES; t++) {
      Object *data = check(from->items[t]);
      utf8_of(from->keys[t], to->type[t].type, sizeof to->type[t].type);
      to->type[t].length = data->count;
      memcpy(to->type[t].bytes, data->bytes, data->count < MOST_BYTES ? data->count : MOST_BYTES);
      to->types++;
    }
    mac->items = i + 1;
  }
  return 1;
}
void *objc_msgSend(Ref self, const char *selector, Ref a, Ref b, Ref c, Ref d, int64_t e, int64_t f, int64_t g) {
  Object *o = check(self);
#define MESSAGE(name) if (!strcmp(selector, name))
  MESSAGE("generalPasteboard") return &general;
  MESSAGE("changeCount") return (void *)mac->changes;
  MESSAGE("clearContents") {
    mac_drain(); /* who pasted before it has what was there */
    mac->items = 0;
    mac->board_owner = getpid();
    return (void *)++mac->changes;
  }
  MESSAGE("respondsToSelector:") return (void *)(long)(a == (Ref)sel_registerName("accessBehavior") && mac->access_behavior >= 0);
  MESSAGE("accessBehavior") return (void *)(long)mac->access_behavior;
  MESSAGE("pasteboardItems") return (void *)autoreleased(pasteboard_items());
  MESSAGE("stringForType:") {
    for (int i = 0; i < mac->items; i++) {
      Ref data = data_of(i, a);
      if (!data) continue;
      char *utf8 = strndup((const char *)check(data)->bytes, check(data)->count);
      Ref string = text(utf8);
      free(utf8);
      CFRelease(data);
      return (void *)autoreleased(string);
    }
    return 0;
  }
  MESSAGE("writeObjects:") return (void *)(long)write_objects(check(a));
  MESSAGE("types") return (void *)autoreleased(types_of(o));
  MESSAGE("dataForType:") {
    Ref data = data_of(o->node, a);
    return data ? (void *)autoreleased(data) : 0;
  }
  MESSAGE("alloc") {
    if (o != &classes[1]) abort();
    Object *item = make(ITEM);
    item->items = calloc(MOST_TYPES + 1, sizeof *item->items), item->keys = calloc(MOST_TYPES + 1, sizeof *item->keys);
    return item;
  }
  MESSAGE("init") return o;
  MESSAGE("setData:forType:") {
    o->items[o->count] = CFRetain(a), o->keys[o->count++] = CFRetain(b);
    return (void *)1;
  }
  MESSAGE("otherEventWithType:location:modifierFlags:timestamp:windowNumber:context:subtype:data1:data2:") {
    Object *made = make(EVENT);
    made->event.type = (long)a, made->event.flags = (long)b, made->event.subtype = (int16_t)e, made->event.data1 = f;
    return (void *)autoreleased(made);
  }
  MESSAGE("CGEvent") return o;
  fprintf(stderr, "no message %s\n", selector);
  abort();
}
