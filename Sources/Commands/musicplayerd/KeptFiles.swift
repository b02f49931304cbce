import Foundation
import MediaPlayer
import SordinoLibrary
import SordinoRealtime

/// The two files in which the player's queue and place survive its end.
///
/// They are written by a queue of their own: a slow disk does not stop the music. What could not be written, for example to a full
/// disk, is written again every few seconds until it can be.
final class KeptFiles: Sendable {
    private struct State {
        /// The newest state, and the queue and place that the files have; nil where that is not known.
        var wanted: KeptPlayer?
        var queueOnDisk: KeptPlayer?
        var placeOnDisk: String?
        var isRetrying = false
    }

    private let (queue, place): (URL, URL)
    private let writing = DispatchQueue(label: "org.sordino.musicplayerd.files")
    private let state = Guarded(State())
    /// Longer files are not ours.
    private static let byteLimit = 4 << 20
    private static let retrySeconds = 5.0

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

    /// Takes a state for that of the files, although the files may say more: items that are away for now.
    func suppose(_ kept: KeptPlayer) {
        state.withLock { ($0.queueOnDisk, $0.placeOnDisk) = (kept.withoutPlace, kept.placeText) }
    }

    /// Writes what differs from the files.
    func write(_ kept: KeptPlayer) {
        state.withLock { $0.wanted = kept }
        writing.async { [self] in writeNow() }
    }

    private func writeNow() {
        let now = state.withLock { $0 }
        guard let wanted = now.wanted else { return }
        let queuePart = wanted.withoutPlace
        var isWritten = true
        func write(_ text: String, _ file: URL) -> Bool {
            let isDone = (try? Data(text.utf8).write(to: file, options: .atomic)) != nil
            isWritten = isWritten && isDone
            return isDone
        }
        let isQueueNew = now.queueOnDisk == queuePart || write(wanted.queueText, queue)
        let isPlaceNew = now.placeOnDisk == wanted.placeText || write(wanted.placeText, place)
        let isRetryNeeded = state.withLock { state in
            if isQueueNew { state.queueOnDisk = queuePart }
            if isPlaceNew { state.placeOnDisk = wanted.placeText }
            defer { state.isRetrying = state.isRetrying || !isWritten }
            return !isWritten && !state.isRetrying
        }
        guard isRetryNeeded else { return }
        writing.asyncAfter(deadline: .now() + Self.retrySeconds) { [self] in
            state.withLock { $0.isRetrying = false }
            writeNow()
        }
    }

    /// Waits until all is written that can be.
    func finish() { writing.sync { writeNow() } }
}
