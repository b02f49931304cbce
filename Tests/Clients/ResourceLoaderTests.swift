import AVFoundation
import Patience
import PrivateWebServer
import SordinoSimulator
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Assets whose bytes the program provides itself, on a simulated telephone with headphones.
///
/// Delegates answer by the machine's clock and the telephone runs by its own: where they meet, a test waits.
struct ResourceLoaderTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp
    let queue = DispatchQueue(label: "ResourceLoaderTests")
    let url: URL

    init() throws {
        url = try #require(URL(string: "vault://sounds/a.wav"))
        device.plug(.headphones)
        app = device.app("Vault", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    /// A delegate's treatment of a request.
    enum Answer: CaseIterable {
        /// Any part of the file.
        case parts
        /// The whole file, of known length.
        case whole
        /// The whole file, whose length is unknown.
        case unknown
    }

    private final class Vault: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        let bytes: [UInt8]
        let answer: Answer
        let asked = Mutex<[String]>([])

        init(_ bytes: [UInt8], _ answer: Answer) { (self.bytes, self.answer) = (bytes, answer) }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            asked.withLock { $0.append(loadingRequest.request.url?.absoluteString ?? "") }
            // As programs do: later, and in pieces.
            DispatchQueue.global().async { [self] in
                if let information = loadingRequest.contentInformationRequest {
                    information.contentType = "com.microsoft.waveform-audio"
                    information.isByteRangeAccessSupported = answer == .parts
                    if answer != .unknown { information.contentLength = Int64(bytes.count) }
                }
                guard let data = loadingRequest.dataRequest else { return loadingRequest.finishLoading() }
                let end =
                    data.requestsAllDataToEndOfResource
                    ? bytes.count : min(bytes.count, Int(data.requestedOffset) + data.requestedLength)
                while data.currentOffset < end, !loadingRequest.isCancelled {
                    let start = Int(data.currentOffset)
                    data.respond(with: Data(bytes[start..<min(start + 50_000, end)]))
                }
                loadingRequest.finishLoading()
            }
            return true
        }
    }

    /// Refuses, in one of three ways.
    private final class Refusing: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        enum Way: CaseIterable { case no, error, short }
        let way: Way
        init(_ way: Way) { self.way = way }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            switch way {
            case .no: return false
            case .error: loadingRequest.finishLoading(with: CocoaError(.fileReadNoPermission))
            case .short:
                loadingRequest.contentInformationRequest?.contentLength = 100_000
                loadingRequest.contentInformationRequest?.isByteRangeAccessSupported = true
                loadingRequest.finishLoading()
            }
            return true
        }
    }

    /// Never answers.
    private final class Silent: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        let held = Mutex<[AVAssetResourceLoadingRequest]>([])
        let cancelled = Mutex<[Bool]>([])

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            held.withLock { $0.append(loadingRequest) }
            return true
        }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
        ) {
            cancelled.withLock { $0.append(loadingRequest.isCancelled) }
        }
    }

    private final class Leading: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
        let other: URL
        init(_ other: URL) { self.other = other }

        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool {
            loadingRequest.redirect = URLRequest(url: other)
            loadingRequest.response = HTTPURLResponse(
                url: other, statusCode: 302, httpVersion: nil, headerFields: nil)
            loadingRequest.finishLoading()
            return true
        }
    }

    private func asset(_ delegate: any AVAssetResourceLoaderDelegate) -> AVURLAsset {
        let asset = AVURLAsset(url: url)
        asset.resourceLoader.setDelegate(delegate, queue: queue)
        return asset
    }

    /// Lets the telephone's time continue until something is so that a delegate decides.
    private func wait(_ isSo: () -> Bool) -> Bool {
        Patience.until {
            device.advance(0.005)
            return isSo()
        }
    }

    @Test(arguments: Answer.allCases) func bytesOfTheProgramAreAnAsset(answer: Answer) async throws {
        let vault = Vault(StreamPlayerTests.wave(0.25, seconds: 3), answer)
        let asset = asset(vault)
        #expect(asset.resourceLoader.delegate === vault && asset.resourceLoader.delegateQueue === queue)
        let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
        #expect(duration == CMTime(value: 3, timescale: 1) && tracks.count == 1 && isPlayable)
        #expect(vault.asked.withLock { $0 }.allSatisfy { $0 == "vault://sounds/a.wav" })
        #expect(vault.asked.withLock { $0.count } > 1)
    }

    @Test(arguments: Answer.allCases) func bytesOfTheProgramArePlayed(answer: Answer) throws {
        let vault = Vault(StreamPlayerTests.wave(0.25, seconds: 3), answer)
        let asset = asset(vault)
        let item = AVPlayerItem(asset: asset)
        let player = app.perform { AVPlayer(playerItem: item) }
        app.perform { player.play() }
        #expect(wait { player.timeControlStatus == .playing })
        #expect(item.status == .readyToPlay && item.duration.seconds == 3)
        let start = device.now
        device.advance(0.5)
        let heard = device.output(.headphones)?.samples(channel: 0, from: start + 0.05, to: start + 0.45) ?? []
        #expect(!heard.isEmpty && heard.allSatisfy { $0 == 0.25 })
        app.perform { item.seek(to: CMTime(value: 2, timescale: 1), completionHandler: nil) }
        #expect(wait { player.currentTime().seconds > 2.1 })
        #expect(wait { player.rate == 0 })
        #expect(player.currentTime().seconds == 3)
    }

    @Test(arguments: Refusing.Way.allCases) private func aRefusalIsTheAssetsError(way: Refusing.Way) async throws {
        let delegate = Refusing(way)
        let asset = asset(delegate)
        do {
            _ = try await asset.load(.duration)
            Issue.record("the duration of nothing")
        } catch {
            #expect((error as? CocoaError)?.code == .fileReadNoPermission || way != .error)
        }
        let item = AVPlayerItem(asset: self.asset(delegate))
        let player = app.perform { AVPlayer(playerItem: item) }
        #expect(wait { item.status == .failed })
        #expect(item.error != nil && ((item.error as? CocoaError)?.code == .fileReadNoPermission || way != .error))
        app.perform { player.replaceCurrentItem(with: nil) }
    }

    @Test func aQuestionIsCancelledWhenNobodyPlaysAnyLonger() throws {
        let delegate = Silent()
        let item = AVPlayerItem(asset: asset(delegate))
        let player = app.perform { AVPlayer(playerItem: item) }
        #expect(wait { delegate.held.withLock { $0.count } == 1 })
        #expect(item.status == .unknown && delegate.held.withLock { $0.first?.isCancelled } == false)
        app.perform { player.replaceCurrentItem(with: nil) }
        #expect(wait { delegate.cancelled.withLock { $0 } == [true] })
        // An answer that comes too late does nothing.
        let request = try #require(delegate.held.withLock { $0.first })
        request.dataRequest?.respond(with: Data([1, 2]))
        request.finishLoading()
        #expect(request.isCancelled)
    }

    @Test func readingIsCancelled() {
        let delegate = Silent()
        let asset = asset(delegate)
        let failure = Mutex<(any Error)?>(nil)
        asset.loadTracks(withMediaType: .audio) { _, error in failure.withLock { $0 = error } }
        #expect(Patience.until { delegate.held.withLock { $0.count } == 1 })
        asset.cancelLoading()
        #expect(Patience.until { failure.withLock { $0 != nil } })
    }

    @Test(.enabled(if: PrivateWebServer.canBeAsked, "libcurl4 is not installed"))
    func aProgramLeadsToAServer() throws {
        let sound = StreamPlayerTests.wave(0.25, seconds: 1)
        let server = try #require(
            PrivateWebServer([
                PrivateWebServer.head(
                    "HTTP/1.1 200 OK", "Accept-Ranges: bytes", "Content-Length: \(sound.count)") + sound
            ]))
        let delegate = Leading(try #require(URL(string: server.address("/a.wav"))))
        let item = AVPlayerItem(asset: asset(delegate))
        let player = app.perform { AVPlayer(playerItem: item) }
        #expect(wait { item.status == .readyToPlay })
        #expect(item.duration.seconds == 1)
        app.perform { player.replaceCurrentItem(with: nil) }
    }

    @Test func anAddressOfNobodyFails() async throws {
        let asset = AVURLAsset(url: url)
        do {
            _ = try await asset.load(.duration)
            Issue.record("the duration of nothing")
        } catch { #expect((error as? URLError)?.code == .unsupportedURL) }
    }
}
