import SordinoBus
import SordinoSession

/// The built-in treatment of programs without a session; every row can be replaced by a line of `programs.conf`.
enum KnownPrograms {
    typealias Treatment = GuestRules.Treatment

    /// By media role.
    ///
    /// Source: PipeWire's `media.role`, PulseAudio's roles.
    static let roles: [String: Treatment] = [
        "role:music": Treatment(.playback), "role:movie": Treatment(.playback), "role:video": Treatment(.playback),
        "role:game": Treatment(.ambient), "role:notification": Treatment(.ambient), "role:event": Treatment(.ambient),
        "role:communication": Treatment(.talk), "role:phone": Treatment(.talk),
        "role:navigation": Treatment(.playback, mixes: true, ducks: true),
        "role:assistant": Treatment(.playback, mixes: true, ducks: true),
        "role:production": Treatment(.playback, mixes: true), "role:test": Treatment(.playback, mixes: true),
        "role:animation": Treatment(.ambient), "role:dsp": Treatment(.leave),
        "role:screen": Treatment(.leave),
    ]

    /// By executable: players, programs for talking, browsers, and filters that belong to the device's sound.
    static let programs: [String: Treatment] = table([
        (
            Treatment(.playback),
            [
                "mpv", "vlc", "totem", "celluloid", "smplayer", "mplayer", "ffplay", "rhythmbox", "lollypop", "amberol",
                "gnome-music", "elisa", "strawberry", "clementine", "audacious", "quodlibet", "spotify", "mpd", "cmus",
                "kodi.bin", "shortwave", "gnome-podcasts",
            ]
        ),
        (
            Treatment(.talk),
            [
                "linphone", "gnome-calls", "plasma-dialer", "zoom", "teams-for-linux", "skypeforlinux",
                "signal-desktop",
                "telegram-desktop", "element-desktop", "jitsi", "mumble",
            ]
        ),
        (
            Treatment(.playback, mixes: true),
            [
                "firefox", "firefox-esr", "chromium", "chrome", "brave", "epiphany", "ardour", "reaper", "obs",
                "audacity",
            ]
        ),
        (Treatment(.ambient), ["gnome-shell", "plasmashell", "phosh", "canberra-gtk-play"]),
        (Treatment(.leave), ["easyeffects", "pulseeffects", "jamesdsp", "pavucontrol", "speech-dispatcher", "orca"]),
    ])

    /// By category of the desktop entry, the more telling first: most players are `AudioVideo` too.
    ///
    /// Source: freedesktop.org, Desktop Menu Specification, registered categories.
    static let categories: [(String, Treatment)] = [
        ("category:game", Treatment(.ambient)), ("category:telephony", Treatment(.talk)),
        ("category:videoconference", Treatment(.talk)), ("category:instantmessaging", Treatment(.talk)),
        ("category:chat", Treatment(.talk)), ("category:player", Treatment(.playback)),
        ("category:tv", Treatment(.playback)),
        ("category:audiovideoediting", Treatment(.playback, mixes: true)),
        ("category:midi", Treatment(.playback, mixes: true)), ("category:mixer", Treatment(.leave)),
        ("category:webbrowser", Treatment(.playback, mixes: true)),
        ("category:audiovideo", Treatment(.playback, mixes: true)),
    ]

    /// The treatment of programs that no rule names.
    static let others = GuestRules.Treatment(.playback, mixes: true)

    private static func table(_ rows: [(GuestRules.Treatment, [String])]) -> [String: GuestRules.Treatment] {
        var table: [String: Treatment] = [:]
        for (treatment, names) in rows { for name in names { table["program:" + name] = treatment } }
        return table
    }
}
