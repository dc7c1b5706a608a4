"""A bare WebKitGTK window for WebKitWebDriver. WebKit's own MiniBrowser cannot be narrower than 447 px.

webkit-view.py --size=390x844
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

options = dict(argument.lstrip("-").partition("=")[::2] for argument in sys.argv[1:])
width, height = map(int, options["size"].split("x"))

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def create_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_smooth_scrolling(True)
    # Without a graphics card, compositing doubles the time.
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    view.grab_focus()
    return view


def automation_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-view")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", automation_started)
Gtk.main()
