import AVFAudio
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// `AVAudioEngine` on a simulated phone with headphones, whose samples leave the port as they were mixed.
@Suite struct AVAudioEngineLiveTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        device.plug(.headphones)
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.advance(0.2)
    }

    /// An engine of the app's with one connected player.
    private func make(channels: AVAudioChannelCount = 2, rate: Double = 48_000) throws -> (
        AVAudioEngine, AVAudioPlayerNode
    ) {
        try app.perform {
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            engine.attach(player)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
            engine.connect(player, to: engine.mainMixerNode, format: format)
            return (engine, player)
        }
    }

    private func buffer(_ sound: Sound) throws -> AVAudioPCMBuffer {
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: AVAudioChannelCount(sound.channels.count)))
        let count = sound.channels[0].count
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
        buffer.frameLength = AVAudioFrameCount(count)
        for (channel, samples) in sound.channels.enumerated() {
            for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[channel][frame] = sample }
        }
        return buffer
    }

    private func heard(_ channel: Int, from start: Double, count: Int) -> [Float] {
        let samples = device.output(.headphones)?.samples(channel: channel, from: start - 1e-6) ?? []
        return Array(samples.prefix(count))
    }

    @Test func aBufferIsHeardSampleForSample() throws {
        let sound = Sound.noise(frames: 20_000, channels: 2, seed: 1)
        let (engine, player) = try make()
        player.scheduleBuffer(try buffer(sound))
        try app.perform { try engine.start() }
        let start = device.now
        player.play()
        device.advance(1)
        for channel in 0..<2 { #expect(heard(channel, from: start, count: 20_000) == sound.channels[channel]) }
    }

    @Test func aFileIsReadAheadAndHeardSampleForSample() throws {
        let sound = Sound.noise(frames: 150_000, channels: 2, seed: 2)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("engine-live-\(UUID().uuidString).wav")
        try sound.wave().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let (engine, player) = try make()
        try app.perform { try engine.start() }
        player.scheduleFile(try AVAudioFile(forReading: url), at: nil)
        let start = device.now
        player.play()
        device.advance(4)
        for channel in 0..<2 { #expect(heard(channel, from: start, count: 150_000) == sound.channels[channel]) }
    }

    @Test func completionsComeInTheOrderOfTheirMoments() throws {
        let sound = Sound.noise(frames: 10_000, channels: 1, seed: 3)
        let (engine, player) = try make(channels: 1)
        let calls = Mutex<[String]>([])
        for type in [AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataRendered, .dataPlayedBack] {
            player.scheduleBuffer(try buffer(sound), completionCallbackType: type) { came in
                calls.withLock { $0.append("\(came)") }
            }
        }
        try app.perform { try engine.start() }
        player.play()
        device.advance(1)
        #expect(calls.withLock { $0 } == ["dataConsumed", "dataRendered", "dataPlayedBack"])
    }

    @Test func startingActivatesTheSession() throws {
        let other = device.app("Other")
        let (engine, player) = try other.perform {
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            return (engine, player)
        }
        #expect(engine.isRunning && player.engine === engine)
        #expect(device.output(.headphones) != nil)
    }

    @Test func aCallStopsTheEngineAndAStartGoesOnWhereItWas() throws {
        let sound = Sound.noise(frames: 90_000, channels: 1, seed: 4)
        let (engine, player) = try make(channels: 1)
        player.scheduleBuffer(try buffer(sound))
        try app.perform { try engine.start() }
        let start = device.now
        player.play()
        device.advance(0.5)
        device.ring()
        let stopped = device.now
        #expect(!engine.isRunning)
        #expect(app.notifications.contains { if case .interruptionBegan = $0 { true } else { false } })
        device.advance(1)
        device.declineCall()
        device.advance(0.5)
        #expect(!engine.isRunning)
        try app.perform { try engine.start() }
        let resumed = device.now
        player.play()
        device.advance(2)
        let first = Int(((stopped - start) * 48_000).rounded())
        #expect(heard(0, from: start, count: first) == Array(sound.channels[0].prefix(first)))
        #expect(heard(0, from: resumed, count: 90_000 - first) == Array(sound.channels[0].dropFirst(first)))
    }

    /// Counts the engine's notifications that its hardware is another.
    private func countingChanges(of engine: AVAudioEngine, _ body: (() -> Int) throws -> Void) rethrows {
        let changes = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { _ in changes.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        try body { changes.withLock { $0 } }
    }

    @Test func headphonesOutStopTheEngineAndItSaysSo() throws {
        let (engine, player) = try make()
        try countingChanges(of: engine) { changes in
            player.scheduleBuffer(try buffer(.noise(frames: 40_000, channels: 2, seed: 5)))
            try app.perform { try engine.start() }
            player.play()
            device.advance(0.2)
            #expect(changes() == 0 && engine.isRunning)
            device.unplug(.headphones)
            device.advance(0.1)
            #expect(changes() == 1 && !engine.isRunning)
            try app.perform { try engine.start() }
            device.advance(0.1)
            #expect(engine.isRunning)
            #expect((device.output(.builtInSpeaker)?.peak(from: device.now - 0.05, to: device.now) ?? 0) > 0)
        }
    }

    @Test func headphonesInStopTheEngineAndItSaysSo() throws {
        device.unplug(.headphones)
        let (engine, player) = try make()
        try countingChanges(of: engine) { changes in
            player.scheduleBuffer(try buffer(.noise(frames: 40_000, channels: 2, seed: 6)))
            try app.perform { try engine.start() }
            player.play()
            device.advance(0.2)
            #expect(changes() == 0 && engine.isRunning)
            device.plug(.headphones)
            device.advance(0.1)
            #expect(changes() == 1 && !engine.isRunning)
            device.advance(0.5)
            #expect(changes() == 1)
        }
    }

    @Test func fiveOneIsHeardChannelByChannelAndStereoInTheFirstTwo() throws {
        device.unplug(.headphones)
        device.plug(.hdmi(channelCount: 6))
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let surround = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let (engine, player) = try app.perform { () -> (AVAudioEngine, AVAudioPlayerNode) in
            #expect(app.session.maximumOutputNumberOfChannels == 6)
            try app.session.setPreferredOutputNumberOfChannels(6)
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: surround)
            #expect(engine.outputNode.outputFormat(forBus: 0).channelCount == 6)
            try engine.start()
            return (engine, player)
        }
        let sound = Sound.noise(frames: 4800, channels: 6, seed: 11)
        let six = try #require(AVAudioPCMBuffer(pcmFormat: surround, frameCapacity: 4800))
        six.frameLength = 4800
        for channel in 0..<6 {
            for frame in 0..<4800 { six.floatChannelData?[channel][frame] = sound.channels[channel][frame] }
        }
        player.scheduleBuffer(six)
        let start = device.now
        player.play()
        device.advance(0.5)
        var port = try #require(device.output(.HDMI))
        for channel in 0..<6 {
            #expect(
                Array(port.samples(channel: channel, from: start - 1e-6).prefix(4800)) == sound.channels[channel],
                "channel \(channel)")
        }
        // Two channels beside it, while it runs: the first two of the port.
        let second = AVAudioPlayerNode()
        engine.attach(second)
        engine.connect(
            second, to: engine.mainMixerNode, format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let stereo = Sound.noise(frames: 4800, channels: 2, seed: 12)
        second.scheduleBuffer(try buffer(stereo))
        let later = device.now
        second.play()
        device.advance(0.5)
        port = try #require(device.output(.HDMI))
        for channel in 0..<6 {
            let expected = channel < 2 ? stereo.channels[channel] : [Float](repeating: 0, count: 4800)
            #expect(Array(port.samples(channel: channel, from: later - 1e-6).prefix(4800)) == expected)
        }
    }

    @Test func theMicrophoneIsHeardThroughTheInputNode() throws {
        try app.activate(.playAndRecord)
        let heard = Mutex<[Float]>([])
        let engine = try app.perform {
            let engine = AVAudioEngine()
            let format = engine.inputNode.outputFormat(forBus: 0)
            #expect(format.sampleRate == 48_000 && format.channelCount >= 1)
            engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: format) { buffer, _ in
                let samples = UnsafeBufferPointer(
                    start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
                heard.withLock { $0 += Array(samples) }
            }
            try engine.start()
            return engine
        }
        device.advance(0.5)
        #expect(heard.withLock { $0.count } >= 4 * 4800)
        engine.stop()
    }

    @Test func anEngineThatOnlyListensRunsInASessionThatOnlyRecords() throws {
        device.microphone(hears: .tone(hertz: 500, amplitude: 0.5))
        try app.activate(.record)
        let heard = Mutex<[Float]>([])
        let engine = try app.perform {
            let engine = AVAudioEngine()
            let input = engine.inputNode
            input.installTap(onBus: 0, bufferSize: 4800, format: input.outputFormat(forBus: 0)) { buffer, _ in
                let samples = UnsafeBufferPointer(
                    start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
                heard.withLock { $0 += Array(samples) }
            }
            engine.prepare()
            try engine.start()
            return engine
        }
        device.advance(0.5)
        let samples = heard.withLock { $0 }
        #expect(samples.count >= 4 * 4800)
        // A sine of amplitude a has the mean square a^2 / 2.
        let power = samples.suffix(9600).reduce(0.0) { $0 + Double($1) * Double($1) } / 9600
        #expect(abs(power - 0.125) < 0.001, "mean square \(power)")
        engine.stop()
        // One that also plays may not.
        let player = app.perform {
            let engine = AVAudioEngine()
            engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
            _ = engine.mainMixerNode
            let error = #expect(throws: NSError.self) { try engine.start() }
            #expect(error?.domain == "com.apple.coreaudio.avfaudio")
            return engine
        }
        #expect(!player.isRunning)
    }

    @Test func pauseKeepsThePlaceAndStopBeginsAnew() throws {
        let sound = Sound.noise(frames: 60_000, channels: 1, seed: 6)
        let (engine, player) = try make(channels: 1)
        player.scheduleBuffer(try buffer(sound))
        try app.perform { try engine.start() }
        let start = device.now
        player.play()
        device.advance(0.25)
        engine.pause()
        let paused = device.now
        device.advance(0.5)
        try app.perform { try engine.start() }
        let resumed = device.now
        device.advance(0.25)
        let first = Int(((paused - start) * 48_000).rounded())
        #expect(heard(0, from: resumed, count: 5000) == Array(sound.channels[0][first..<first + 5000]))
        engine.stop()
        device.advance(0.1)
        try app.perform { try engine.start() }
        let again = device.now
        device.advance(0.25)
        #expect(heard(0, from: again, count: 5000) == Array(sound.channels[0].prefix(5000)))
    }

    @Test func aTapAndTheTimesWorkLive() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 7)
        let (engine, player) = try make(channels: 1)
        let heard = Mutex<[(AVAudioTime, [Float])]>([])
        player.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, time in
            let samples = Array(
                UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength)))
            heard.withLock { $0.append((time, samples)) }
        }
        player.scheduleBuffer(try buffer(sound))
        try app.perform { try engine.start() }
        player.play()
        device.advance(0.5)
        let time = try #require(player.lastRenderTime)
        #expect(time.isHostTimeValid && time.isSampleTimeValid)
        let own = try #require(player.playerTime(forNodeTime: time))
        #expect(player.nodeTime(forPlayerTime: own)?.sampleTime == time.sampleTime)
        let all = heard.withLock { $0 }
        #expect(all.count >= 4)
        #expect(Array(all.map(\.1).joined()) == Array(sound.channels[0].prefix(all.count * 4800)))
        #expect(zip(all, all.dropFirst()).allSatisfy { $1.0.hostTime - $0.0.hostTime == 100_000_000 })
    }

    @Test func twoEnginesOfTwoProgramsAreMixedByTheDevice() throws {
        let (first, one) = try make(channels: 1)
        one.scheduleBuffer(try buffer(.constant(0.25, frames: 40_000)))
        try app.activate(.playback, options: .mixWithOthers)
        let other = device.app("Game", backgroundModes: .audio)
        try other.activate(.playback, options: .mixWithOthers)
        let (second, two) = other.perform {
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(
                player, to: engine.mainMixerNode,
                format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            return (engine, player)
        }
        two.scheduleBuffer(try buffer(.constant(0.5, frames: 40_000)))
        try app.perform { try first.start() }
        try other.perform { try second.start() }
        one.play()
        two.play()
        device.advance(0.4)
        let level = heard(0, from: device.now - 0.1, count: 100)
        #expect(level.allSatisfy { abs($0 - 0.75) < 1e-6 }, "\(level.first ?? 0)")
    }

    @Test func aTapThatThrowsItsWorkAtMainNeverHoldsUpTheSound() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 13)
        let (engine, player) = try make(channels: 1)
        // The main queue does not run here: what is thrown there waits for ever.
        let thrown = Mutex(0)
        player.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            thrown.withLock { $0 += 1 }
            let level = buffer.floatChannelData?[0][0] ?? 0
            DispatchQueue.main.async { _ = level }
        }
        player.scheduleBuffer(try buffer(sound))
        try app.perform { try engine.start() }
        let start = device.now
        player.play()
        device.advance(1.2)
        #expect(heard(0, from: start, count: 48_000) == sound.channels[0])
        #expect(thrown.withLock { $0 } >= 9)
    }

    @Test func aMutedInputIsSilentWithVoiceProcessing() throws {
        device.microphone(hears: .tone(hertz: 500, amplitude: 0.5))
        try app.activate(.playAndRecord)
        let peaks = Mutex<[Float]>([])
        let engine = try app.perform {
            let engine = AVAudioEngine()
            try engine.inputNode.setVoiceProcessingEnabled(true)
            // A steady tone would be taken for noise.
            engine.inputNode.isVoiceProcessingBypassed = true
            engine.inputNode.isVoiceProcessingInputMuted = true
            engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
                let samples = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
                peaks.withLock { $0.append(samples.reduce(0) { max($0, abs($1)) }) }
            }
            try engine.start()
            #expect(throws: NSError.self) { try engine.inputNode.setVoiceProcessingEnabled(false) }
            return engine
        }
        device.advance(0.5)
        #expect(peaks.withLock { $0.count >= 3 && $0.allSatisfy { $0 == 0 } })
        engine.inputNode.isVoiceProcessingInputMuted = false
        device.advance(0.5)
        #expect((peaks.withLock { $0.last } ?? 0) > 0.3)
        engine.stop()
    }

    @Test func theHardwareRestsWhileNothingPlaysIfItMay() throws {
        let sound = Sound.noise(frames: 4800, channels: 1, seed: 9)
        let (engine, player) = try make(channels: 1)
        engine.isAutoShutdownEnabled = true
        player.scheduleBuffer(try buffer(sound))
        try app.perform { try engine.start() }
        player.play()
        device.advance(5)
        let playing = try #require(engine.outputNode.lastRenderTime)
        player.stop()
        device.advance(5)
        let resting = try #require(engine.outputNode.lastRenderTime)
        #expect(engine.isRunning)
        #expect(resting.sampleTime - playing.sampleTime < 4 * 48_000)
        device.advance(5)
        #expect(engine.outputNode.lastRenderTime?.sampleTime == resting.sampleTime)
        player.scheduleBuffer(try buffer(sound))
        let start = device.now
        player.play()
        device.advance(0.5)
        #expect(heard(0, from: start, count: 4800) == sound.channels[0])
    }

    @Test func anEngineThatGoesLeavesNothingBehind() throws {
        weak var gone: AVAudioEngine?
        do {
            let (engine, player) = try make(channels: 1)
            gone = engine
            player.scheduleBuffer(try buffer(.constant(0.5, frames: 48_000)), at: nil, options: .loops)
            try app.perform { try engine.start() }
            player.play()
            device.advance(0.2)
        }
        #expect(gone == nil)
        device.advance(0.2)
        #expect(device.output(.headphones)?.peak(from: device.now - 0.1, to: device.now) == 0)
    }
}
