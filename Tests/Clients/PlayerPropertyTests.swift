import AVFoundation
import Patience
import PrivateWebServer
import SordinoSimulator
import Synchronization
import Testing

/// Properties of players and items as observers see them, and those that only change how a sound is played.
@Suite struct PlayerPropertyTests {
    let phone: SongTelephone
    let device: SimulatedDevice
    let app: SimulatedApp

    init() throws {
        phone = try SongTelephone()
        (device, app) = (phone.device, phone.app)
    }

    /// The calls of observers, one line each.
    private final class Calls: @unchecked Sendable {
        private let lines = Mutex<[String]>([])
        var watches: [NSKeyValueObservation] = []
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func empty() { lines.withLock { $0 = [] } }
        deinit { for watch in watches { watch.invalidate() } }

        func watch<Value>(
            _ player: AVPlayer, _ path: KeyPath<AVPlayer, Value>, _ name: String,
            _ options: NSKeyValueObservingOptions = [.old, .new]
        ) {
            watches.append(player.observe(path, options: options) { [weak self] in self?.add(Self.line(name, $1)) })
        }

        func watch<Value>(
            _ item: AVPlayerItem, _ path: KeyPath<AVPlayerItem, Value>, _ name: String,
            _ options: NSKeyValueObservingOptions = [.old, .new]
        ) {
            watches.append(item.observe(path, options: options) { [weak self] in self?.add(Self.line(name, $1)) })
        }

        private static func line<Value>(_ name: String, _ change: NSKeyValueObservedChange<Value>) -> String {
            func text(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }
            return "\(name)\(change.isPrior ? " prior" : "") \(text(change.oldValue)) \(text(change.newValue))"
        }
    }

    @Test func optionsSayWhatAnObserverIsTold() throws {
        let player = app.perform { AVPlayer() }
        let calls = Calls()
        calls.watch(player, \.volume, "plain", [])
        calls.watch(player, \.volume, "new", .new)
        calls.watch(player, \.volume, "old", .old)
        calls.watch(player, \.volume, "first", [.initial, .new])
        calls.watch(player, \.volume, "silent first", [.initial, .old])
        calls.watch(player, \.volume, "all", [.initial, .prior, .old, .new])
        #expect(calls.all == ["first - 1.0", "silent first - -", "all - 1.0"])
        calls.empty()
        app.perform { player.volume = 0.5 }
        #expect(
            calls.all == [
                "plain - -", "new - 0.5", "old 1.0 -", "first - 0.5", "silent first 1.0 -", "all prior 1.0 -",
                "all 1.0 0.5",
            ])
        calls.empty()
        app.perform { player.volume = 0.5 }
        #expect(calls.all.isEmpty)
    }

    @Test func everyPropertyThatIsSetIsToldOnce() throws {
        let item = AVPlayerItem(url: try phone.sound(0.25, seconds: 1))
        let player = app.perform { AVPlayer(playerItem: item) }
        device.advance(0.1)
        let calls = Calls()
        calls.watch(player, \.volume, "volume")
        calls.watch(player, \.isMuted, "isMuted")
        calls.watch(player, \.defaultRate, "defaultRate")
        calls.watch(player, \.actionAtItemEnd, "actionAtItemEnd")
        calls.watch(player, \.automaticallyWaitsToMinimizeStalling, "waits")
        calls.watch(player, \.allowsExternalPlayback, "external")
        calls.watch(player, \.audiovisualBackgroundPlaybackPolicy, "policy")
        calls.watch(item, \.audioTimePitchAlgorithm.rawValue, "algorithm")
        calls.watch(item, \.forwardPlaybackEndTime.seconds, "end")
        calls.watch(item, \.preferredForwardBufferDuration, "ahead")
        calls.watch(item, \.preferredPeakBitRate, "bits")
        calls.watch(item, \.canUseNetworkResourcesForLiveStreamingWhilePaused, "network")
        app.perform {
            player.volume = 0.5
            player.isMuted = true
            player.defaultRate = 2
            player.actionAtItemEnd = .none
            player.automaticallyWaitsToMinimizeStalling = false
            player.allowsExternalPlayback = false
            player.audiovisualBackgroundPlaybackPolicy = .continuesIfPossible
            item.audioTimePitchAlgorithm = .varispeed
            item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 2)
            item.preferredForwardBufferDuration = 3
            item.preferredPeakBitRate = 64_000
            item.canUseNetworkResourcesForLiveStreamingWhilePaused = true
        }
        #expect(
            calls.all.map { $0.replacingOccurrences(of: "end nan", with: "end ?") } == [
                "volume 1.0 0.5", "isMuted false true", "defaultRate 1.0 2.0", "actionAtItemEnd pause none",
                "waits true false", "external true false", "policy automatic continuesIfPossible",
                "algorithm TimeDomain Varispeed", "end ? 0.5", "ahead 0.0 3.0", "bits 0.0 64000.0",
                "network false true",
            ])
    }

    /// While a sound is played from its beginning to its end, observers hear of changes and of nothing else.
    @Test func observersHearOfChangesOnly() throws {
        let item = AVPlayerItem(url: try phone.sound(0.25, seconds: 1))
        let player = app.perform { AVPlayer() }
        let calls = Calls()
        calls.watch(player, \.rate, "rate")
        calls.watch(player, \.timeControlStatus, "control")
        calls.watch(player, \.reasonForWaitingToPlay, "reason", [])
        calls.watch(player, \.error, "error")
        calls.watch(player, \.currentItem, "item", [])
        calls.watch(player, \.status, "player")
        calls.watch(item, \.status, "status")
        calls.watch(item, \.error, "failure")
        calls.watch(item, \.tracks, "tracks", [])
        calls.watch(item, \.timebase, "timebase", [])
        calls.watch(item, \.duration.seconds, "duration", .new)
        calls.watch(item, \.loadedTimeRanges.count, "loaded")
        calls.watch(item, \.seekableTimeRanges.count, "seekable")
        calls.watch(item, \.isPlaybackLikelyToKeepUp, "keepUp")
        calls.watch(item, \.isPlaybackBufferEmpty, "empty")
        calls.watch(item, \.isPlaybackBufferFull, "full")
        calls.watch(item, \.audioMix, "mix", [])
        calls.watch(item, \.timedMetadata, "timed", [])
        app.perform {
            player.replaceCurrentItem(with: item)
            player.play()
        }
        device.advance(0.5)
        app.perform { player.pause() }
        device.advance(0.2)
        app.perform { player.play() }
        device.advance(1)
        #expect(
            calls.all.sorted() == [
                "control paused playing", "control paused playing", "control playing paused",
                "control playing paused", "duration - 1.0", "empty true false", "full false true", "item - -",
                "keepUp false true", "loaded 0 1", "player unknown readyToPlay", "rate 0.0 1.0", "rate 0.0 1.0",
                "rate 1.0 0.0", "rate 1.0 0.0", "seekable 0 1", "status unknown readyToPlay", "timebase - -",
                "tracks - -",
            ])
    }

    /// Zero crossings tell the pitch: the parameters of a mix decide, if they agree.
    @Test(arguments: [
        (AVAudioTimePitchAlgorithm.varispeed, AVAudioTimePitchAlgorithm.spectral, 1760.0), (.spectral, .varispeed, 880),
    ])
    func theMixNamesTheMethodOfChangingTheRate(
        named: AVAudioTimePitchAlgorithm, own: AVAudioTimePitchAlgorithm, hertz: Double
    ) throws {
        let url = try phone.sound(seconds: 6) { 0.5 * Float(sin(2 * Double.pi * 880 * Double($0) / 48000)) }
        let item = AVPlayerItem(url: url)
        item.audioTimePitchAlgorithm = own
        let parameters = AVMutableAudioMixInputParameters(track: item.asset.tracks.first)
        #expect(parameters.audioTimePitchAlgorithm == nil)
        parameters.audioTimePitchAlgorithm = named
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        item.audioMix = mix
        #expect(item.audioMix?.inputParameters.first?.audioTimePitchAlgorithm == named)
        #expect((parameters.copy() as? AVAudioMixInputParameters)?.audioTimePitchAlgorithm == named)
        let player = app.perform { AVPlayer(playerItem: item) }
        app.perform { player.rate = 2 }
        device.advance(1.5)
        let samples = phone.heard(from: device.now - 1, to: device.now)
        let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect(abs(Double(crossings) - hertz) < hertz * 0.01)
    }

    // MARK: Logs

    private func wait(_ isSo: () -> Bool) -> Bool {
        Patience.until {
            device.advance(0.005)
            return isSo()
        }
    }

    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    private func count(_ name: NSNotification.Name, of item: AVPlayerItem) -> (Count, () -> Void) {
        let count = Count()
        let token = NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { _ in count.add() }
        return (count, { NotificationCenter.default.removeObserver(token) })
    }

    @Test func aFileOfThisMachineHasNoLogs() throws {
        let item = AVPlayerItem(url: try phone.sound(0.25, seconds: 1))
        let player = app.perform { AVPlayer(playerItem: item) }
        app.perform { player.play() }
        device.advance(0.5)
        #expect(item.accessLog() == nil && item.errorLog() == nil)
    }

    @Test(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
    func theAccessLogCountsWhatAServerGave() throws {
        let sound = StreamPlayerTests.wave(0.25, seconds: 2)
        let head = PrivateWebServer.head(
            "HTTP/1.1 200 OK", "Accept-Ranges: bytes", "Content-Length: \(sound.count)")
        let server = try #require(PrivateWebServer([head + sound]))
        let item = AVPlayerItem(url: try #require(URL(string: server.address("/a.wav"))))
        let (entries, stop) = count(AVPlayerItem.newAccessLogEntryNotification, of: item)
        defer { stop() }
        let player = app.perform { AVPlayer(playerItem: item) }
        #expect(item.accessLog() == nil)
        app.perform { player.play() }
        #expect(wait { player.timeControlStatus == .playing && item.isPlaybackBufferFull })
        device.advance(1)
        app.perform { player.pause() }
        app.perform { player.play() }
        #expect(entries.value == 1 && item.errorLog() == nil)
        let event = try #require(item.accessLog()?.events.first)
        #expect(item.accessLog()?.events.count == 1)
        #expect(event.numberOfMediaRequests == 1 && event.numberOfBytesTransferred == Int64(sound.count))
        #expect(event.uri == server.address("/a.wav") && event.playbackType == "FILE")
        #expect(event.segmentsDownloadedDuration == 2 && event.playbackStartOffset == 0 && event.numberOfStalls == 0)
        #expect(event.durationWatched >= 0.9 && event.durationWatched <= 2 && event.indicatedBitrate < 0)
        #expect(event.transferDuration > 0 && event.observedBitrate > 0 && event.playbackStartDate != nil)
        app.perform { player.replaceCurrentItem(with: nil) }
        let kept = try #require(item.accessLog()?.events.first)
        #expect(
            kept.numberOfBytesTransferred == Int64(sound.count) && kept.playbackSessionID == event.playbackSessionID)
        let text = try #require(item.accessLog()?.extendedLogData().map { String(decoding: $0, as: UTF8.self) })
        #expect(
            text.hasPrefix("#Version: 1.0\n") && text.contains("\t\(server.address("/a.wav"))\t1\t\(sound.count)\t"))
    }

    @Test(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"), arguments: [403, 404, 503])
    func theErrorLogNamesARefusal(status: Int) throws {
        let head = PrivateWebServer.head("HTTP/1.1 \(status) No", "Content-Length: 0")
        let server = try #require(PrivateWebServer([head]))
        let item = AVPlayerItem(url: try #require(URL(string: server.address("/a.wav"))))
        let (entries, stop) = count(AVPlayerItem.newErrorLogEntryNotification, of: item)
        defer { stop() }
        let player = app.perform { AVPlayer(playerItem: item) }
        #expect(wait { item.status == .failed })
        let event = try #require(item.errorLog()?.events.first)
        let error = try #require(item.error) as NSError
        #expect(item.errorLog()?.events.count == 1 && entries.value == 1 && item.accessLog() == nil)
        #expect(event.errorStatusCode == error.code && event.errorDomain == error.domain)
        #expect(event.errorComment?.contains("\(status)") == true && event.uri == server.address("/a.wav"))
        #expect(event.date != nil && player.error == nil)
    }
}
