"""A mail program as far as a mailto: address needs one: `draft` opens a window to write in, `inbox` a list of mails and no draft."""
import ctypes
import sys
from urllib.parse import parse_qs, unquote, urlsplit

gtk = ctypes.CDLL("libgtk-3.so.0")
POINTER, TEXT, NUMBER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
for name in ("gtk_window_new", "gtk_entry_new", "gtk_label_new", "gtk_box_new"):
    getattr(gtk, name).restype = POINTER

kind, address = sys.argv[1], urlsplit(sys.argv[2])
to, subject = unquote(address.path), parse_qs(address.query).get("subject", [""])[0]
gtk.gtk_init(None, None)
window = POINTER(gtk.gtk_window_new(NUMBER(0)))
gtk.gtk_window_set_title(window, TEXT((f"Write: {subject}" if kind == "draft" else "Inbox").encode()))
gtk.gtk_window_set_default_size(window, NUMBER(420), NUMBER(200))
box = POINTER(gtk.gtk_box_new(NUMBER(1), NUMBER(12)))
for text in (to, subject):
    if kind == "draft":
        part = POINTER(gtk.gtk_entry_new())
        gtk.gtk_entry_set_text(part, TEXT(text.encode()))
    else:
        part = POINTER(gtk.gtk_label_new(TEXT(text.encode())))
    gtk.gtk_box_pack_start(box, part, NUMBER(0), NUMBER(0), ctypes.c_uint(0))
gtk.gtk_container_add(window, box)
gtk.gtk_widget_show_all(window)
gtk.gtk_main()
