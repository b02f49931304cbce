import Foundation
import MediaPlayer
import SordinoLibrary
import SordinoRealtime

/// The two files in which the player's queue and place survive its end.
///
/// They are written by a queue of their own: a slow disk does not stop the music.
final class KeptFiles: Sendable {
    private let (queue, place): (URL, URL)
    private let writing = DispatchQueue(label: "org.sordino.musicplayerd.files")
    /// Longer files are not ours.
    private static let byteLimit = 4 << 20

    /// Nil without a folder for the library's index.
    init?() {
        guard let index = LibraryPlaces.current?.index else { return nil }
        let folder = URL(fileURLWithPath: index).deletingLastPathComponent()
        queue = folder.appendingPathComponent("music-queue")
        place = folder.appendingPathComponent("music-place")
    }

    /// Reads the queue and place of an earlier start.
    func read() -> KeptPlayer? {
        guard let queueText = Self.text(queue) else { return nil }
        return KeptPlayer(queueText: queueText, placeText: Self.text(place) ?? "")
    }

    private static func text(_ file: URL) -> String? {
        // A pipe or a device in its place is not waited for.
        SmallFile.bytes(file.path, limit: byteLimit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes what has changed since `before`.
    func write(_ kept: KeptPlayer, since before: KeptPlayer?) {
        var rest = kept
        if let before {
            (rest.place, rest.item, rest.elapsed, rest.wasStopped) = (
                before.place, before.item, before.elapsed, before.wasStopped
            )
        }
        let isQueueNew = rest != before
        writing.async { [queue, place] in
            // A queue that could not be kept costs the next start its music, and this one nothing.
            if isQueueNew { try? Data(kept.queueText.utf8).write(to: queue, options: .atomic) }
            try? Data(kept.placeText.utf8).write(to: place, options: .atomic)
        }
    }

    /// Waits until all is written.
    func finish() { writing.sync {} }
}
