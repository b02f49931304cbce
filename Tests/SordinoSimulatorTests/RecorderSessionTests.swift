import AVFAudio
import SordinoSimulator
import Testing

/// Recorders and what happens to their session: categories, permission, calls, lost services, other ports.
@Suite struct RecorderSessionTests {
    @Test func aRecorderActivatesItsSession() throws {
        let rig = try RecorderRig(activates: false)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        rig.hear(Sound.constant(0.25, frames: 480_000))
        #expect(rig.app.context.client.snapshot.state == .inactive)
        #expect(rig.app.perform { recorder.record() })
        #expect(rig.app.context.client.snapshot.state == .active)
        let count = rig.advance(0.25)
        rig.app.perform { recorder.stop() }
        #expect(try RecorderRig.samples(rig.url("a.caf"))[0].count == count)
    }

    @Test func aCategoryThatOnlyPlaysDoesNotRecordAndTheOldFileStays() throws {
        let rig = try RecorderRig()
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        try rig.app.activate(.playback)
        try Data("kept".utf8).write(to: rig.url("a.caf"))
        #expect(!rig.app.perform { recorder.record() })
        #expect(try Data(contentsOf: rig.url("a.caf")) == Data("kept".utf8))
    }

    @Test(arguments: [true, false])
    func thePersonIsAskedAndUntilThenThereIsSilence(allows: Bool) throws {
        let rig = try RecorderRig(permission: .undetermined)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        rig.hear(Sound.constant(0.25, frames: 480_000))
        #expect(rig.app.perform { recorder.record() })
        let asked = rig.advance(0.5)
        rig.app.answerRecordPermission(allows)
        let answered = rig.advance(0.5)
        rig.app.perform { recorder.stop() }
        let samples = try RecorderRig.samples(rig.url("a.caf"))[0]
        #expect(samples.count == asked + answered)
        #expect(samples[..<asked].allSatisfy { $0 == 0 })
        #expect(samples[30_000...].allSatisfy { $0 == (allows ? 0.25 : 0) })
    }

    @Test func aCallPausesARecorderAndItGoesOnWhereItWas() throws {
        let rig = try RecorderRig()
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        let owner = RecorderOwner()
        recorder.delegate = owner
        let sound = Sound.noise(frames: 480_000, channels: 1, seed: 1)
        rig.hear(sound)
        let start = rig.device.now
        #expect(rig.app.perform { recorder.record() })
        rig.device.advance(0.5)
        let interrupted = Int(((rig.device.now - start) * 48_000).rounded())
        rig.device.ring()
        #expect(!recorder.isRecording)
        #expect(owner.calls == ["began"])
        rig.device.advance(0.5)
        #expect(abs(recorder.currentTime - Double(interrupted) / 48_000) < 1e-6)
        rig.device.declineCall()
        #expect(owner.calls == ["began", "ended 1"])
        rig.device.advance(0.25)
        #expect(!recorder.isRecording)
        let resumed = Int(((rig.device.now - start) * 48_000).rounded())
        #expect(rig.app.perform { recorder.record() })
        let count = rig.advance(0.5)
        rig.app.perform { recorder.stop() }
        rig.advance(0.1)
        #expect(owner.calls == ["began", "ended 1", "finished true"])
        let samples = try RecorderRig.samples(rig.url("a.caf"))[0]
        let expected =
            Array(sound.channels[0][..<interrupted]) + Array(sound.channels[0][resumed..<(resumed + count)])
        #expect(samples == expected)
    }

    @Test func severalRecordersHearEachItsInterruption() throws {
        let rig = try RecorderRig()
        let recorders = try (0..<3).map { try rig.recorder("\($0).caf", RecorderRig.linear()) }
        let owners = recorders.map { recorder in
            let owner = RecorderOwner()
            recorder.delegate = owner
            return owner
        }
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 2)
        rig.hear(sound)
        rig.app.perform { for recorder in recorders { #expect(recorder.record()) } }
        let count = rig.advance(0.25)
        rig.device.alarm()
        rig.device.acknowledgeAlarm()
        for (index, owner) in owners.enumerated() {
            #expect(owner.calls == ["began", "ended 1"])
            rig.app.perform { recorders[index].stop() }
            #expect(try RecorderRig.samples(rig.url("\(index).caf"))[0] == Array(sound.channels[0][..<count]))
        }
    }

    @Test func lostServicesEndARecordingWithAWholeFile() throws {
        let rig = try RecorderRig()
        let recorder = try rig.recorder("a.wav", RecorderRig.linear())
        let owner = RecorderOwner()
        recorder.delegate = owner
        let sound = Sound.noise(frames: 96_000, channels: 1, seed: 3)
        rig.hear(sound)
        #expect(rig.app.perform { recorder.record() })
        let count = rig.advance(0.5)
        rig.device.loseMediaServices()
        rig.device.advance(0.1)
        #expect(!recorder.isRecording)
        #expect(owner.calls == ["error", "finished false"])
        #expect(owner.codes == [AVAudioSession.ErrorCode.mediaServicesFailed.rawValue])
        #expect(try RecorderRig.samples(rig.url("a.wav"))[0] == Array(sound.channels[0][..<count]))
        #expect(!rig.app.perform { recorder.record() })
        rig.device.restartMediaServices()
        rig.device.advance(0.1)
        // It was made before: programs make a new one.
        try rig.app.activate(.record)
        #expect(!rig.app.perform { recorder.record() })
        let new = try rig.recorder("b.wav", RecorderRig.linear())
        rig.hear(sound)
        #expect(rig.app.perform { new.record() })
        let second = rig.advance(0.5)
        rig.app.perform { new.stop() }
        #expect(try RecorderRig.samples(rig.url("b.wav"))[0] == Array(sound.channels[0][..<second]))
    }

    @Test func s118ARecorderGoesOnWithTheNextMicrophone() throws {
        let rig = try RecorderRig()
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        rig.hear(Sound.constant(0.25, frames: 480_000))
        #expect(rig.app.perform { recorder.record() })
        let before = rig.advance(0.5)
        rig.device.plug(.headset)
        rig.device.microphone(.headsetMic, hears: .tone(hertz: 1_000, amplitude: 0.125))
        let after = rig.advance(1)
        #expect(recorder.isRecording)
        rig.app.perform { recorder.stop() }
        let samples = try RecorderRig.samples(rig.url("a.caf"))[0]
        #expect(samples.count == before + after)
        #expect(samples[..<before].allSatisfy { $0 == 0.25 })
        let peak = samples[48_000...].map(abs).max() ?? 0
        #expect(abs(peak - 0.125) < 0.001)
    }

    @Test func aRecorderGoesOnAtAnotherRateOfTheDevice() throws {
        let rig = try RecorderRig()
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        rig.device.microphone(hears: .tone(hertz: 1_000, amplitude: 0.5))
        let start = rig.device.now
        #expect(rig.app.perform { recorder.record() })
        rig.device.advance(0.5)
        try rig.app.perform { try rig.app.session.setPreferredSampleRate(44_100) }
        rig.device.advance(0.5)
        #expect(rig.app.session.sampleRate == 44_100)
        #expect(recorder.isRecording)
        rig.app.perform { recorder.stop() }
        let samples = try RecorderRig.samples(rig.url("a.caf"))[0]
        // One block at most is lost where the device changes.
        let passed = Int(((rig.device.now - start) * 48_000).rounded())
        #expect(passed - samples.count >= 0 && passed - samples.count <= 1_200, "\(samples.count) of \(passed)")
        for part in [samples[2_000..<22_000], samples[27_000..<46_000]] {
            let mean = part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)
            #expect(abs(mean - 0.125) < 0.002, "\(mean)")
        }
    }
}
