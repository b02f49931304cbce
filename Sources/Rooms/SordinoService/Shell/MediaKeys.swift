import SordinoBus
import SordinoPolicy
import SordinoSession
import Synchronization

/// One program as a media player on the user's bus: shells, headsets and `playerctl` find it there and send it keys.
///
/// There only while the program answers to keys. Keys become `Event.remoteCommand`, which also lets a program in the background
/// begin. What is shown is what happens: whether the program is heard, and what it says of its playback.
/// Source: MPRIS D-Bus Interface Specification 2.2.
final class MediaKeys: @unchecked Sendable {
    /// Names of players begin so.
    static let name = "org.mpris.MediaPlayer2.sordino"
    static let path = "/org/mpris/MediaPlayer2"
    private static let track = "/org/sordino/Track"
    private static let root = "org.mpris.MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

    let name: String
    private let connection: BusConnection
    private let clock: @Sendable () -> Moment
    private let send: @Sendable (Event) -> Void
    /// The playback that was handed over last; everything else belongs to the connection's thread.
    private let handedOver = Mutex<NowPlaying?>(nil)
    private var now: NowPlaying?
    /// The budgets of callers: ten keys in a second in the long run, thirty at once.
    private let callers: BusCallers
    private var hasName = false
    /// Counts tracks, so that each has a path of its own.
    private var trackCount = 0

    /// Waits for keys from now on.
    ///
    /// - Parameters:
    ///   - name: On the bus; taken with the first playback.
    ///   - clock: Now, on the time line of `NowPlaying.placeMoment`.
    ///   - send: Called with the events that the keys cause, on a thread of its own.
    /// - Throws: When there is no such bus.
    init(
        _ address: BusAddress, name: String, clock: @escaping @Sendable () -> Moment,
        send: @escaping @Sendable (Event) -> Void
    ) throws(BusError) {
        connection = try BusConnection(address, isGated: true)
        self.name = name
        self.clock = clock
        self.send = send
        callers = BusCallers(burst: 30, perSecond: 10)
        connection.perform { [weak self] link in
            self?.callers.follow(link)
            // If this fails there are no media keys.
            try? link.addObject(Self.path) { [weak self] link, message in
                self?.hear(message, link) ?? false
            }
        }
    }

    /// Calls `done` once the connection has gone on.
    func prove(_ done: @escaping @Sendable () -> Void) { connection.prove(done) }

    /// Closes the connection, which ends the player on the bus.
    func end() { connection.close() }

    deinit { connection.close() }

    /// Says what the keys are about.
    ///
    /// - Thread: any.
    func follow(_ playing: NowPlaying) {
        let isNew = handedOver.withLock { last in
            defer { last = playing }
            return last != playing
        }
        guard isNew else { return }
        connection.perform { [weak self] link in self?.show(playing, link) }
    }

    private func show(_ playing: NowPlaying, _ link: BusLink) {
        let before = now
        let old = playerProperties
        if before?.report.title != playing.report.title || before?.report.url != playing.report.url { trackCount += 1 }
        now = playing
        if !hasName { hasName = link.takeName(name) }
        guard hasName, let before else { return }
        var changed = WireRecord()
        for field in playerProperties.fields where field.name != "Position" && old[field.name] != field.value {
            changed.add(field.name, field.value)
        }
        if !changed.isEmpty { tell(changed, of: Self.player, link) }
        if before.name != playing.name { tell(rootProperties, of: Self.root, link) }
        // A place that moved by itself needs no words.
        let now = clock()
        guard abs(before.place(at: now) - playing.place(at: now)) > 0.5 else { return }
        try? link.broadcast(
            Self.path, Self.player, "Seeked", [.integer(microseconds(playing.place(at: now)))], signature: "x")
    }

    private func tell(_ changed: WireRecord, of interface: String, _ link: BusLink) {
        try? link.broadcast(
            Self.path, Self.properties, "PropertiesChanged", [.text(interface), .record(changed), .list([])],
            signature: "sa{sv}as")
    }

    // MARK: Keys

    private func hear(_ message: BusMessage, _ link: BusLink) -> Bool {
        // Reading costs less, because shells read properties much more often than users press keys.
        let reads = message.interface == Self.properties && message.member != "Set"
        callers.serve(message, cost: reads ? 0.1 : 1, link) { [weak self, unowned link] message in
            self?.receiveCall(message, link)
        }
        return true
    }

    private func receiveCall(_ message: BusMessage, _ link: BusLink) {
        do throws(BusError) {
            if message.interface == Self.properties { return try receiveProperties(message, link) }
            guard message.interface == Self.player, try press(message) else {
                try link.refuse(message, BusInterface.Refusal.unknownMethod, "there is no such method")
                return
            }
            try link.reply(to: message)
        } catch {
            // The bus is gone, or what was asked makes no sense.
            try? link.refuse(message, BusInterface.Refusal.arguments, "these are not its arguments")
        }
    }

    /// - Returns: False when there is no such key.
    private func press(_ message: BusMessage) throws(BusError) -> Bool {
        switch message.member {
        case "Play": press(.play, "play", or: now?.isPlaying == false ? .togglePlayPause : nil)
        case "Pause": press(.pause, "pause", or: now?.isPlaying == true ? .togglePlayPause : nil)
        case "PlayPause": press(.togglePlayPause, "togglePlayPause", or: now?.isPlaying == true ? .pause : .play)
        case "Stop": press(.stop, "stop", or: .pause)
        case "Next": press(.nextTrack, "nextTrack")
        case "Previous": press(.previousTrack, "previousTrack")
        case "Seek":
            if case .integer(let offset)? = try message.read(signature: "x").first {
                seek(by: max(-Self.latestPlace, min(Double(offset) / 1e6, Self.latestPlace)))
            }
        case "SetPosition":
            let values = try message.read(signature: "ox")
            // A place in another track is a late key's.
            guard values[0] == .text(trackPath), case .integer(let place) = values[1], place >= 0 else { break }
            // One behind the end is no place, as the specification has it.
            let seconds = Double(place) / 1e6
            if seconds <= now?.report.duration ?? Self.latestPlace {
                press(.changePosition(seconds), "changePosition")
            }
        default: return false
        }
        return true
    }

    private func receiveProperties(_ message: BusMessage, _ link: BusLink) throws(BusError) {
        switch message.member {
        case "Set":
            let values = try message.read(signature: "ssv")
            if setMode(values[1], values[2]) { return try link.reply(to: message) }
            guard values[1] == .text("Rate"), case .real(let rate) = values[2] else {
                return try link.refuse(message, "org.freedesktop.DBus.Error.PropertyReadOnly", "it cannot be set")
            }
            guard rate.isFinite, rate >= 0 else { throw .malformed("no speed") }
            // A rate of 0 is another word for a pause.
            if rate == 0 {
                press(.pause, "pause")
            } else {
                press(.changeRate(max(slowest, min(rate, fastest))), "changeRate")
            }
            try link.reply(to: message)
        case "GetAll":
            let values = try message.read(signature: "s")
            try link.reply(to: message, [.record(properties(of: values.first))], signature: "a{sv}")
        case "Get":
            let values = try message.read(signature: "ss")
            if case .text(let name) = values[1], let value = properties(of: values[0])[name] {
                try link.reply(to: message, [value], signature: "v")
            } else {
                try link.refuse(message, "org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
            }
        default: try link.refuse(message, BusInterface.Refusal.unknownMethod, "there is no such method")
        }
    }

    /// Sends a command that the program answers to, or another one that comes to the same; nothing if it answers to
    /// neither: the specification expects no error.
    private func press(_ command: RemoteCommand, _ name: String, or other: RemoteCommand? = nil) {
        guard let now else { return }
        if now.answers(to: name) { return send(.remoteCommand(now.app, command)) }
        guard let other, case .text(let otherName) = other.wireValue, now.answers(to: otherName) else { return }
        send(.remoteCommand(now.app, other))
    }

    /// Sets how the list is repeated and shuffled.
    ///
    /// - Returns: False when the property is another one, or the program does not answer to it.
    private func setMode(_ name: WireValue, _ value: WireValue) -> Bool {
        switch (name, value) {
        case (.text("LoopStatus"), .text(let word)):
            guard let mode = Self.loops.firstIndex(of: word), now?.answers(to: "changeRepeatMode") == true else {
                return false
            }
            press(.further(.changeRepeatMode, Double(mode)), "changeRepeatMode")
        case (.text("Shuffle"), .bool(let isOn)):
            guard now?.answers(to: "changeShuffleMode") == true else { return false }
            press(.further(.changeShuffleMode, isOn ? 1 : 0), "changeShuffleMode")
        default: return false
        }
        return true
    }

    /// The latest place in a recording whose length is not known, and the longest way of a seek: a number that a command may have.
    private static let latestPlace = 999_999_999.0

    /// The words of MPRIS for repeating nothing, one item and all.
    private static let loops = ["None", "Track", "Playlist"]

    private func seek(by seconds: Double) {
        guard let now else { return }
        if now.answers(to: "changePosition") {
            let place = now.place(at: clock()) + seconds
            // Beyond the end is the next track, as the specification has it.
            if let duration = now.report.duration, place > duration { return press(.nextTrack, "nextTrack") }
            press(.changePosition(max(0, min(place, Self.latestPlace))), "changePosition")
        } else if seconds >= 0 {
            press(.skipForward(now.report.forwardSeconds ?? seconds), "skipForward")
        } else {
            press(.skipBackward(now.report.backwardSeconds ?? -seconds), "skipBackward")
        }
    }

    // MARK: Properties shown by shells

    private func properties(of interface: WireValue?) -> WireRecord {
        switch interface {
        case .text(Self.root): rootProperties
        case .text(Self.player): playerProperties
        default: WireRecord()
        }
    }

    private var rootProperties: WireRecord {
        var record = WireRecord()
        record.add("Identity", now?.name ?? "Sordino")
        record.add("DesktopEntry", now?.identifier ?? "")
        for name in ["CanQuit", "CanRaise", "HasTrackList"] { record.add(name, false) }
        return record
    }

    private var slowest: Double { now?.report.rates.min() ?? 0.25 }
    private var fastest: Double { now?.report.rates.max() ?? 4 }

    private var trackPath: String { "\(Self.track)/\(trackCount)" }

    private func microseconds(_ seconds: Double) -> Int64 { Int64(max(0, min(seconds, 1e9)) * 1e6) }

    private var playerProperties: WireRecord {
        var record = WireRecord()
        guard let now else { return record }
        let isStopped = now.report.state == .stopped && !now.isPlaying
        record.add("PlaybackStatus", now.isPlaying ? "Playing" : isStopped ? "Stopped" : "Paused")
        var metadata = WireRecord()
        metadata.add("mpris:trackid", trackPath)
        // A stream without an end has no length.
        metadata.add("mpris:length", now.report.isLive ? nil : now.report.duration.map(microseconds))
        metadata.add("mpris:artUrl", now.report.artwork)
        metadata.add("xesam:title", now.report.title ?? now.name)
        if let artist = now.report.artist { metadata.add("xesam:artist", WireValue.list([.text(artist)])) }
        metadata.add("xesam:album", now.report.album ?? now.report.podcast)
        for (name, text) in [
            ("xesam:albumArtist", now.report.albumArtist), ("xesam:genre", now.report.genre),
            ("xesam:composer", now.report.composer),
        ] {
            if let text { metadata.add(name, WireValue.list([.text(text)])) }
        }
        metadata.add("xesam:discNumber", now.report.discNumber.map { Int64($0) })
        metadata.add("xesam:userRating", now.report.rating)
        metadata.add("xesam:trackNumber", now.report.trackNumber.map { Int64($0) })
        metadata.add("xesam:url", now.report.url)
        record.add("Metadata", WireValue.record(metadata))
        record.add("Position", microseconds(now.place(at: clock())))
        func can(_ commands: String...) -> Bool { commands.contains { now.answers(to: $0) } }
        record.add("CanControl", true)
        record.add("CanPlay", can("play", "togglePlayPause"))
        record.add("CanPause", can("pause", "togglePlayPause"))
        record.add("CanGoNext", can("nextTrack"))
        record.add("CanGoPrevious", can("previousTrack"))
        record.add("CanSeek", !now.report.isLive && can("changePosition", "skipForward", "skipBackward"))
        if let mode = now.report.repeatMode, Self.loops.indices.contains(mode) {
            record.add("LoopStatus", Self.loops[mode])
        }
        if let mode = now.report.shuffleMode { record.add("Shuffle", mode > 0) }
        let rate = now.report.rate == 0 ? 1 : now.report.rate
        record.add("Rate", rate)
        record.add("MinimumRate", can("changeRate") ? slowest : rate)
        record.add("MaximumRate", can("changeRate") ? fastest : rate)
        record.add("Volume", 1.0)
        return record
    }
}
