"""qt-notifier.py LIBRARY: a program of Qt that is called back by an audio queue of the main run loop, through a QSocketNotifier.

It prints "buffer on the main thread" when the buffer comes back, and ends with 0; with 77 where PyQt is not installed.
"""

import ctypes
import sys
import threading

try:
    from PyQt5.QtCore import QCoreApplication, QSocketNotifier
except ImportError:
    try:
        from PyQt6.QtCore import QCoreApplication, QSocketNotifier
    except ImportError:
        sys.exit(77)


class Format(ctypes.Structure):
    _fields_ = [("rate", ctypes.c_double)] + [(name, ctypes.c_uint32) for name in (
        "id", "flags", "packet_bytes", "packet_frames", "frame_bytes", "channels", "bits", "reserved")]


class Buffer(ctypes.Structure):
    _fields_ = [("capacity", ctypes.c_uint32), ("data", ctypes.c_void_p), ("size", ctypes.c_uint32)]


application = QCoreApplication(sys.argv)
library = ctypes.CDLL(sys.argv[1])
notifier = QSocketNotifier(library.SordinoMainQueueDescriptor(), QSocketNotifier.Type.Read)
notifier.activated.connect(lambda: library.SordinoServeMainQueue())


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
def returned(_context, _queue, _buffer):
    place = "the main thread" if threading.current_thread() is threading.main_thread() else "another thread"
    print(f"buffer on {place}", flush=True)
    application.exit(0)


library.sordino_CFRunLoopGetMain.restype = ctypes.c_void_p
main_loop = ctypes.c_void_p(library.sordino_CFRunLoopGetMain())
pcm = int.from_bytes(b"lpcm", "big")
# Signed integers of 16 bits, packed.
wanted = Format(8000, pcm, 12, 2, 1, 2, 1, 16, 0)
queue, buffer = ctypes.c_void_p(), ctypes.POINTER(Buffer)()
calls = [
    lambda: library.AudioQueueNewOutput(ctypes.byref(wanted), returned, None, main_loop, None, 0, ctypes.byref(queue)),
    lambda: library.AudioQueueAllocateBuffer(queue, 1600, ctypes.byref(buffer)),
    lambda: (ctypes.memset(buffer.contents.data, 0, 1600), setattr(buffer.contents, "size", 1600)) and 0,
    lambda: library.AudioQueueEnqueueBuffer(queue, buffer, 0, None),
    lambda: library.AudioQueueStart(queue, None),
]
for call in calls:
    status = call()
    if status:
        sys.exit(f"status {status}")
status = application.exec()
# The library's threads may still use what an orderly end of Python takes away.
sys.stdout.flush()
__import__("os")._exit(status)
