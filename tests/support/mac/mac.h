/* A Mac in shared memory: what the stand-in for its frameworks shows and records. Every process of a test maps the same one. */
#ifndef MAC_H
#define MAC_H
#include <stdint.h>

enum { MOST_DISPLAYS = 8, MOST_WINDOWS = 64, MOST_APPS = 64, MOST_NODES = 8192, MOST_EVENTS = 1 << 15, MOST_TYPED = 1 << 16 };
enum { MOST_ITEMS = 8, MOST_TYPES = 8, MOST_BYTES = 1 << 16, MOST_DID = 256 };

typedef struct {
  uint32_t id;
  double x, y, w, h, density;
  int active, builtin, asleep;
} Display;

typedef struct {
  int used, number, pid, has_title, layer, onscreen, paint;
  char owner[128], title[200];
  double x, y, w, h, alpha;
} Window;

typedef struct {
  int used, pid, behaviour, is_manual, responsible, parent; /* behaviour: 0 answers, 1 hangs, 2 answers late, 3 shows its tree only when told to */
  char path[256], bundle[128];
} App;

typedef struct {
  int used, pid, parent, has_place, focused, enabled, selected;
  char role[48], subrole[48], title[160], description[128], value[256], placeholder[96], help[96], actions[128];
  double x, y, w, h;
} Node;

typedef struct {
  int type, button, keycode, units, wheel1, wheel2, subtype;
  int64_t click_state, data1;
  uint64_t flags;
  double x, y, at;
  uint16_t text[24];
} Event;

typedef struct {
  char type[96];
  int length;
  uint8_t bytes[MOST_BYTES];
} Typed;

typedef struct {
  int types;
  Typed type[MOST_TYPES];
} Item;

typedef struct {
  int lock;
  Display displays[MOST_DISPLAYS];
  Window windows[MOST_WINDOWS]; /* topmost first */
  int window_count;             /* of all that were ever opened */
  App apps[MOST_APPS];
  Node nodes[MOST_NODES];
  int node_count;
  /* session and permissions */
  int locked, on_console, no_session, trusted, may_see, preflight, prompts_touch, prompts_see, secure_input;
  /* keyboard and pointer */
  int layout, events, applied, latency_ms;
  Event event[MOST_EVENTS];
  uint32_t counters[64];
  uint8_t keys[128], buttons[8];
  double px, py;
  uint64_t flags;
  int typed;
  uint16_t text[MOST_TYPED];
  double paste_due;
  int paste_ms;
  /* pasteboard */
  int64_t changes;
  int items, access_behavior, reads;
  int paste_guard, paste_answer, prompts_paste, board_owner; /* guard: it asks; answer: 0 none yet, 1 yes, 2 no */
  Item item[MOST_ITEMS];
  /* power */
  int assertions, woken;
  /* accessibility */
  int ax_delay_us, ax_reads;
  int did;
  char done[MOST_DID][160];
  /* leaks of the process that asked last are its own; faults make checks fail */
  int faults[64];
  int scene; /* changes what the wallpaper shows */
  int capture_ms, captures;
} Mac;

extern Mac *mac;
double mac_now(void);
void mac_drain(void);
void mac_lock(void);
void mac_unlock(void);
#endif
