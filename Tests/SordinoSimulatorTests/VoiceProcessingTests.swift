import AVFAudio
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// Programs that speak while loudspeakers play: on a simulated phone whose microphone hears its speaker.
@Suite struct VoiceProcessingTests {
    /// Swelling noise that no noise suppressor takes for the room's.
    private static func music(seconds: Double) -> [Float] {
        var seed: UInt32 = 9
        return (0..<Int(seconds * 48_000)).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let swell = sin(2 * .pi * 2 * Double(frame) / 48_000)
            return Float(0.3 * swell * swell * Double(Int32(bitPattern: seed)) / 2_147_483_648)
        }
    }

    /// Harmonics of 130 Hz as a mouth colours them, four syllables a second.
    private static func talk(seconds: Double, from start: Double) -> [Float] {
        (0..<Int(seconds * 48_000)).map { frame in
            let time = Double(frame) / 48_000
            guard time > start else { return 0 }
            return (1...24).reduce(Float(0)) { sum, harmonic in
                let hertz = 130 * Double(harmonic)
                let level = 1 / (1 + pow((hertz - 500) / 200, 2)) + 0.4 / (1 + pow((hertz - 1500) / 250, 2))
                return sum + Float(0.05 * abs(sin(4 * .pi * time)) * level * sin(2 * .pi * hertz * time))
            }
        }
    }

    private static func decibels(_ samples: some Collection<Float>) -> Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
        return 10 * log10(power + 1e-20)
    }

    /// A program that plays music from the speaker.
    private static func play(_ device: SimulatedDevice, seconds: Double) throws -> (SimulatedApp, AVAudioEngine) {
        let app = device.app("Music", backgroundModes: .audio)
        let engine = try app.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback, options: .mixWithOthers)
            try AVAudioSession.sharedInstance().setActive(true)
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            engine.attach(player)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            engine.connect(player, to: engine.mainMixerNode, format: format)
            let samples = Self.music(seconds: seconds)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)))
            buffer.frameLength = AVAudioFrameCount(samples.count)
            for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[0][frame] = sample }
            player.scheduleBuffer(buffer)
            try engine.start()
            player.play()
            return engine
        }
        return (app, engine)
    }

    /// The input of an engine with voice processing.
    private final class Ear: @unchecked Sendable {
        let samples = Mutex<[Float]>([])
        var engine: AVAudioEngine?

        func listen(_ app: SimulatedApp, _ prepare: @escaping (AVAudioInputNode) throws -> Void) throws {
            engine = try app.perform {
                try AVAudioSession.sharedInstance().setCategory(
                    .playAndRecord, mode: .voiceChat, options: [.mixWithOthers, .defaultToSpeaker])
                try AVAudioSession.sharedInstance().setActive(true)
                let engine = AVAudioEngine()
                try engine.inputNode.setVoiceProcessingEnabled(true)
                try prepare(engine.inputNode)
                #expect(engine.inputNode.outputFormat(forBus: 0).channelCount == 1)
                engine.inputNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
                    let heard = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
                    self.samples.withLock { $0.append(contentsOf: heard) }
                }
                try engine.start()
                return engine
            }
        }

        /// The last seconds of what was heard.
        func last(_ seconds: Double) -> ArraySlice<Float> {
            samples.withLock { $0.suffix(Int(seconds * 48_000)) }
        }
    }

    @Test func aCallerDoesNotHearTheMusicOfAnotherProgram() throws {
        let device = SimulatedDevice(.phone)
        device.acoustics = .kitchen
        let music = try Self.play(device, seconds: 5)
        let ear = Ear()
        try ear.listen(device.app("Calls", backgroundModes: .audio)) { input in
            input.isVoiceProcessingAGCEnabled = false
            input.isVoiceProcessingBypassed = true
        }
        device.advance(1)
        let before = Self.decibels(ear.last(0.5))
        ear.engine?.inputNode.isVoiceProcessingBypassed = false
        device.advance(3)
        let after = Self.decibels(ear.last(0.8))
        #expect(before > -50)
        #expect(before - after > 30, "\(before) dB became \(after) dB")
        music.1.stop()
        ear.engine?.stop()
    }

    @Test func theTalkerIsHeardThroughTheMusic() throws {
        let device = SimulatedDevice(.phone)
        let voice = Self.talk(seconds: 6, from: 3)
        device.acoustics = .office
        device.microphone(hears: .recording([voice], sampleRate: 48_000, repeats: false))
        let music = try Self.play(device, seconds: 7)
        let ear = Ear()
        try ear.listen(device.app("Calls", backgroundModes: .audio)) { $0.isVoiceProcessingAGCEnabled = false }
        device.advance(5.5)
        let heard = Self.decibels(ear.last(1.5))
        let spoken = Self.decibels(voice.suffix(72_000))
        #expect(abs(heard - spoken) < 4, "\(spoken) dB were heard as \(heard) dB")
        music.1.stop()
        ear.engine?.stop()
    }

    @Test func theUnitHasPropertiesThatRemoteIODoesNotHave() throws {
        let device = SimulatedDevice(.phone)
        let app = device.app("Calls")
        try app.perform {
            func unit(_ subtype: OSType) throws -> AudioUnit {
                var description = AudioComponentDescription(
                    componentType: kAudioUnitType_Output, componentSubType: subtype,
                    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
                let component = try #require(AudioComponentFindNext(nil, &description))
                var made: AudioUnit?
                #expect(AudioComponentInstanceNew(component, &made) == noErr)
                return try #require(made)
            }
            let voice = try unit(kAudioUnitSubType_VoiceProcessingIO)
            let remote = try unit(kAudioUnitSubType_RemoteIO)
            let numbers: [(AudioUnitPropertyID, UInt32)] = [
                (kAUVoiceIOProperty_BypassVoiceProcessing, 0), (kAUVoiceIOProperty_VoiceProcessingEnableAGC, 1),
                (kAUVoiceIOProperty_VoiceProcessingQuality, 127), (kAUVoiceIOProperty_MuteOutput, 0),
            ]
            for (id, initial) in numbers {
                var (value, size): (UInt32, UInt32) = (9, 4)
                #expect(AudioUnitGetProperty(voice, id, kAudioUnitScope_Global, 0, &value, &size) == noErr)
                #expect(value == initial)
                value = 1
                #expect(AudioUnitSetProperty(voice, id, kAudioUnitScope_Global, 0, &value, 4) == noErr)
                value = 9
                #expect(AudioUnitGetProperty(voice, id, kAudioUnitScope_Global, 0, &value, &size) == noErr)
                #expect(value == 1)
                let status = AudioUnitSetProperty(remote, id, kAudioUnitScope_Global, 0, &value, 4)
                #expect(status == kAudioUnitErr_InvalidProperty)
            }
            var listener: AUVoiceIOMutedSpeechActivityEventListener? = { _ in }
            let size = UInt32(MemoryLayout<AUVoiceIOMutedSpeechActivityEventListener>.size)
            let id = kAUVoiceIOProperty_MutedSpeechActivityEventListener
            let statuses = withUnsafePointer(to: &listener) { value in
                [voice, remote].map { AudioUnitSetProperty($0, id, kAudioUnitScope_Global, 0, value, size) }
            }
            #expect(statuses == [noErr, kAudioUnitErr_InvalidProperty])
            AudioComponentInstanceDispose(voice)
            AudioComponentInstanceDispose(remote)
        }
    }
}
