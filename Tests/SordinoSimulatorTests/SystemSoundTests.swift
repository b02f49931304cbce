import AVFAudio
import Foundation
import SordinoMedia
import SordinoSession
import SordinoSimulator
import Synchronization
import Testing

@testable import AudioToolbox

/// System Sound Services on a simulated device: what may be a sound, where and when it is heard, which callbacks run at its end.
@Suite struct SystemSoundTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sounds-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private static let amplitude = 0.2

    /// A tone in a file.
    private func file(
        _ name: String, hertz: Double = 300, seconds: Double = 1, format: AudioFormatID = kAudioFormatLinearPCM
    ) throws -> URL {
        let url = folder.appendingPathComponent(name)
        var settings: [String: Any] = [
            AVFormatIDKey: format, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        ]
        if format == kAudioFormatLinearPCM {
            settings[AVLinearPCMBitDepthKey] = 16
            settings[AVLinearPCMIsBigEndianKey] = name.hasSuffix("aif")
        }
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let count = AVAudioFrameCount(seconds * 48_000)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: count))
        buffer.frameLength = count
        let samples = try #require(buffer.floatChannelData)[0]
        for frame in 0..<Int(count) {
            samples[frame] = Float(Self.amplitude * sin(2 * .pi * hertz * Double(frame) / 48_000))
        }
        try file.write(from: buffer)
        file.close()
        return url
    }

    private func create(_ url: URL) -> (status: OSStatus, id: SystemSoundID) {
        var id: SystemSoundID = 0
        return (AudioServicesCreateSystemSoundID(url as CFURL, &id), id)
    }

    /// A sound of a program's; not disposed of, as programs do.
    private func sound(_ app: SimulatedApp, hertz: Double = 300, seconds: Double = 1) throws -> SystemSoundID {
        let url = try file("\(Int(hertz)).caf", hertz: hertz, seconds: seconds)
        return try app.perform {
            let (status, id) = create(url)
            try #require(status == noErr)
            return id
        }
    }

    private func level(_ scene: Scenario, hertz: Double = 300, at time: Double) throws -> Double {
        try scene.speaker.level(ofToneAt: hertz, amplitude: Self.amplitude, at: time)
    }

    // MARK: Files

    @Test(
        arguments: [
            ("a.caf", kAudioFormatLinearPCM), ("a.aif", kAudioFormatLinearPCM), ("a.wav", kAudioFormatLinearPCM),
            ("a.caf", kAudioFormatAppleIMA4),
        ] as [(String, AudioFormatID)])
    func shortSoundsOfTheseKindsAreHeard(_ name: String, _ format: AudioFormatID) throws {
        let scene = Scenario()
        let app = scene.device.app("Keys")
        let url = try file(name, format: format)
        let id = try app.perform {
            let (status, id) = create(url)
            try #require(status == noErr)
            AudioServicesPlaySystemSound(id)
            return id
        }
        scene.device.advance(0.5)
        #expect(try abs(level(scene, at: scene.device.now - 0.02)) < 0.2)
        scene.device.advance(1)
        #expect(try level(scene, at: scene.device.now - 0.02) == -.infinity)
        #expect(app.perform { AudioServicesDisposeSystemSoundID(id) } == noErr)
        #expect(app.perform { AudioServicesDisposeSystemSoundID(id) } == kAudioServicesSystemSoundUnspecifiedError)
    }

    @Test func s105WhatIsTooLongOrOfAnotherKindIsRefusedAndTheSecondReplacesTheFirst() throws {
        let scene = Scenario()
        let app = scene.device.app("Keys")
        let tooLong = try file("long.wav", seconds: 31)
        let justRight = try file("right.wav", seconds: 30)
        let compressed = try file("a.m4a", format: kAudioFormatAppleLossless)
        let text = folder.appendingPathComponent("letter.wav")
        try Data("Dear friend".utf8).write(to: text)
        app.perform {
            #expect(create(tooLong).status == kAudioServicesSystemSoundExceededMaximumDurationError)
            #expect(create(justRight).status == noErr)
            #expect(create(compressed).status == kAudioServicesSystemSoundUnspecifiedError)
            #expect(create(text).status == kAudioServicesSystemSoundUnspecifiedError)
            #expect(
                create(folder.appendingPathComponent("none.wav")).status == kAudioServicesSystemSoundUnspecifiedError)
        }
        let (first, second) = (try sound(app, hertz: 300), try sound(app, hertz: 500))
        app.perform { AudioServicesPlaySystemSound(first) }
        scene.device.advance(0.3)
        #expect(try abs(level(scene, hertz: 300, at: scene.device.now - 0.02)) < 0.2)
        app.perform { AudioServicesPlaySystemSound(second) }
        scene.device.advance(0.3)
        #expect(try level(scene, hertz: 300, at: scene.device.now - 0.02) < -60)
        #expect(try abs(level(scene, hertz: 500, at: scene.device.now - 0.02)) < 0.2)
    }

    // MARK: Where and when

    @Test func s74AClickStaysOnTheDeviceWhileMusicIsElsewhere() throws {
        let scene = Scenario()
        scene.device.plug(.airPlay())
        let mus = try scene.mus()
        let notes = scene.device.app("Notes")
        let click = try sound(notes)
        _ = scene.heard()
        notes.perform { AudioServicesPlaySystemSound(click) }
        scene.device.advance(0.5)
        // No notification, no interruption, no session is active for it.
        #expect(scene.heard() == [])
        let time = scene.device.now - 0.02
        let far = try #require(scene.device.output(.airPlay))
        #expect(abs(far.level(of: mus, at: time)) < 0.1)
        #expect(far.level(ofToneAt: 300, amplitude: Self.amplitude, at: time) == -.infinity)
        #expect(try abs(level(scene, at: time)) < 0.2)
    }

    @Test func s106ASoundFallsSilentWhenACallRingsAndCanBeUsedAgainAfterIt() throws {
        let scene = Scenario()
        let app = try scene.playing("Keys", .playback)
        app.pauseTone()
        let click = try sound(app, seconds: 5)
        app.perform { AudioServicesPlaySystemSound(click) }
        scene.device.advance(0.3)
        #expect(try abs(level(scene, at: scene.device.now - 0.02)) < 0.2)
        scene.device.ring()
        scene.device.advance(0.3)
        #expect(try level(scene, at: scene.device.now - 0.02) < -60)
        app.perform { AudioServicesPlaySystemSound(click) }
        scene.device.advance(0.3)
        #expect(try level(scene, at: scene.device.now - 0.02) < -60)
        scene.device.declineCall()
        scene.device.advance(0.3)
        app.perform { AudioServicesPlaySystemSound(click) }
        scene.device.advance(0.3)
        #expect(try abs(level(scene, at: scene.device.now - 0.02)) < 0.2)
    }

    // MARK: The end

    /// Ends that were heard, with their times.
    private final class Ends: @unchecked Sendable {
        var sounds: [SystemSoundID] = []
        var count = 0
    }

    @Test func everyPlayEndsOnceWhetherHeardOrNot() throws {
        let scene = Scenario()
        let app = scene.device.app("Keys")
        let (first, second) = (try sound(app, hertz: 300), try sound(app, hertz: 500))
        let ends = Ends()
        func play(_ id: SystemSoundID) {
            app.perform { AudioServicesPlaySystemSoundWithCompletion(id) { ends.sounds.append(id) } }
            scene.device.advance(0.1)
        }
        play(first)
        #expect(ends.sounds == [])
        // Cut by the other, then by itself.
        play(second)
        #expect(ends.sounds == [first])
        play(second)
        #expect(ends.sounds == [first, second])
        scene.device.advance(1.2)
        #expect(ends.sounds == [first, second, second])
        // A sound that does not exist, one of the system's that is not there, and the motor that is not.
        for id in [99_999, 1, kSystemSoundID_Vibrate] { play(id) }
        #expect(ends.sounds == [first, second, second, 99_999, 1, kSystemSoundID_Vibrate])
        app.perform { AudioServicesPlayAlertSoundWithCompletion(first) { ends.sounds = [] } }
        app.perform { _ = AudioServicesDisposeSystemSoundID(first) }
        scene.device.advance(0.1)
        #expect(ends.sounds == [])
    }

    @Test func alertsAndTheNumberOfTheVibrationShakeTheDevice() throws {
        let scene = Scenario()
        let app = scene.device.app("Keys")
        let id = try sound(app, seconds: 0.2)
        app.perform {
            AudioServicesPlaySystemSound(id)
            // A sound that does not exist.
            AudioServicesPlayAlertSound(99_999)
        }
        #expect(scene.device.vibrations == [])
        scene.device.advance(1)
        app.perform { AudioServicesPlayAlertSound(id) }
        scene.device.advance(1)
        let ends = Ends()
        app.perform { AudioServicesPlayAlertSoundWithCompletion(kSystemSoundID_Vibrate) { ends.sounds = [7] } }
        scene.device.advance(0.1)
        #expect(scene.device.vibrations.map { Int($0) } == [1, 2])
        #expect(ends.sounds == [7])
        // Nor while a call has the floor, nor while a program records and does not allow it.
        scene.device.ring()
        app.perform { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
        scene.device.declineCall()
        #expect(scene.device.vibrations.map { Int($0) } == [1, 2])
        let memo = scene.device.app("Memo")
        try memo.activate(.playAndRecord)
        let recorder = try memo.perform {
            let url = folder.appendingPathComponent("memo.caf")
            let recorder = try AVAudioRecorder(url: url, settings: [AVFormatIDKey: kAudioFormatLinearPCM])
            #expect(recorder.record())
            return recorder
        }
        app.perform { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
        #expect(scene.device.vibrations.map { Int($0) } == [1, 2])
        try memo.session.setAllowHapticsAndSystemSoundsDuringRecording(true)
        app.perform { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
        #expect(scene.device.vibrations.count == 3)
        recorder.stop()
    }

    @Test func aRoutineIsCalledOnARunLoopUntilItIsRemoved() throws {
        let scene = Scenario()
        let app = scene.device.app("Keys")
        let id = try sound(app, seconds: 0.2)
        let ends = Ends()
        let context = Unmanaged.passUnretained(ends).toOpaque()
        app.perform {
            let status = AudioServicesAddSystemSoundCompletion(
                id, CFRunLoopGetCurrent(), nil,
                { id, context in
                    guard let context else { return }
                    Unmanaged<Ends>.fromOpaque(context).takeUnretainedValue().sounds.append(id)
                }, context)
            #expect(status == noErr)
            AudioServicesPlaySystemSound(id)
        }
        scene.device.advance(0.5)
        // It waits for the loop.
        #expect(ends.sounds == [])
        CFRunLoopRunInMode(.defaultMode, 0, false)
        #expect(ends.sounds == [id])
        app.perform {
            AudioServicesRemoveSystemSoundCompletion(id)
            AudioServicesPlaySystemSound(id)
        }
        scene.device.advance(0.5)
        CFRunLoopRunInMode(.defaultMode, 0, false)
        #expect(ends.sounds == [id])
    }

    // MARK: Properties

    @Test func propertiesAreKeptAndChecked() throws {
        let scene = Scenario()
        let app = scene.device.app("Keys")
        var id = try sound(app)
        app.perform {
            for (property, initial) in [
                (kAudioServicesPropertyIsUISound, UInt32(1)), (kAudioServicesPropertyCompletePlaybackIfAppDies, 0),
            ] {
                var (value, size) = (UInt32(7), UInt32(4))
                var isWritable: DarwinBoolean = false
                #expect(AudioServicesGetPropertyInfo(property, 4, &id, &size, &isWritable) == noErr)
                #expect(size == 4 && isWritable == true)
                #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == noErr && value == initial)
                value = 1 - initial
                #expect(AudioServicesSetProperty(property, 4, &id, 4, &value) == noErr)
                value = 7
                #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == noErr && value == 1 - initial)
                #expect(
                    AudioServicesGetProperty(property, 2, &id, &size, &value) == kAudioServicesBadSpecifierSizeError)
                #expect(
                    AudioServicesGetProperty(property, 0, nil, &size, &value) == kAudioServicesBadSpecifierSizeError)
                #expect(AudioServicesSetProperty(property, 4, &id, 2, &value) == kAudioServicesBadPropertySizeError)
                size = 2
                #expect(AudioServicesGetProperty(property, 4, &id, &size, &value) == kAudioServicesBadPropertySizeError)
            }
            var (value, size) = (UInt32(0), UInt32(4))
            #expect(AudioServicesGetProperty(1, 4, &id, &size, &value) == kAudioServicesUnsupportedPropertyError)
            var none: SystemSoundID = 99_999
            #expect(
                AudioServicesGetProperty(kAudioServicesPropertyIsUISound, 4, &none, &size, &value)
                    == kAudioServicesSystemSoundUnspecifiedError)
        }
    }

    // MARK: Owners

    /// Programs of a simulated device share a process, and the numbers of sounds with it.
    @Test func aSoundBelongsToTheProgramThatMadeIt() throws {
        let (mine, theirs) = (Scenario(), Scenario())
        let (app, other) = (mine.device.app("Keys"), theirs.device.app("Other"))
        let id = try sound(app)
        let ended = Mutex(0)
        other.perform {
            AudioServicesPlaySystemSoundWithCompletion(id) { ended.withLock { $0 += 1 } }
            #expect(AudioServicesDisposeSystemSoundID(id) == kAudioServicesSystemSoundUnspecifiedError)
        }
        theirs.device.advance(0.1)
        #expect(ended.withLock { $0 } == 1)
        mine.device.advance(0.3)
        #expect(try level(mine, at: mine.device.now - 0.02) == -.infinity)
        #expect(app.perform { AudioServicesDisposeSystemSoundID(id) } == noErr)
    }

    /// A sound of the system is kept only while it is used.
    @Test func aSoundThatIsUnderWayEndsOnceItsOwnerHasForgottenIt() throws {
        let scene = Scenario()
        let url = try file("a.caf", seconds: 0.2)
        let ended = Mutex(0)
        let rested = Mutex(0)
        try scene.device.app("Keys").perform {
            let reader = try MediaReader(path: url.path)
            let sound = SystemSound(1104, reader: reader, path: url.path, context: .current) { _ in
                rested.withLock { $0 += 1 }
            }
            sound.play(isAlert: true) { ended.withLock { $0 += 1 } }
            sound.setRoutine(nil, nil, on: nil, mode: nil)
            #expect(rested.withLock { $0 } == 0)
        }
        scene.device.advance(0.5)
        #expect(ended.withLock { $0 } == 1)
        #expect(rested.withLock { $0 } == 1)
    }
}
