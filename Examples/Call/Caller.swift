import AVFAudio
import Foundation
import Synchronization

/// A program that speaks with another one: microphone, codec, RTP, and back.
///
/// The session is playAndRecord in the mode voiceChat; other programs continue, lower. After an interruption or a change of the
/// hardware the engine is started again.
final class Caller: @unchecked Sendable {
    private struct Line {
        var unsent: [Float] = []
        var sequence: UInt16 = 0
        var jitter = JitterBuffer()
        /// The played sound of the other end.
        var heard: [Float] = []
        var lostCount = 0
    }

    let socket: DatagramSocket
    private let codec: SpeechCodec
    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let voice: AVAudioFormat
    private let line = Mutex(Line())
    private let peer = Mutex<UInt16>(0)
    /// Of so many packets one is not sent: a bad network; 0 for a good one.
    private let dropsOneOf: Int
    private var observers: [any NSObjectProtocol] = []

    init?(_ kind: SpeechKind, dropsOneOf: Int = 0) {
        guard let socket = DatagramSocket(), let codec = SpeechCodec(kind),
            let voice = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)
        else { return nil }
        (self.socket, self.codec, self.voice, self.dropsOneOf) = (socket, codec, voice, dropsOneOf)
    }

    /// Begins to speak with the program at that port.
    func call(_ port: UInt16) throws {
        peer.withLock { $0 = port }
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(
            .playAndRecord, mode: .voiceChat, options: [.mixWithOthers, .defaultToSpeaker, .allowBluetoothHFP])
        try session.setActive(true)
        try engine.inputNode.setVoiceProcessingEnabled(true)
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: voice)
        engine.inputNode.installTap(onBus: 0, bufferSize: AVAudioFrameCount(codec.kind.frames), format: voice) {
            [weak self] buffer, _ in self?.pass(buffer)
        }
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
                [weak self] in self?.interrupted($0)
            },
            center.addObserver(forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil) {
                [weak self] _ in try? self?.begin()
            },
        ]
        try begin()
    }

    /// Ends it, and lets others know.
    func hangUp() {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    }

    /// The played sound of the other end, and the packets of it that did not come.
    var heard: (samples: [Float], lostCount: Int) { line.withLock { ($0.heard, $0.lostCount) } }

    private func begin() throws {
        try engine.start()
        player.play()
    }

    private func interrupted(_ notification: Notification) {
        let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        guard type == AVAudioSession.InterruptionType.ended.rawValue else { return }
        // A talking end continues without being asked.
        try? AVAudioSession.sharedInstance().setActive(true)
        try? begin()
    }

    /// Sends what came in, and plays as much of the other end.
    private func pass(_ buffer: AVAudioPCMBuffer) {
        guard let samples = buffer.floatChannelData?[0] else { return }
        line.withLock { line in
            line.unsent.append(contentsOf: UnsafeBufferPointer(start: samples, count: Int(buffer.frameLength)))
            while let bytes = socket.receive() {
                if let packet = RTPPacket(bytes, codec.kind) { line.jitter.take(packet) }
            }
            let frames = codec.kind.frames
            while line.unsent.count >= frames {
                for payload in codec.encode(line.unsent.prefix(frames)) { send(payload, &line) }
                line.unsent.removeFirst(frames)
                play(&line)
            }
        }
    }

    private func send(_ payload: [UInt8], _ line: inout Line) {
        let packet = RTPPacket(
            kind: codec.kind, sequence: line.sequence,
            timestamp: UInt32(line.sequence) &* UInt32(codec.kind.ticks), source: 1, payload: payload)
        line.sequence &+= 1
        if dropsOneOf > 0, Int(line.sequence) % dropsOneOf == 0 { return }
        socket.send(packet.bytes, to: peer.withLock { $0 })
    }

    private func play(_ line: inout Line) {
        var speech: [Float]
        switch line.jitter.due() {
        case .nothing: speech = [Float](repeating: 0, count: codec.kind.frames)
        case .packet(let payload): speech = codec.decode(payload)
        case .lost:
            speech = codec.conceal()
            line.lostCount += 1
        }
        line.heard += speech
        guard !speech.isEmpty,
            let buffer = AVAudioPCMBuffer(pcmFormat: voice, frameCapacity: AVAudioFrameCount(speech.count))
        else { return }
        buffer.frameLength = buffer.frameCapacity
        for (frame, sample) in speech.enumerated() { buffer.floatChannelData?[0][frame] = sample }
        player.scheduleBuffer(buffer)
    }
}
