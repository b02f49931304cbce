"""Files that are written whole or not at all, and output that may end early."""
import errno
import os
import sys
import tempfile

from .files import PassedOver


def write(file, text):
    """Puts the text in the file's place: another file beside it is filled first, so that the old one stays if that fails."""
    info = os.lstat(file.path)
    if (info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns) != \
            (file.info.st_dev, file.info.st_ino, file.info.st_size, file.info.st_mtime_ns):
        raise PassedOver("has changed since it was read, and is not written")
    if not os.access(file.path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    number, beside = tempfile.mkstemp(prefix=".sordino-port-", dir=os.path.dirname(file.path))
    try:
        with open(number, "wb") as output:
            output.write(text.encode("utf-8", "surrogateescape"))
            output.flush()
            keep_owner(number, info)
            os.fchmod(number, info.st_mode & 0o7777)
            os.fsync(number)
        os.replace(beside, file.path)
    except BaseException:
        os.unlink(beside)
        raise


def keep_owner(number, info):
    made = os.fstat(number)
    for user, group in ((info.st_uid, -1), (-1, info.st_gid)):
        if (user, group) != (made.st_uid, -1) and (user, group) != (-1, made.st_gid):
            try:
                os.fchown(number, user, group)
            except PermissionError:
                pass  # only root gives files away


class Output:
    """Standard output as bytes: names and text as they are in the files. After a failure it takes nothing more."""

    def __init__(self):
        self.stream = sys.stdout.buffer if sys.stdout else None
        self.failure = None if sys.stdout else OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(self, text):
        self.attempt(lambda: self.stream.write(text.encode("utf-8", "surrogateescape")))

    def flush(self):
        self.attempt(lambda: self.stream.flush())

    def attempt(self, action):
        if self.failure:
            return
        try:
            action()
        except OSError as error:
            self.failure = error
            # What is still buffered is not tried again at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    @property
    def ended(self):
        """Whether the reader has seen enough."""
        return isinstance(self.failure, BrokenPipeError)
