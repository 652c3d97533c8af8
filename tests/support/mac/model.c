/* The model: mapping it, applying posted events a moment later, keyboard layouts, and what tests set and read. */
#define _GNU_SOURCE
#include "mac.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

Mac *mac;

__attribute__((constructor)) static void map_mac(void) {
  const char *path = getenv("STUB_MAC");
  int fd = path ? open(path, O_RDWR | O_CREAT, 0600) : -1;
  if (fd >= 0 && ftruncate(fd, sizeof(Mac)) != 0) abort();
  mac = mmap(0, sizeof(Mac), PROT_READ | PROT_WRITE, fd >= 0 ? MAP_SHARED : MAP_SHARED | MAP_ANONYMOUS, fd, 0);
  if (mac == MAP_FAILED) abort();
  if (fd >= 0) close(fd);
}

double mac_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
void mac_lock(void) {
  while (__sync_lock_test_and_set(&mac->lock, 1)) usleep(50);
}
void mac_unlock(void) { __sync_lock_release(&mac->lock); }

/* ---- keyboard layouts: plain, shift, option, shift+option of the keys in this order */
static const int ORDER[] = {50, 18, 19, 20, 21, 23, 22, 26, 28, 25, 29, 27, 24, 12, 13, 14, 15, 17, 16, 32, 34, 31, 35, 33,
                            30, 42, 0,  1,  2,  3,  5,  4,  38, 40, 37, 41, 39, 10, 6,  7,  8,  9,  11, 45, 46, 43, 47, 44};
enum { KEYS = sizeof ORDER / sizeof *ORDER };
static const char *LAYOUTS[][4] = {
    {"`1234567890-=qwertyuiop[]\\asdfghjkl;'§zxcvbnm,./", "~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"±ZXCVBNM<>?",
     "                          å ∂ƒ©                 ", ""},
    {"<1234567890ß´qwertzuiopü+#asdfghjklöä^yxcvbnm,.-", ">!\"§$%&/()=?`QWERTZUIOPÜ*'ASDFGHJKLÖÄ°YXCVBNM;:_",
     "      []|{}                           ~      @  ", ""},
    {"<&é\"'(§è!çà)-azertyuiop^$`qsdfghjklmù@wxcvbn,;:=", ">1234567890°_AZERTYUIOP¨*£QSDFGHJKLM%#WXCVBN?./+",
     "     {     }                                    ", ""},
    {"`1234567890[]',.pyfgcrl/=\\aoeuidhtns-§;qjkxbmwvz", "~!@#$%^&*(){}\"<>PYFGCRL?+|AOEUIDHTNS_±:QJKXBMWVZ", "", ""},
    /* Dvorak whose Command keys are QWERTY's */
    {"`1234567890[]',.pyfgcrl/=\\aoeuidhtns-§;qjkxbmwvz", "~!@#$%^&*(){}\"<>PYFGCRL?+|AOEUIDHTNS_±:QJKXBMWVZ", "", ""},
};
const char *LAYOUT_NAMES[] = {"com.apple.keylayout.US", "com.apple.keylayout.German", "com.apple.keylayout.French",
                              "com.apple.keylayout.Dvorak", "com.apple.keylayout.DVORAK-QWERTYCMD"};

/* One character of UTF-8 at a place counted in characters; 0: none or a blank. */
static uint32_t char_at(const char *text, int place) {
  const unsigned char *p = (const unsigned char *)text;
  for (; *p; place--) {
    int n = *p < 0x80 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? *p : *p & (0xff >> (n + 1));
    for (int i = 1; i < n; i++) c = c << 6 | (p[i] & 0x3f);
    if (place == 0) return c == ' ' ? 0 : c;
    p += n;
  }
  return 0;
}
/* state: 1 command, 2 shift, 8 option, as UCKeyTranslate has them. */
uint32_t mac_translate(int layout, int code, int state) {
  if (code == 49) return ' ';
  if (code == 36) return '\r';
  if (code == 48) return '\t';
  int used = layout == 4 && (state & 1) ? 0 : layout;
  for (int i = 0; i < KEYS; i++)
    if (ORDER[i] == code) {
      /* German and French say @ with option and the key of L; the tables above are in the order of the keys, so that one is apart. */
      if (used == 1 && code == 37 && (state & 10) == 8) return '@';
      if (used == 1 && code == 14 && (state & 10) == 8) return 0x20ac;
      if (used == 1 && (state & 10) == 8) {
        const char *on = "5[6]7|8{9}n~";
        uint32_t base = char_at(LAYOUTS[1][0], i);
        for (; *on; on += 2)
          if ((uint32_t)on[0] == base) return on[1];
        return 0;
      }
      return char_at(LAYOUTS[used][(state & 2 ? 1 : 0) + (state & 8 ? 2 : 0)], i);
    }
  return 0;
}

static void type_unit(uint16_t unit) {
  if (mac->faults[5] && mac->typed % 7 == 3) { /* a character is lost */
    mac->faults[5]++;
    if (mac->faults[5] == 4) return;
  }
  if (mac->typed < MOST_TYPED) mac->text[mac->typed++] = unit;
}
static void type_char(uint32_t c) {
  if (c >= 0x10000) {
    type_unit(0xd800 + ((c - 0x10000) >> 10));
    type_unit(0xdc00 + ((c - 0x10000) & 0x3ff));
  } else
    type_unit(c);
}
static void paste(void) {
  for (int i = 0; i < mac->items; i++)
    for (int t = 0; t < mac->item[i].types; t++)
      if (!strcmp(mac->item[i].type[t].type, "public.utf8-plain-text")) {
        Typed *text = &mac->item[i].type[t];
        for (int at = 0; at < text->length;) {
          const unsigned char *p = text->bytes + at;
          int n = *p < 0x80 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
          uint32_t c = n == 1 ? *p : *p & (0xff >> (n + 1));
          for (int k = 1; k < n; k++) c = c << 6 | (p[k] & 0x3f);
          type_char(c);
          at += n;
        }
        return;
      }
}
static void apply(Event *e) {
  if (e->type == 14) return;
  mac->counters[e->type < 64 ? e->type : 0]++;
  if (e->type <= 7 || e->type == 22 || (e->type >= 25 && e->type <= 27)) {
    if (e->type != 22) mac->px = e->x, mac->py = e->y;
    if (e->type == 1 || e->type == 3 || e->type == 25) mac->buttons[e->button & 7] = 1;
    if (e->type == 2 || e->type == 4 || e->type == 26) mac->buttons[e->button & 7] = 0;
    return;
  }
  if (e->type == 12) {
    mac->keys[e->keycode & 127] = e->button;
    mac->flags = e->flags;
    return;
  }
  if (e->type == 11) mac->keys[e->keycode & 127] = 0;
  if (e->type != 10) return;
  mac->keys[e->keycode & 127] = 1;
  if (e->units > 0) {
    for (int i = 0; i < e->units; i++) type_unit(e->text[i]);
    return;
  }
  int state = (e->flags & 0x100000 ? 1 : 0) | (e->flags & 0x20000 ? 2 : 0) | (e->flags & 0x80000 ? 8 : 0);
  uint32_t c = mac_translate(mac->layout, e->keycode, state);
  if (state & 1) {
    if (c == 'v') mac->paste_due = e->at + mac->paste_ms + 1e-9;
    return;
  }
  if (e->flags & 0x40000) return;
  if (c == '\r') c = '\n';
  if (c) type_char(c);
}
void mac_drain(void) {
  mac_lock();
  double now = mac_now();
  while (mac->applied < mac->events) {
    Event *e = &mac->event[mac->applied % MOST_EVENTS];
    if (mac->paste_due && mac->paste_due <= e->at) paste(), mac->paste_due = 0;
    if (e->at + mac->latency_ms > now) break;
    apply(e);
    mac->applied++;
  }
  if (mac->paste_due && mac->paste_due <= now) paste(), mac->paste_due = 0;
  mac_unlock();
}

/* ---- what tests set and read */
static void copy(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

void stub_reset(void) {
  memset(mac, 0, sizeof *mac);
  mac->on_console = mac->trusted = mac->may_see = mac->preflight = 1;
  mac->latency_ms = 2;
  mac->paste_ms = 30;
  mac->px = mac->py = 50;
}
void stub_display(int i, uint32_t id, double x, double y, double w, double h, double density, int active, int builtin) {
  mac->displays[i] = (Display){id, x, y, w, h, density, active, builtin, mac->displays[i].asleep};
}
void stub_app(int pid, const char *path, const char *bundle, int behaviour) {
  for (int i = 0; i < MOST_APPS; i++)
    if (!mac->apps[i].used || mac->apps[i].pid == pid) {
      App *app = &mac->apps[i];
      int responsible = app->used ? app->responsible : pid;
      memset(app, 0, sizeof *app);
      app->used = 1, app->pid = pid, app->behaviour = behaviour, app->responsible = responsible;
      copy(app->path, sizeof app->path, path);
      copy(app->bundle, sizeof app->bundle, bundle);
      return;
    }
}
void stub_responsible(int pid, int responsible) {
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) mac->apps[i].responsible = responsible;
}
void stub_parent(int pid, int parent) {
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) mac->apps[i].parent = parent;
}
void stub_behave(int pid, int behaviour) {
  for (int i = 0; i < MOST_APPS; i++)
    if (mac->apps[i].used && mac->apps[i].pid == pid) mac->apps[i].behaviour = behaviour;
}
/* A new window is the topmost one. title NULL: it has none. */
void stub_window(int pid, const char *owner, const char *title, double x, double y, double w, double h, int layer, double alpha, int paint) {
  mac_lock();
  memmove(&mac->windows[1], &mac->windows[0], sizeof(Window) * (MOST_WINDOWS - 1));
  Window *win = &mac->windows[0];
  memset(win, 0, sizeof *win);
  win->used = win->onscreen = 1;
  win->number = 100 + ++mac->window_count;
  win->pid = pid, win->layer = layer, win->alpha = alpha, win->paint = paint, win->has_title = title != 0;
  win->x = x, win->y = y, win->w = w, win->h = h;
  copy(win->owner, sizeof win->owner, owner);
  copy(win->title, sizeof win->title, title);
  mac_unlock();
}
void stub_close_windows(int pid) {
  for (int i = 0; i < MOST_WINDOWS; i++)
    if (mac->windows[i].pid == pid || pid == 0) mac->windows[i].used = 0;
}
/* To the front: as a click on it does. */
void stub_raise(int pid) {
  mac_lock();
  for (int i = 0; i < MOST_WINDOWS; i++)
    if (mac->windows[i].used && mac->windows[i].pid == pid) {
      Window win = mac->windows[i];
      memmove(&mac->windows[1], &mac->windows[0], sizeof(Window) * i);
      mac->windows[0] = win;
      break;
    }
  mac_unlock();
}
/* flags: 1 has a place, 2 focused, 4 disabled, 8 selected */
int stub_node(int pid, int parent, const char *role, const char *subrole, const char *title, const char *value, double x, double y, double w,
              double h, int flags, const char *actions) {
  int at = mac->node_count++;
  if (at >= MOST_NODES) abort();
  Node *n = &mac->nodes[at];
  memset(n, 0, sizeof *n);
  n->used = 1, n->pid = pid, n->parent = parent;
  n->has_place = flags & 1, n->focused = (flags & 2) != 0, n->enabled = !(flags & 4), n->selected = (flags & 8) != 0;
  n->x = x, n->y = y, n->w = w, n->h = h;
  copy(n->role, sizeof n->role, role), copy(n->subrole, sizeof n->subrole, subrole), copy(n->title, sizeof n->title, title);
  copy(n->value, sizeof n->value, value), copy(n->actions, sizeof n->actions, actions ? actions : "AXPress");
  return at;
}
void stub_clear_nodes(int pid) {
  for (int i = 0; i < mac->node_count; i++)
    if (mac->nodes[i].pid == pid || pid == 0) mac->nodes[i].used = 0;
  if (pid == 0) mac->node_count = 0;
}
void stub_retitle(int node, const char *title) { copy(mac->nodes[node].title, sizeof mac->nodes[node].title, title); }
void stub_select(int node, int selected) { mac->nodes[node].selected = selected; }
static int *number(const char *name) {
  struct { const char *name; int *at; } all[] = {
      {"locked", &mac->locked}, {"onConsole", &mac->on_console}, {"noSession", &mac->no_session}, {"trusted", &mac->trusted},
      {"maySee", &mac->may_see}, {"preflight", &mac->preflight}, {"promptsTouch", &mac->prompts_touch}, {"promptsSee", &mac->prompts_see},
      {"secureInput", &mac->secure_input}, {"layout", &mac->layout}, {"events", &mac->events}, {"latencyMs", &mac->latency_ms},
      {"pasteMs", &mac->paste_ms}, {"accessBehavior", &mac->access_behavior}, {"pasteGuard", &mac->paste_guard}, {"pasteAnswer", &mac->paste_answer}, {"promptsPaste", &mac->prompts_paste},
      {"reads", &mac->reads}, {"assertions", &mac->assertions},
      {"woken", &mac->woken}, {"axDelayUs", &mac->ax_delay_us}, {"axReads", &mac->ax_reads}, {"did", &mac->did},
      {"captureMs", &mac->capture_ms}, {"captures", &mac->captures}, {"asleep", &mac->displays[0].asleep}, {"scene", &mac->scene}, {"items", &mac->items},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i].name, name)) return all[i].at;
  if (!strncmp(name, "fault", 5)) return &mac->faults[atoi(name + 5) & 63];
  fprintf(stderr, "no %s in the model\n", name);
  abort();
}
void stub_set(const char *name, int value) { *number(name) = value; }
int stub_get(const char *name) {
  mac_drain();
  return *number(name);
}
double stub_pointer(int axis) {
  mac_drain();
  return axis ? mac->py : mac->px;
}
int stub_pending(void) {
  mac_drain();
  return mac->events - mac->applied + (mac->paste_due != 0);
}
int stub_key(int code) {
  mac_drain();
  return mac->keys[code & 127];
}
int stub_button(int which) {
  mac_drain();
  return mac->buttons[which & 7];
}
/* As a person does it: counted by the system, posted by nobody. */
void stub_person(int type, int times) { mac->counters[type & 63] += times; }
void stub_push(double x, double y) { mac->px = x, mac->py = y, mac->counters[5]++; }
void stub_hold(int code, int is_down) { mac->keys[code & 127] = is_down; }
void stub_hold_button(int which, int is_down) { mac->buttons[which & 7] = is_down; }
int stub_typed(uint16_t *units, int most) {
  mac_drain();
  int n = mac->typed < most ? mac->typed : most;
  memcpy(units, mac->text, n * 2);
  return n;
}
void stub_forget_typed(void) {
  mac_drain();
  mac->typed = 0;
}
int stub_event(int at, char *out, int size) {
  Event *e = &mac->event[at % MOST_EVENTS];
  int n = snprintf(out, size, "{\"type\":%d,\"x\":%.3f,\"y\":%.3f,\"button\":%d,\"clicks\":%lld,\"flags\":%llu,\"key\":%d,\"wheel\":[%d,%d],\"data\":%lld,\"text\":[",
                   e->type, e->x, e->y, e->button, (long long)e->click_state, (unsigned long long)e->flags, e->keycode, e->wheel1, e->wheel2,
                   (long long)e->data1);
  for (int i = 0; i < e->units; i++) n += snprintf(out + n, size - n, "%s%d", i ? "," : "", e->text[i]);
  return n + snprintf(out + n, size - n, "]}");
}
void stub_copy_begin(void) {
  mac->items = 0;
  mac->changes++;
  mac->board_owner = 0;
}
void stub_copy(int item, const char *type, const uint8_t *bytes, int length) {
  if (item >= mac->items) {
    mac->item[item].types = 0;
    mac->items = item + 1;
  }
  Typed *t = &mac->item[item].type[mac->item[item].types++];
  copy(t->type, sizeof t->type, type);
  t->length = length;
  if (length > 0) memcpy(t->bytes, bytes, length);
}
/* -1: there is none */
int stub_clip(int item, int type, char *name, uint8_t *bytes) {
  if (item >= mac->items || type >= mac->item[item].types) return -1;
  Typed *t = &mac->item[item].type[type];
  strcpy(name, t->type);
  memcpy(bytes, t->bytes, t->length > 0 ? t->length : 0);
  return t->length;
}
void stub_done(int at, char *out) { strcpy(out, mac->done[at % MOST_DID]); }
