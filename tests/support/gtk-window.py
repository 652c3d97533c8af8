"""A GTK window with a password field, whose background is one color, and an open field, whose background is another."""
import ctypes
import sys

gtk = ctypes.CDLL("libgtk-3.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")
POINTER, TEXT, NUMBER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
MAKERS = "gtk_window_new", "gtk_entry_new", "gtk_box_new", "gtk_css_provider_new", "gtk_settings_get_default"
for name in (*MAKERS, "gdk_screen_get_default"):
    getattr(gtk, name).restype = POINTER
CSS = b"#secret { background: #ff00ff; color: #ff00ff; } #open { background: #00ff00; color: #000; } entry { min-height: 60px; } * { transition: none; }"


def call(name, *args):
    return getattr(gtk, name)(*args)


def make_entry(name, text, is_visible):
    entry = POINTER(call("gtk_entry_new"))
    call("gtk_widget_set_name", entry, TEXT(name))
    call("gtk_entry_set_text", entry, TEXT(text))
    call("gtk_entry_set_visibility", entry, NUMBER(is_visible))
    return entry


call("gtk_init", None, None)
call("gdk_set_program_class", TEXT(b"Signin"))
# Two pictures of a window nobody touches are the same: no cursor comes and goes between them.
gobject.g_object_set(POINTER(call("gtk_settings_get_default")), TEXT(b"gtk-cursor-blink"), NUMBER(0), None)
provider = POINTER(call("gtk_css_provider_new"))
call("gtk_css_provider_load_from_data", provider, TEXT(CSS), ctypes.c_ssize_t(-1), None)
call("gtk_style_context_add_provider_for_screen", POINTER(call("gdk_screen_get_default")), provider, ctypes.c_uint(800))
window = POINTER(call("gtk_window_new", NUMBER(0)))
call("gtk_window_set_title", window, TEXT(sys.argv[1].encode()))
call("gtk_window_set_default_size", window, NUMBER(420), NUMBER(200))
box = POINTER(call("gtk_box_new", NUMBER(1), NUMBER(12)))
for entry in (make_entry(b"open", b"Ada", 1), make_entry(b"secret", b"correct horse", 0)):
    call("gtk_box_pack_start", box, entry, NUMBER(0), NUMBER(0), ctypes.c_uint(0))
call("gtk_container_add", window, box)
call("gtk_widget_show_all", window)
call("gtk_main")
