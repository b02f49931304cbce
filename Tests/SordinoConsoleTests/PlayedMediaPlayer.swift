import Patience
import SordinoBus
import SordinoSession
import Synchronization

/// A media player on a bus, as the MPRIS specification describes it.
final class PlayedMediaPlayer: Sendable {
    struct State: Sendable {
        var keys: [String] = []
        var status = "Playing"
        var title = "Suite"
        var picture = ""
        /// Indicates whether questions stay without an answer.
        var isSilent = false
    }

    let state = Mutex(State())
    let name: String
    private let connection: BusConnection

    init(_ name: String, _ address: String) throws {
        self.name = "org.mpris.MediaPlayer2.\(name)"
        connection = try BusConnection(.at(address))
        let isThere = BusAnswer<Bool>()
        connection.perform { [weak self, name = self.name] link in
            try? link.addObject("/org/mpris/MediaPlayer2") { [weak self] link, message in
                self?.answer(message, link) ?? false
            }
            isThere.finish(.success(link.takeName(name)))
        }
        guard try isThere.wait(seconds: 60) else { throw BusError.timedOut }
    }

    deinit { connection.close() }

    /// Takes further names on the same connection.
    func take(_ names: [String]) throws {
        let isDone = BusAnswer<Bool>()
        connection.perform { link in
            isDone.finish(.success(names.allSatisfy { link.takeName("org.mpris.MediaPlayer2.\($0)") }))
        }
        guard try isDone.wait(seconds: 600) else { throw BusError.timedOut }
    }

    private func answer(_ message: BusMessage, _ link: BusLink) -> Bool {
        let now = state.withLock { $0 }
        if now.isSilent { return true }
        guard message.member == "GetAll" else {
            state.withLock { $0.keys.append(message.member) }
            try? link.reply(to: message)
            return true
        }
        let asked = (try? message.read(signature: "s").first) ?? .text("")
        var entries: [BusValue.Entry] = [.init("Identity", .text("Played"))]
        if asked == .text("org.mpris.MediaPlayer2.Player") {
            entries = [
                .init("PlaybackStatus", .text(now.status)), .init("CanPlay", .bool(true)),
                .init("CanGoNext", .bool(true)),
                .init(
                    "Metadata",
                    .properties([
                        .init("xesam:title", .text(now.title)), .init("xesam:artist", .texts(["One", "Other"])),
                        .init("mpris:artUrl", .text(now.picture)),
                    ])),
            ]
        }
        try? link.reply(to: message, typed: [.properties(entries)])
        return true
    }
}
