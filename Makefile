# Sordino. Swift 6.3 is assumed; `run` and `test` install from Debian what else they need, when it is missing.
#
#   make run      the demo: several apps share one phone; ends by itself, leaves a page in demo/
#   make test     every test, as the build server runs them
#   make check    all that a change must keep: messages of commits, format, tests, traits off, ARM, sanitizers, release, speed beside peers
#   make arm      the kernels compiled for ARM, run under qemu, compared bit for bit; all of the C for ARM and for musl
#   make bench    benchmarks beside their peers
#   make soak     the long seeds, the soaks of whole systems (MINUTES=10 each), the fuzzers (SECONDS_EACH=600 each)
#   make docs     the reference as a static site
#   make picture  the README's picture, drawn anew from the demo's page
#   make install  programs, service, manual pages below PREFIX=/usr/local (DESTDIR= for a stage); make uninstall takes them away
#   make package  the same as Debian packages in .build/; make package-test tries one in a clean Debian (root, debootstrap)
#   make distributions   tests and programs in roots of Debian 12, 13, backports and forky (NAMES="13 backports", CELLS=tools,demo)
#   make release  VERSION=1.2.3: the change of the sources for a release, its packages, and the commands that publish it
#   make deps     every package that any of these can use

# Everything below works without these; with them the tests compare with outside decoders and the peers are measured.
MEASURERS = ffmpeg sox
# Sounds on servers, opened when the first is asked for, and a server with encryption for their tests.
WEB = libcurl4 openssl
# The server of the page of a device, opened by audioctl console.
CONSOLE = libmicrohttpd12
# What mixes for OpenAL, opened with the first device.
SCENES = libopenal1
# Measured heads, opened when an engine with an environment is first prepared.
HEADS = libmysofa1
# LV2 plug-ins, opened when a program first looks for them.
UNITS = liblilv-0-0
# Another host, and plug-ins that both hosts run; without them the comparison is skipped, plainly.
HOSTS = lilv-utils calf-plugins lsp-plugins-lv2 mda-lv2 x42-plugins
# The loudness of files, opened when afconvert is asked for it.
LOUDNESS = libebur128-1
# The voices, opened in a process of their own when a program first speaks.
SPEECH = libespeak-ng1
# The index of the library of music, opened when a program first looks at it.
INDEX = libsqlite3-0
# Servers that tests start for themselves: without them what needs several processes is skipped, plainly.
SERVERS = pipewire pipewire-bin wireplumber dbus-daemon
# Programs that know nothing of Sordino, which play on those servers; a test without its player is skipped, plainly.
PLAYERS = mpv mpv-mpris playerctl alsa-utils pipewire-alsa pipewire-jack pipewire-pulse pulseaudio-utils gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-pipewire
# Machines in other rooms: network namespaces.
ROOMS = iproute2
# What plays the other programs of a desktop on a private bus: players, telephones, logins.
WORLD = python3-dbusmock libglib2.0-bin
# A window, a screen that nobody sees, and Qt's loop; without them their tests are skipped, plainly.
WINDOWS = libgtk-4-dev xvfb libqt6core6
# What sandboxes are made of, and the desktop's store of permissions; the same.
SANDBOXES = bubblewrap xdg-dbus-proxy xdg-desktop-portal
PEERS = libsndfile1-dev libopenal-dev libsoxr-dev librubberband-dev libsoundtouch-dev libfluidsynth-dev libfftw3-dev libopenblas0-pthread libspeexdsp-dev libwebrtc-audio-processing-dev espeak-ng
# Effects as LADSPA plugins, which the effects are measured beside.
PLUGINS = ladspa-sdk caps lsp-plugins-ladspa swh-plugins tap-plugins
# The kernels for ARM, compiled and run here; the C for musl, compiled.
ARM = gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user musl-dev
# What draws the demo's page as a picture.
BROWSER = chromium
# The other shell with completions that a test asks; without it the test is skipped, plainly.
SHELLS = fish
# What builds the programs of others (Scripts/openal-programs, Scripts/c-programs).
OUTSIDE = libalut-dev libsdl2-dev curl
# What makes the Debian package and tries it.
PACKAGERS = dpkg-dev debootstrap lintian
# Headers behind the trait System (PipeWire, DBus, FFmpeg), and those of the ALSA sequencer. Without them the package builds with less.
HEADERS = libpipewire-0.3-dev libsystemd-dev libavcodec-dev libavutil-dev libasound2-dev

.PHONY: help run test check arm bench soak docs install uninstall package package-test distributions release picture deps

help:
	@sed -n 's/^#   make/make/p' Makefile

run:
	@Scripts/run

test:
	@Scripts/install-missing --optional $(MEASURERS) $(WEB) $(CONSOLE) $(SCENES) $(HEADS) $(UNITS) $(LOUDNESS) $(SPEECH) $(INDEX) $(SERVERS) $(PLAYERS) $(ROOMS) $(WORLD) $(SHELLS) $(HEADERS)
	@Scripts/test

check:
	@Scripts/install-missing --optional $(MEASURERS) $(WEB) $(CONSOLE) $(SCENES) $(HEADS) $(UNITS) $(LOUDNESS) $(SPEECH) $(INDEX) $(SERVERS) $(PLAYERS) $(ROOMS) $(WORLD) $(HEADERS) $(ARM) $(PEERS) $(PLUGINS) $(HOSTS)
	@Scripts/check $(STEPS)

arm:
	@Scripts/install-missing --optional $(ARM)
	@Scripts/arm
	@Scripts/shims

bench:
	@Scripts/install-missing $(PEERS) $(PLUGINS) $(HOSTS)
	@Scripts/bench $(ONLY)

soak:
	@Scripts/install-missing --optional $(SERVERS) $(PLAYERS) $(BROWSER) $(HEADERS)
	@SORDINO_SOAK=1 SORDINO_SOAK_MINUTES=$(or $(MINUTES),10) Scripts/test
	@SORDINO_SOAK=1 Scripts/sanitize
	@Scripts/fuzz $(or $(SECONDS_EACH),600)

docs:
	@Scripts/docs

picture:
	@Scripts/install-missing ffmpeg $(BROWSER)
	@Scripts/picture

install:
	@Scripts/install

uninstall:
	@Scripts/install --remove

package:
	@Scripts/package

package-test:
	@Scripts/install-missing $(PACKAGERS) sox
	@Scripts/package-test

distributions:
	@Scripts/install-missing debootstrap
	@Scripts/distributions $(if $(CELLS),--cells $(CELLS)) $(NAMES)

release:
	@Scripts/release $(VERSION)

deps:
	@Scripts/install-missing $(MEASURERS) $(WEB) $(CONSOLE) $(SCENES) $(HEADS) $(UNITS) $(LOUDNESS) $(SPEECH) $(INDEX) $(SERVERS) $(PLAYERS) $(ROOMS) $(WORLD) $(WINDOWS) $(SANDBOXES) $(PEERS) $(PLUGINS) $(HOSTS) $(ARM) $(HEADERS) $(PACKAGERS) $(BROWSER) $(SHELLS) $(OUTSIDE)
