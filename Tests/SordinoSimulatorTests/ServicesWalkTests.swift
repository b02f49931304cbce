import AVFAudio
import AudioToolbox
import ByteMutation
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// Random calls of the older services in C: the audio session and system sounds.
@Suite struct ServicesWalkTests {
    @available(*, deprecated)
    private static let sessionProperties: [Int] = [
        kAudioSessionProperty_PreferredHardwareSampleRate, kAudioSessionProperty_PreferredHardwareIOBufferDuration,
        kAudioSessionProperty_AudioCategory, kAudioSessionProperty_AudioRouteChange,
        kAudioSessionProperty_CurrentHardwareSampleRate, kAudioSessionProperty_CurrentHardwareInputNumberChannels,
        kAudioSessionProperty_CurrentHardwareOutputNumberChannels, kAudioSessionProperty_CurrentHardwareOutputVolume,
        kAudioSessionProperty_CurrentHardwareInputLatency, kAudioSessionProperty_CurrentHardwareOutputLatency,
        kAudioSessionProperty_CurrentHardwareIOBufferDuration, kAudioSessionProperty_OtherAudioIsPlaying,
        kAudioSessionProperty_OverrideAudioRoute, kAudioSessionProperty_AudioInputAvailable,
        kAudioSessionProperty_ServerDied, kAudioSessionProperty_OtherMixableAudioShouldDuck,
        kAudioSessionProperty_OverrideCategoryMixWithOthers, kAudioSessionProperty_OverrideCategoryDefaultToSpeaker,
        kAudioSessionProperty_OverrideCategoryEnableBluetoothInput, kAudioSessionProperty_InterruptionType,
        kAudioSessionProperty_Mode, kAudioSessionProperty_InputGainAvailable, kAudioSessionProperty_InputGainScalar,
        0, 0xFFFF_FFFF,
    ]

    @available(*, deprecated)
    private static let categories: [Int] = [
        kAudioSessionCategory_AmbientSound, kAudioSessionCategory_SoloAmbientSound, kAudioSessionCategory_MediaPlayback,
        kAudioSessionCategory_RecordAudio, kAudioSessionCategory_PlayAndRecord, kAudioSessionCategory_AudioProcessing,
        0, 1, 0x7370_6B72,
    ]

    @available(*, deprecated)
    @Test(arguments: CallWalk.seeds) func theSessionInCAnswersEverything(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        let device = SimulatedDevice(.phone)
        let app = device.app("Walk", backgroundModes: .audio)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 1_024, alignment: 16)
        defer { memory.deallocate() }
        for _ in 0..<CallWalk.steps(600) {
            if walk.oneIn(5) { device.advance(0.05) }
            if walk.oneIn(20) { walk.oneIn(2) ? device.ring() : device.declineCall() }
            if walk.oneIn(20) { walk.oneIn(2) ? device.plug(.headset) : device.unplug(.headset) }
            app.perform {
                let id = AudioSessionPropertyID(walk.one(of: Self.sessionProperties) ?? 0)
                switch walk.below(8) {
                case 0: AudioSessionInitialize(nil, nil, { _, _ in }, nil)
                case 1: AudioSessionSetActive(walk.oneIn(2))
                case 2: AudioSessionSetActiveWithFlags(walk.oneIn(2), walk.word(0...3))
                case 3:
                    var size: UInt32 = 0
                    let status = AudioSessionGetPropertySize(id, &size)
                    #expect(status != noErr || size <= 64, "seed \(seed)")
                case 4:
                    var size = min(walk.oneIn(3) ? walk.word(0...64) : 1_024, 1_024)
                    AudioSessionGetProperty(id, &size, memory)
                case 5, 6:
                    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 1_024)
                    if walk.oneIn(2) {
                        memory.storeBytes(of: UInt32(walk.one(of: Self.categories) ?? 0), as: UInt32.self)
                    } else if walk.oneIn(2) {
                        memory.storeBytes(of: walk.number(0...96_000), as: Float64.self)
                    } else {
                        memory.storeBytes(of: Float(walk.number(0...1)), as: Float32.self)
                    }
                    AudioSessionSetProperty(id, UInt32([0, 1, 4, 8, 9, 64][walk.below(6)]), memory)
                default:
                    AudioSessionAddPropertyListener(id, { _, _, _, _ in }, nil)
                    if walk.oneIn(2) { AudioSessionRemovePropertyListener(id) }
                }
                // Both generations look at one state.
                var size: UInt32 = 8
                var rate = 0.0
                if AudioSessionGetProperty(
                    AudioSessionPropertyID(kAudioSessionProperty_CurrentHardwareSampleRate), &size, &rate) == noErr
                {
                    #expect(rate == app.session.sampleRate, "seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: CallWalk.seeds) func everySystemSoundThatWasPlayedEndsOnce(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        let device = SimulatedDevice(.phone)
        let app = device.app("Walk", backgroundModes: .audio)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = folder.appendingPathComponent("good.wav")
        try Sound.constant(0.25, frames: 9_600).wave().write(to: good)
        let bad = folder.appendingPathComponent("bad.wav")
        try Data([82, 73, 70, 70, 0]).write(to: bad)
        let played = Mutex(0)
        let ended = Mutex(0)
        var sounds: [SystemSoundID] = []
        for _ in 0..<CallWalk.steps(300) {
            device.advance(Double(walk.below(12)) / 100)
            if walk.oneIn(20) { walk.oneIn(2) ? device.ring() : device.declineCall() }
            if walk.oneIn(40) { device.isRingerSilent.toggle() }
            app.perform {
                let sound = walk.oneIn(5) ? SystemSoundID(walk.word(0...5_000)) : walk.one(of: sounds) ?? 0
                switch walk.below(8) {
                case 0:
                    var id: SystemSoundID = 0
                    let url = walk.one(of: [good, good, bad, folder, URL(fileURLWithPath: "/nowhere.wav")]) ?? good
                    let status = AudioServicesCreateSystemSoundID(url as CFURL, &id)
                    #expect((status == noErr) == (url == good), "seed \(seed)")
                    if status == noErr { sounds.append(id) }
                case 1:
                    AudioServicesDisposeSystemSoundID(sound)
                    sounds.removeAll { $0 == sound }
                case 2: AudioServicesPlaySystemSound(sound)
                case 3: AudioServicesPlayAlertSound(sound)
                case 4, 5:
                    played.withLock { $0 += 1 }
                    AudioServicesPlaySystemSoundWithCompletion(sound) { ended.withLock { $0 += 1 } }
                case 6:
                    var (value, size) = (walk.word(0...1), UInt32(4))
                    var id = sound
                    let property = walk.oneIn(2) ? kAudioServicesPropertyIsUISound : walk.word(0...9)
                    AudioServicesSetProperty(property, UInt32(walk.below(6)), &id, UInt32(walk.below(6)), &value)
                    AudioServicesGetProperty(property, 4, &id, &size, &value)
                default: AudioServicesRemoveSystemSoundCompletion(sound)
                }
            }
        }
        device.declineCall()
        device.advance(1)
        #expect(played.withLock { $0 } == ended.withLock { $0 }, "seed \(seed)")
        for output in device.outputs { #expect(output.samples().allSatisfy { $0.isFinite }, "seed \(seed)") }
    }
}
