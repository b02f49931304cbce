// A program as they are written for iOS 27: calls that throw, buffers that are not changed, typed notifications.

// swift-format-ignore-file: NeverForceUnwrap

import AVFoundation
import AudioToolbox
import Synchronization

final class NewStylePlayer: Sendable {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let echo = AVAudioUnitDelay()
    let peaks = Mutex<[Float]>([])
    let registrations = Mutex(0)

    func start(_ url: URL) async throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        guard try await session.activate() else { return }
        let file = try AVAudioFile(forReading: url)
        let sound = try file.read(frameCount: AVAudioFrameCount(file.length))
        engine.attach(player)
        engine.attach(echo)
        try engine.connectNode(player, to: echo, format: sound.format)
        try engine.connectNode(echo, to: engine.mainMixerNode, format: sound.format)
        try player.installAudioTap(onBus: 0, bufferSize: 4800, format: nil) { [weak self] buffer, _ in
            let peak = buffer.withUnsafeAudioBufferList { list -> Float in
                let samples = list.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
                return (0..<buffer.frameLength).reduce(0) { max($0, abs(samples[$1])) }
            }
            self?.peaks.withLock { $0.append(peak) }
        }
        let status = echo.withAudioUnit { unit in
            AudioUnitSetParameter(unit, kDelayParam_WetDryMix, kAudioUnitScope_Global, 0, 0, 0)
        }
        assert(status == noErr && echo.wetDryMix == 0)
        try engine.start()
        player.scheduleBuffer(sound, options: .loops)
        try player.playAudio()
    }

    /// An operation that two nodes of one engine cannot do is an error, and the program continues.
    func tryImpossibleThings() -> [Int] {
        var codes: [Int] = []
        func note(_ body: () throws -> Void) {
            do { try body() } catch { codes.append((error as NSError).code) }
        }
        note { try engine.connectNode(echo, to: echo, format: nil) }
        note { try player.installAudioTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in } }
        note { try AVAudioPlayerNode().playAudio() }
        return codes
    }

    func watchRegistrations() -> NotificationCenter.ObservationToken {
        NotificationCenter.default.addObserver(
            of: AVAudioUnitComponentManager.shared(), for: .registrationsChanged
        ) { [weak self] _ in self?.registrations.withLock { $0 += 1 } }
    }
}
