/* screencapture -x -t jpg -R<x,y,width,height> FILE over the model: windows as plain areas, the wallpaper alone without the permission. */
#include "mac.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double X, Y, W, H, D;
static int wide, high;
static uint8_t *pixels;

static void fill(double x, double y, double w, double h, uint32_t color) {
  int left = fmax(0, floor((x - X) * D)), top = fmax(0, floor((y - Y) * D));
  int right = fmin(wide, ceil((x + w - X) * D)), bottom = fmin(high, ceil((y + h - Y) * D));
  for (int row = top; row < bottom; row++)
    for (int column = left; column < right; column++) {
      uint8_t *p = pixels + ((size_t)row * wide + column) * 3;
      p[0] = color >> 16, p[1] = color >> 8, p[2] = color;
    }
}
static void put16(FILE *f, uint16_t v) { fwrite(&v, 2, 1, f); }
static void put32(FILE *f, uint32_t v) { fwrite(&v, 4, 1, f); }
static void entry(FILE *f, int tag, int type, uint32_t count, uint32_t value) { put16(f, tag), put16(f, type), put32(f, count), put32(f, value); }

int main(int argc, char **argv) {
  const char *file = argc > 1 ? argv[argc - 1] : 0;
  int is_silent = 0;
  for (int i = 1; i < argc - 1; i++) {
    if (!strcmp(argv[i], "-x")) is_silent = 1;
    else if (!strcmp(argv[i], "-t")) i++;
    else if (strncmp(argv[i], "-R", 2) || sscanf(argv[i] + 2, "%lf,%lf,%lf,%lf", &X, &Y, &W, &H) != 4) return 2;
  }
  if (!file || !is_silent || W <= 0) return 2;
  mac->captures++;
  if (mac->faults[11]) usleep(2500000);
  usleep(mac->capture_ms * 1000);
  for (int i = 0; i < MOST_DISPLAYS; i++) {
    Display *d = &mac->displays[i];
    if (d->active && X >= d->x && Y >= d->y && X < d->x + d->w && Y < d->y + d->h) D = d->density;
  }
  if (!D) {
    fprintf(stderr, "could not create image from rect\n");
    return 1;
  }
  if (mac->faults[12] && (X < 0 || Y < 0)) D = D == 1 ? 2 : 1; /* another density than the display's */
  wide = round(W * D), high = round(H * D);
  pixels = calloc((size_t)wide * high, 3);
  fill(X, Y, W, H, 0x306090 + mac->scene * 0x1f1f);
  mac_drain();
  for (int i = MOST_WINDOWS - 1; i >= 0 && mac->may_see; i--) {
    Window *w = &mac->windows[i];
    if (!w->used || !w->onscreen || w->alpha <= 0) continue;
    uint32_t color = 0x808080 + w->pid * 0x051525 % 0x606060;
    if (w->paint > 0xff) color = w->paint;
    fill(w->x, w->y, w->w, w->h, mac->locked ? 0 : color);
    if (i == 0) { /* what was typed shows */
      uint32_t hash = 2166136261u;
      for (int t = 0; t < mac->typed; t++) hash = (hash ^ mac->text[t]) * 16777619;
      fill(w->x + 10, w->y + 40, 40, 20, hash & 0xffffff);
    }
    if (w->paint == 2) /* a grid of colours: red, green, blue, yellow squares of 20 points, from 40,120 */
      for (int row = 0; row < 2; row++)
        for (int column = 0; column < 4; column++) {
          static const uint32_t COLORS[] = {0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x00ffff, 0xff00ff, 0xffffff, 0x000000};
          fill(w->x + 40 + column * 20, w->y + 120 + row * 20, 20, 20, COLORS[(row * 4 + column + mac->faults[13]) % 8]);
        }
    for (int n = 0; n < mac->node_count; n++)
      if (mac->nodes[n].used && mac->nodes[n].pid == w->pid && !strcmp(mac->nodes[n].subrole, "AXSecureTextField"))
        fill(mac->nodes[n].x, mac->nodes[n].y, mac->nodes[n].w, mac->nodes[n].h, 0xff00ff);
  }
  if (mac->locked || mac->displays[0].asleep) memset(pixels, 0, (size_t)wide * high * 3);
  FILE *f = fopen(file, "wb");
  if (!f) return 1;
  /* An uncompressed TIFF: readers go by what is in a file, not by its name. */
  uint32_t size = (uint32_t)wide * high * 3, at = 8 + size + (size & 1);
  fwrite("II*\0", 4, 1, f), put32(f, at), fwrite(pixels, 1, size, f);
  if (size & 1) fputc(0, f);
  put16(f, 9);
  entry(f, 256, 4, 1, wide), entry(f, 257, 4, 1, high), entry(f, 258, 3, 3, at + 2 + 9 * 12 + 4), entry(f, 259, 3, 1, 1), entry(f, 262, 3, 1, 2);
  entry(f, 273, 4, 1, 8), entry(f, 277, 3, 1, 3), entry(f, 278, 4, 1, high), entry(f, 279, 4, 1, size);
  put32(f, 0), put16(f, 8), put16(f, 8), put16(f, 8);
  return fclose(f) ? 1 : 0;
}
