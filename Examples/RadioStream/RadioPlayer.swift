import AVFoundation
import AudioToolbox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Plays what a server sends while it arrives.
///
/// `URLSession` brings bytes, `AudioFileStream` finds the packets in them, `AVAudioConverter` decodes those, and a player
/// node plays what comes out. Everything but the playing happens on one serial queue.
final class RadioPlayer: NSObject, @unchecked Sendable {
    /// Receives the titles that a station sends, on the queue.
    var titleChanged: (String) -> Void = { _ in }
    /// Called when the last sound was played, or why there is none, on the queue.
    var ended: (Error?) -> Void = { _ in }

    private let queue = OperationQueue()
    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private var session: URLSession?
    private var titles = TitleSplitter(interval: 0)
    private var stream: AudioFileStreamID?
    private var decoder: PacketDecoder?
    private var failure: Error?
    private var waitingBuffers = 0
    private var waitingSeconds = 0.0
    /// Seconds of sound that are there before the first one plays: networks are uneven.
    private static let secondsAhead = 2.0
    private var isComplete = false

    override init() {
        super.init()
        queue.maxConcurrentOperationCount = 1
        engine.attach(player)
    }

    deinit { if let stream { AudioFileStreamClose(stream) } }

    /// Begins to play; `ended` is called when it is over.
    func play(_ url: URL) {
        var request = URLRequest(url: url)
        request.setValue("1", forHTTPHeaderField: "Icy-MetaData")
        let session = URLSession(configuration: .default, delegate: self, delegateQueue: queue)
        self.session = session
        session.dataTask(with: request).resume()
    }

    /// Ends early.
    func stop() {
        queue.addOperation { [self] in
            player.stop()
            finish(nil)
        }
    }

    private func finish(_ error: Error?) {
        session?.invalidateAndCancel()
        session = nil
        engine.stop()
        ended(error)
    }

    private func openStream(hint: AudioFileTypeID) {
        AudioFileStreamOpen(
            Unmanaged.passUnretained(self).toOpaque(),
            { client, stream, property, _ in
                let radio = Unmanaged<RadioPlayer>.fromOpaque(client).takeUnretainedValue()
                if property == kAudioFileStreamProperty_ReadyToProducePackets { radio.prepare(stream) }
            },
            { client, byteCount, packetCount, data, descriptions in
                let radio = Unmanaged<RadioPlayer>.fromOpaque(client).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: data, count: Int(byteCount))
                radio.take(bytes, packetCount: Int(packetCount), descriptions)
            }, hint, &stream)
    }

    /// The stream's format is known: makes what decodes and plays it.
    private func prepare(_ stream: AudioFileStreamID) {
        do {
            let decoder = try PacketDecoder(stream)
            engine.connect(player, to: engine.mainMixerNode, format: decoder.output)
            try engine.start()
            self.decoder = decoder
        } catch { failure = error }
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, packetCount: Int,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) {
        guard let decoder, failure == nil else { return }
        do {
            try decoder.append(bytes, packetCount: packetCount, descriptions)
            while let buffer = try decoder.next() { schedule(buffer) }
        } catch { failure = error }
    }

    private func begin() {
        if engine.isRunning, !player.isPlaying { player.play() }
    }

    private func schedule(_ buffer: AVAudioPCMBuffer) {
        let seconds = Double(buffer.frameLength) / buffer.format.sampleRate
        waitingBuffers += 1
        waitingSeconds += seconds
        if waitingSeconds >= Self.secondsAhead { begin() }
        player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { [self] _ in
            queue.addOperation { [self] in
                waitingBuffers -= 1
                waitingSeconds -= seconds
                if isComplete, waitingBuffers == 0 { finish(nil) }
            }
        }
    }
}

extension RadioPlayer: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        guard let answer = response as? HTTPURLResponse, answer.statusCode == 200 else {
            failure = RadioError.refused((response as? HTTPURLResponse)?.statusCode ?? 0)
            return completionHandler(.cancel)
        }
        let interval = answer.value(forHTTPHeaderField: "icy-metaint").flatMap { Int($0) } ?? 0
        titles = TitleSplitter(interval: interval)
        if let name = answer.value(forHTTPHeaderField: "icy-name") { print("station: \(name)") }
        openStream(hint: answer.mimeType == "audio/aac" ? kAudioFileAAC_ADTSType : 0)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let stream, failure == nil else { return }
        titles.split(data) { sound in
            let status = sound.withUnsafeBytes {
                AudioFileStreamParseBytes(stream, UInt32($0.count), $0.baseAddress, [])
            }
            if status != noErr, failure == nil { failure = NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        } title: {
            titleChanged($0)
        }
        if failure != nil { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        if let failure { return finish(failure) }
        if let error { return finish(error) }
        guard let decoder else { return finish(RadioError.noSound) }
        do {
            decoder.end()
            while let buffer = try decoder.next() { schedule(buffer) }
        } catch { return finish(error) }
        isComplete = true
        if waitingBuffers == 0 { return finish(nil) }
        begin()
    }
}

/// Why there is nothing to hear.
enum RadioError: LocalizedError {
    case refused(Int)
    case noSound
    case format

    var errorDescription: String? {
        switch self {
        case .refused(let status): "the server answered with the HTTP status \(status)"
        case .noSound: "the server sent no sound"
        case .format: "the stream's format cannot be played"
        }
    }
}
