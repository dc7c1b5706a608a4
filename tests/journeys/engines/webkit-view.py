"""A bare WebKitGTK window for WebKitWebDriver: no toolbar, so it can be as narrow as a phone.

webkit-view.py --size=390x844 --paper=FILE [--text-size=24] [--reduced-motion]

Its WebDriver cannot print, and pages that are driven may not print by themselves. So whoever wants the page on paper
makes FILE.wanted, and gets FILE.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

options = dict(argument.lstrip("-").partition("=")[::2] for argument in sys.argv[1:])
width, height = map(int, options["size"].split("x"))
# WebKit takes the visitor's wish for less motion from the desktop's settings.
Gtk.Settings.get_default().set_property("gtk-enable-animations", "reduced-motion" not in options)

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def create_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_smooth_scrolling(True)
    # There is no graphics card here: layers, put together as if there were one, take as long again as the pages themselves.
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    if "text-size" in options:
        settings.set_default_font_size(int(options["text-size"]))
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    GLib.timeout_add(100, print_when_wanted, view)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    view.grab_focus()
    return view


def print_when_wanted(view):
    paper = options["paper"]
    if not os.path.exists(paper + ".wanted"):
        return True
    os.remove(paper + ".wanted")
    operation = WebKit2.PrintOperation.new(view)
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, "file://" + paper + ".unfinished")
    operation.set_print_settings(settings)
    operation.connect("finished", lambda _operation: os.rename(paper + ".unfinished", paper))
    operation.print_()
    return True


def automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-view")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", automation_started)
Gtk.main()
