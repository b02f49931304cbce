import AVFAudio
import Foundation
import SordinoRealtime
import SordinoStreaming

extension NSNotification.Name {
    /// An item's access log has another event; its object is the item.
    public static let AVPlayerItemNewAccessLogEntry = NSNotification.Name("AVPlayerItemNewAccessLogEntryNotification")
    /// An item's error log has another event; its object is the item.
    public static let AVPlayerItemNewErrorLogEntry = NSNotification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

/// The use of the network by an item while it was played from a server.
///
/// Numbers that are not known are negative.
open class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
    /// The number of answers from servers.
    public let numberOfMediaRequests: Int
    /// The time at which playing began.
    public let playbackStartDate: Date?
    /// The address that answered last.
    public let uri: String?
    /// The address of the server; not known here.
    public var serverAddress: String? { nil }
    /// Changes of `serverAddress`; not known here.
    public var numberOfServerAddressChanges: Int { -1 }
    /// The identifier of this playback; another one for each item.
    public let playbackSessionID: String?
    /// The position at which playing began, in seconds.
    public let playbackStartOffset: TimeInterval
    /// Seconds of sound that have arrived.
    public let segmentsDownloadedDuration: TimeInterval
    /// Seconds of sound that were taken for playback.
    public let durationWatched: TimeInterval
    /// Interruptions of playback because data had not arrived.
    public let numberOfStalls: Int
    /// Bytes of all answers from servers.
    public let numberOfBytesTransferred: Int64
    /// Seconds of waiting for answers.
    public let transferDuration: TimeInterval
    /// Bits a second: the transferred bytes over the transfer duration.
    public let observedBitrate: Double
    /// Bits a second by the playlist of streams.
    public let indicatedBitrate: Double
    /// Average bits a second by the playlist; not known here.
    public var indicatedAverageBitrate: Double { -1 }
    /// Average bits a second of the pictures; there are none.
    public var averageVideoBitrate: Double { -1 }
    /// Average bits a second of the sound that has arrived.
    public let averageAudioBitrate: Double
    /// Pictures that were left out; there are none.
    public var numberOfDroppedVideoFrames: Int { 0 }
    /// Seconds from the first question to the first sound.
    public let startupTime: TimeInterval
    /// Pieces that took too long; not known here.
    public var downloadOverdue: Int { -1 }
    /// The highest rate observed; not known here.
    public var observedMaxBitrate: Double { -1 }
    /// The lowest rate observed; not known here.
    public var observedMinBitrate: Double { -1 }
    /// The deviation of the rates observed; not known here.
    public var observedBitrateStandardDeviation: Double { -1 }
    /// `VOD` for a playlist with an end, `LIVE` for a live stream, `FILE` for a file.
    public let playbackType: String?
    /// Answers over a cellular network; not known here.
    public var mediaRequestsWWAN: Int { -1 }
    /// The bit rate at which streams change; not known here.
    public var switchBitrate: Double { -1 }

    init(_ use: ItemLogs.Use, _ start: ItemLogs.Start, _ session: String, stallCount: Int) {
        let record = use.record
        let bits = 8 * Double(record.byteCount)
        (numberOfMediaRequests, uri) = (record.requestCount, record.address)
        (playbackStartDate, playbackStartOffset, startupTime) = (start.date, start.offset, start.startupSeconds)
        (playbackSessionID, numberOfStalls) = (session, stallCount)
        (segmentsDownloadedDuration, durationWatched) = use.transferred
        (numberOfBytesTransferred, transferDuration) = (record.byteCount, record.transferSeconds)
        observedBitrate = record.transferSeconds > 0 ? bits / record.transferSeconds : -1
        indicatedBitrate = use.playlist?.bitRate.map { Double($0) } ?? -1
        averageAudioBitrate = use.transferred.arrivedSeconds > 0 ? bits / use.transferred.arrivedSeconds : -1
        playbackType = use.playlist.map { $0.isLive ? "LIVE" : "VOD" } ?? (use.isEndless ? "LIVE" : "FILE")
        super.init()
    }

    /// Returns the event itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A question to a server without an answer, an answer that was refused, or a connection that broke off.
open class AVPlayerItemErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
    /// The time of the failure.
    public let date: Date?
    /// The address that was asked.
    public let uri: String?
    /// The address of the server; not known here.
    public var serverAddress: String? { nil }
    /// The identifier of this playback, as in the access log.
    public let playbackSessionID: String?
    /// The code of the error that an item would have which fails for this reason.
    public let errorStatusCode: Int
    /// The domain of that error.
    public let errorDomain: String
    /// The reason, in words.
    public let errorComment: String?

    init(_ failure: StreamRecord.Failure, _ session: String) {
        let error = AVError.error(failure.reason, at: nil) as NSError
        (date, uri, playbackSessionID) = (Date(timeIntervalSince1970: failure.seconds), failure.address, session)
        (errorStatusCode, errorDomain, errorComment) = (error.code, error.domain, failure.reason.sentence)
        super.init()
    }

    /// Returns the event itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The log of an item's use of the network.
open class AVPlayerItemAccessLog: NSObject, NSCopying, @unchecked Sendable {
    /// The events, in their order: one for each time that an item is a player's.
    public let events: [AVPlayerItemAccessLogEvent]
    /// The encoding of `extendedLogData`.
    public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

    init(_ events: [AVPlayerItemAccessLogEvent]) {
        self.events = events
        super.init()
    }

    /// Returns the log as text, in the W3C's Extended Log File Format.
    open func extendedLogData() -> Data? {
        ItemLogs.text(
            ["date", "cs-guid", "cs-uri", "c-requests", "sc-bytes", "c-transfer-duration", "c-stalls", "c-duration"],
            events.map {
                [
                    ItemLogs.text($0.playbackStartDate), $0.playbackSessionID, $0.uri, "\($0.numberOfMediaRequests)",
                    "\($0.numberOfBytesTransferred)", "\($0.transferDuration)", "\($0.numberOfStalls)",
                    "\($0.durationWatched)",
                ]
            })
    }

    /// Returns the log itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The log of an item's failures on the network.
open class AVPlayerItemErrorLog: NSObject, NSCopying, @unchecked Sendable {
    /// The events, in their order; of very many the last.
    public let events: [AVPlayerItemErrorLogEvent]
    /// The encoding of `extendedLogData`.
    public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

    init(_ events: [AVPlayerItemErrorLogEvent]) {
        self.events = events
        super.init()
    }

    /// Returns the log as text, in the W3C's Extended Log File Format.
    open func extendedLogData() -> Data? {
        ItemLogs.text(
            ["date", "cs-guid", "cs-uri", "domain", "status", "comment"],
            events.map {
                [
                    ItemLogs.text($0.date), $0.playbackSessionID, $0.uri, $0.errorDomain, "\($0.errorStatusCode)",
                    $0.errorComment.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" },
                ]
            })
    }

    /// Returns the log itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension AVPlayerItem {
    /// An item's access log has another event; its object is the item.
    public static let newAccessLogEntryNotification = NSNotification.Name.AVPlayerItemNewAccessLogEntry
    /// An item's error log has another event; its object is the item.
    public static let newErrorLogEntryNotification = NSNotification.Name.AVPlayerItemNewErrorLogEntry

    /// Returns the use of the network so far; nil for local files, and before playback.
    public func accessLog() -> AVPlayerItemAccessLog? { logs.access(remote) }

    /// Returns the failures on the network so far; nil if there are none.
    public func errorLog() -> AVPlayerItemErrorLog? { logs.errors(remote) }

    /// Called when playback begins; posts the first entry of the access log.
    func postStart() {
        guard remote != nil, logs.started(at: currentTime().seconds) else { return }
        NotificationCenter.default.postFromAnywhere(name: Self.newAccessLogEntryNotification, object: self)
    }

    /// Posts a notification if there are new failures.
    func postFailures(of remote: ArrivingSound) {
        guard logs.hasNewFailures(remote.record.failureCount) else { return }
        NotificationCenter.default.postFromAnywhere(name: Self.newErrorLogEntryNotification, object: self)
    }
}

/// The counts for the logs of an item.
///
/// - Thread: any.
final class ItemLogs: Sendable {
    /// The use of the network by one sound.
    struct Use: Sendable {
        var record: StreamRecord
        var playlist: PlaylistTraits?
        /// Indicates whether the length is not known.
        var isEndless: Bool
        var transferred: (arrivedSeconds: Double, takenSeconds: Double)

        init(_ sound: ArrivingSound) {
            (record, playlist, transferred) = (sound.record, sound.playlist, sound.transferred)
            isEndless = sound.status.seconds == nil
        }
    }

    /// The beginning of playing.
    struct Start: Sendable {
        var date: Date
        var offset: Double
        var startupSeconds: Double
    }

    private struct State: Sendable {
        var opening: Date?
        var start: Start?
        var stallCount = 0
        var postedFailureCount = 0
        /// The use by the last sound, when the item is no player's any more.
        var kept: Use?
    }

    private let session = UUID().uuidString
    private let state = Guarded(State())

    /// Called when the bytes of a sound begin to arrive.
    func opened() { state.withLock { $0 = State(opening: Date()) } }

    /// Called when playback begins.
    ///
    /// - Returns: Whether it is the first time.
    func started(at offset: Double) -> Bool {
        state.withLock { state in
            guard state.start == nil else { return false }
            let now = Date()
            let startup = now.timeIntervalSince(state.opening ?? now)
            state.start = Start(date: now, offset: offset, startupSeconds: max(0, startup))
            return true
        }
    }

    /// Called when playback stopped because data had not arrived.
    func stalled() { state.withLock { $0.stallCount += 1 } }

    /// Keeps the counts of a sound that is closed.
    func keep(_ sound: ArrivingSound) {
        let use = Use(sound)
        state.withLock { $0.kept = use }
    }

    /// Returns whether there are more failures than at the last call.
    func hasNewFailures(_ count: Int) -> Bool {
        state.withLock { state in
            defer { state.postedFailureCount = count }
            return count > state.postedFailureCount
        }
    }

    func access(_ sound: ArrivingSound?) -> AVPlayerItemAccessLog? {
        let now = sound.map { Use($0) }
        let (start, use, stallCount) = state.withLock { ($0.start, now ?? $0.kept, $0.stallCount) }
        guard let start, let use else { return nil }
        return AVPlayerItemAccessLog([AVPlayerItemAccessLogEvent(use, start, session, stallCount: stallCount)])
    }

    func errors(_ sound: ArrivingSound?) -> AVPlayerItemErrorLog? {
        let record = sound?.record ?? state.withLock { $0.kept?.record }
        guard let failures = record?.failures, !failures.isEmpty else { return nil }
        return AVPlayerItemErrorLog(failures.map { AVPlayerItemErrorLogEvent($0, session) })
    }

    // MARK: Text

    /// A log in the W3C's format: a line for each event.
    static func text(_ fields: [String], _ events: [[String?]]) -> Data {
        let rows = events.map { $0.map { $0 ?? "-" }.joined(separator: "\t") }
        let head = ["#Version: 1.0", "#Software: Sordino", "#Fields: " + fields.joined(separator: "\t")]
        return Data((head + rows).joined(separator: "\n").utf8) + Data([10])
    }

    static func text(_ date: Date?) -> String? { date.map { ISO8601DateFormatter().string(from: $0) } }
}
