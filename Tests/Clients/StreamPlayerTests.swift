import AVFoundation
import Patience
import PrivateWebServer
import SordinoSimulator
import Synchronization
import Testing

/// `AVPlayer` with sounds on servers, on a simulated telephone with headphones.
///
/// The network runs by the machine's clock and the telephone by its own: where they meet, a test waits for what has arrived.
@Suite(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
struct StreamPlayerTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        device.plug(.headphones)
        app = device.app("Radio", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    /// A file of 48 kHz with one value all along.
    static func wave(_ value: Float, seconds: Double) -> [UInt8] {
        let byteCount = Int(seconds * 48000) * 4
        func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
        }
        var bytes = [UInt8]("RIFF".utf8) + number(UInt32(36 + byteCount)) + [UInt8]("WAVEfmt ".utf8)
        bytes += number(UInt32(16)) + number(UInt16(3)) + number(UInt16(1)) + number(UInt32(48000))
        bytes += number(UInt32(192_000)) + number(UInt16(4)) + number(UInt16(32))
        bytes += [UInt8]("data".utf8) + number(UInt32(byteCount))
        let sample = number(value.bitPattern)
        for _ in 0..<byteCount / 4 { bytes += sample }
        return bytes
    }

    private static func file(_ bytes: [UInt8]) -> [UInt8] {
        PrivateWebServer.head("HTTP/1.1 200 OK", "Accept-Ranges: bytes", "Content-Length: \(bytes.count)") + bytes
    }

    /// Lets the telephone's time continue until something is so that a network decides.
    private func wait(_ isSo: () -> Bool) -> Bool {
        Patience.until {
            device.advance(0.005)
            return isSo()
        }
    }

    private func heard(from start: Double, to end: Double) -> [Float] {
        device.output(.headphones)?.samples(channel: 0, from: start, to: end) ?? []
    }

    @Test func aFileOnAServerBecomesReadyIsPlayedAndEnds() throws {
        let server = try #require(PrivateWebServer([Self.file(Self.wave(0.25, seconds: 1))]))
        let url = try #require(URL(string: server.address("/a.wav")))
        let player = app.perform { AVPlayer(url: url) }
        let item = try #require(player.currentItem)
        let ends = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in ends.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        let keepsUp = Mutex<[Bool]>([])
        let watch = item.observe(\.isPlaybackLikelyToKeepUp, options: .new) { _, change in
            keepsUp.withLock { $0.append(change.newValue ?? false) }
        }
        defer { watch.invalidate() }
        app.perform { player.play() }
        #expect(player.rate == 1)
        #expect(wait { player.timeControlStatus == .playing })
        #expect(item.status == .readyToPlay && item.duration.seconds == 1 && item.isPlaybackBufferFull)
        #expect(item.seekableTimeRanges.count == 1 && item.loadedTimeRanges.first?.timeRangeValue.end.seconds == 1)
        #expect(keepsUp.withLock { $0 } == [true])
        let start = device.now
        device.advance(0.5)
        #expect(heard(from: start + 0.05, to: start + 0.45).allSatisfy { $0 == 0.25 })
        #expect(abs(player.currentTime().seconds - 0.5) < 0.1)
        device.advance(1)
        #expect(ends.withLock { $0 } == 1 && player.rate == 0 && player.currentTime().seconds == 1)
    }

    /// A server that falls silent stalls the player, which waits, or pauses where it is not to wait.
    @Test(arguments: [true, false]) func aServerThatFallsSilentStallsThePlayer(waits: Bool) throws {
        let sound = Self.wave(0.5, seconds: 8)
        let server = try #require(
            PrivateWebServer(steps: [
                [
                    .send(
                        PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Length: \(sound.count)")
                            + sound[..<(3 * 48_000 * 4)]), .fallSilent,
                ]
            ]))
        let url = try #require(URL(string: server.address("/a.wav")))
        let player = app.perform { AVPlayer(url: url) }
        player.automaticallyWaitsToMinimizeStalling = waits
        let item = try #require(player.currentItem)
        let stalls = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemPlaybackStalled, object: item, queue: nil
        ) { _ in stalls.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(wait { (item.loadedTimeRanges.first?.timeRangeValue.end.seconds ?? 0) > 2.9 })
        app.perform { player.play() }
        #expect(player.timeControlStatus == .playing && item.isPlaybackLikelyToKeepUp)
        device.advance(4)
        #expect(stalls.withLock { $0 } == 1)
        #expect(player.timeControlStatus == (waits ? .waitingToPlayAtSpecifiedRate : .paused))
        #expect(player.reasonForWaitingToPlay == (waits ? .toMinimizeStalls : nil) && player.rate == (waits ? 1 : 0))
        #expect(item.isPlaybackBufferEmpty && !item.isPlaybackLikelyToKeepUp)
        app.perform { player.replaceCurrentItem(with: nil) }
    }

    /// Two of four seconds arrive; the file has changed when the rest of it is asked for.
    @Test func aDownloadThatBreaksOffIsHeardAndFailsWhereItIs() throws {
        let sound = Self.wave(0.25, seconds: 4)
        let server = try #require(
            PrivateWebServer([
                PrivateWebServer.head("HTTP/1.1 200 OK", "Content-Length: \(sound.count)")
                    + sound[..<(44 + 2 * 48_000 * 4)],
                PrivateWebServer.head(
                    "HTTP/1.1 206 Partial Content", "Content-Range: bytes 384044-1999999/2000000",
                    "Content-Length: 1615956"),
            ]))
        let url = try #require(URL(string: server.address("/a.wav")))
        let player = app.perform { AVPlayer(url: url) }
        let item = try #require(player.currentItem)
        let ends = Mutex(0)
        let failures = Mutex(0)
        let endToken = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { _ in ends.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(endToken) }
        let failureToken = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemFailedToPlayToEndTime, object: item, queue: nil
        ) { _ in failures.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(failureToken) }
        #expect(wait { (item.loadedTimeRanges.first?.timeRangeValue.end.seconds ?? 0) > 1.9 })
        app.perform { player.play() }
        device.advance(3)
        #expect(wait { failures.withLock { $0 } == 1 })
        #expect(ends.withLock { $0 } == 0 && player.rate == 0)
        #expect(abs(player.currentTime().seconds - 2) < 0.1)
    }

    @Test func aStationIsHeardWithItsTitlesAndHasNoEnd() throws {
        let sound = Self.wave(0.125, seconds: 30)
        let server = try #require(
            PrivateWebServer(steps: [
                [
                    .send(
                        PrivateWebServer.head("ICY 200 OK", "icy-name: Radio", "icy-metaint: 8000")
                            + PrivateWebServer.withTitle("Artist - Song", in: sound, every: 8000)), .fallSilent,
                ]
            ]))
        let url = try #require(URL(string: server.address("/radio")))
        let player = app.perform { AVPlayer(url: url) }
        let item = try #require(player.currentItem)
        let output = AVPlayerItemMetadataOutput(identifiers: nil)
        let listener = Listener()
        output.setDelegate(listener, queue: nil)
        item.add(output)
        app.perform { player.play() }
        #expect(wait { player.timeControlStatus == .playing })
        #expect(item.duration.isIndefinite && item.seekableTimeRanges.isEmpty)
        device.advance(1)
        #expect(listener.texts.withLock { $0 } == ["Artist - Song"])
        #expect(item.timedMetadata?.first?.identifier == .icyMetadataStreamTitle)
        let now = device.now
        #expect(heard(from: now - 0.3, to: now - 0.1).allSatisfy { $0 == 0.125 })
        // A live stream cannot be positioned.
        let went = Mutex<Bool?>(nil)
        app.perform {
            player.seek(to: CMTime(seconds: 20, preferredTimescale: 1000)) { gone in went.withLock { $0 = gone } }
        }
        device.advance(0.1)
        #expect(went.withLock { $0 } == false)
        app.perform { player.replaceCurrentItem(with: nil) }
    }

    @Test func anAddressWithoutASoundFailsWithTheReason() throws {
        let server = try #require(PrivateWebServer([PrivateWebServer.head("HTTP/1.1 404 Not Found")]))
        let url = try #require(URL(string: server.address("/none.mp3")))
        let player = app.perform { AVPlayer(url: url) }
        app.perform { player.play() }
        let item = try #require(player.currentItem)
        #expect(wait { item.status == .failed && player.rate == 0 })
        #expect((item.error as? URLError)?.code == .fileDoesNotExist)
    }

    @Test func anAssetOnAServerTellsItsLengthAndTakesFurtherFields() async throws {
        let server = try #require(PrivateWebServer([Self.file(Self.wave(0.25, seconds: 2))]))
        let url = try #require(URL(string: server.address("/a.wav")))
        let asset = AVURLAsset(url: url, options: [AVURLAssetHTTPHeaderFieldsKey: ["X-Key": "secret"]])
        #expect(try await asset.load(.duration).seconds == 2)
        #expect(try await asset.load(.tracks).count == 1)
        #expect(server.questions.count == 1 && server.questions[0].contains("X-Key: secret\r\n"))
    }

    /// A server without parts, such as `python3 -m http.server`: with a length, and a radio without one.
    @Test(arguments: [true, false]) func anAssetOnAServerWithoutPartsIsPlayable(isKnown: Bool) async throws {
        let bytes = Self.wave(0.25, seconds: 2)
        let head =
            isKnown
            ? PrivateWebServer.head("HTTP/1.0 200 OK", "Content-type: audio/x-wav", "Content-Length: \(bytes.count)")
            : PrivateWebServer.head("HTTP/1.0 200 OK", "Content-type: audio/x-wav", "icy-name: Radio")
        let server = try #require(PrivateWebServer([head + bytes, head + bytes, head + bytes]))
        let asset = AVURLAsset(url: try #require(URL(string: server.address("/a.wav"))))
        let (duration, isPlayable, metadata) = try await asset.load(.duration, .isPlayable, .metadata)
        #expect(isPlayable && (duration == .indefinite || duration.seconds == 2) && metadata.isEmpty)
    }

    private final class Listener: AVPlayerItemMetadataOutputPushDelegate {
        let texts = Mutex<[String]>([])
        func metadataOutput(
            _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
            from track: AVPlayerItemTrack?
        ) {
            let found = groups.flatMap(\.items).compactMap(\.stringValue)
            texts.withLock { $0 += found }
        }
    }
}
