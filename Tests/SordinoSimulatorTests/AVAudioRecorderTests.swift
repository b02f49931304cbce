import AVFAudio
import SordinoSimulator
import Testing

/// `AVAudioRecorder` on a simulated phone whose microphone hears known samples.
@Suite struct AVAudioRecorderTests {
    let rig: RecorderRig

    init() throws { rig = try RecorderRig() }

    /// The first `count` samples of the sound, as a recorder that began with it has to have them.
    private func begins(_ recorded: [Float], with sound: [Float]) -> Bool {
        recorded.count <= sound.count && recorded == Array(sound[..<recorded.count])
    }

    // MARK: Samples

    @Test(arguments: ["caf", "wav", "aifc"])
    func theMicrophoneIsInTheFileSampleForSample(kind: String) throws {
        let sound = Sound.noise(frames: 96_000, channels: 1, seed: 1)
        let recorder = try rig.recorder(
            "a.\(kind)", RecorderRig.linear(bits: 32, isFloat: true, isBig: kind == "aifc"))
        rig.hear(sound)
        #expect(rig.app.perform { recorder.record() })
        let count = rig.advance(1)
        #expect(recorder.isRecording)
        let time = recorder.currentTime
        rig.app.perform { recorder.stop() }
        let recorded = try RecorderRig.samples(rig.url("a.\(kind)"))
        #expect(recorded.count == 1)
        #expect(recorded[0].count == count)
        #expect(abs(time - Double(count) / 48_000) < 1e-9)
        #expect(begins(recorded[0], with: sound.channels[0]))
    }

    @Test(arguments: [(16, Float(32_768)), (24, 8_388_608)])
    func integersAreTheNearest(bits: Int, scale: Float) throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 2)
        let recorder = try rig.recorder("a.wav", RecorderRig.linear(bits: bits, isFloat: false))
        rig.hear(sound)
        #expect(rig.app.perform { recorder.record() })
        let count = rig.advance(0.5)
        rig.app.perform { recorder.stop() }
        let recorded = try RecorderRig.samples(rig.url("a.wav"))[0]
        #expect(recorded.count == count)
        for (frame, sample) in recorded.enumerated() {
            let expected = (sound.channels[0][frame] * scale).rounded(.toNearestOrEven) / scale
            if sample != expected {
                Issue.record("frame \(frame): \(sample), not \(expected)")
                break
            }
        }
    }

    @Test func monoIsTheFirstOfManyChannelsAndMoreChannelsAreAllOfThem() throws {
        rig.device.plug(.usb(inputs: 4))
        rig.device.advance(0.2)
        let sound = Sound.noise(frames: 48_000, channels: 4, seed: 3)
        for channels in [1, 4] {
            let recorder = try rig.recorder("\(channels).caf", RecorderRig.linear(channels: channels))
            rig.hear(sound, at: .usbAudio)
            #expect(rig.app.perform { recorder.record() })
            let count = rig.advance(0.25)
            rig.app.perform { recorder.stop() }
            let recorded = try RecorderRig.samples(rig.url("\(channels).caf"))
            #expect(recorded.count == channels)
            for (channel, samples) in recorded.enumerated() {
                #expect(samples.count == count)
                #expect(begins(samples, with: sound.channels[channel]), "channel \(channel) of \(channels)")
            }
            rig.device.advance(0.1)
        }
    }

    @Test func channelsAreAssigned() throws {
        rig.device.plug(.usb(inputs: 4))
        rig.device.advance(0.2)
        let sound = Sound.noise(frames: 96_000, channels: 4, seed: 4)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear(channels: 2))
        let port = try #require(rig.app.session.currentRoute.inputs.first)
        let channels = try #require(port.channels)
        recorder.channelAssignments = [channels[3], channels[1]]
        #expect(recorder.channelAssignments?.map(\.channelNumber) == [4, 2])
        rig.hear(sound, at: .usbAudio)
        #expect(rig.app.perform { recorder.record() })
        let count = rig.advance(0.25)
        // While it records, from one block to the next.
        rig.app.perform { recorder.channelAssignments = nil }
        let rest = rig.advance(0.25)
        rig.app.perform { recorder.stop() }
        let recorded = try RecorderRig.samples(rig.url("a.caf"))
        for (channel, ports) in [(3, 0), (1, 1)].enumerated() {
            let expected =
                sound.channels[ports.0][..<count] + sound.channels[ports.1][count..<(count + rest)]
            #expect(recorded[channel] == Array(expected))
        }
    }

    @Test(arguments: [8_000.0, 16_000, 44_100, 96_000])
    func anotherRateHasTheSameSoundAndLength(rate: Double) throws {
        let recorder = try rig.recorder("a.wav", RecorderRig.linear(rate: rate))
        rig.device.microphone(hears: .tone(hertz: 1_000, amplitude: 0.5))
        #expect(rig.app.perform { recorder.record() })
        let count = rig.advance(1)
        rig.app.perform { recorder.stop() }
        let samples = try RecorderRig.samples(rig.url("a.wav"))[0]
        #expect(samples.count == Int((Double(count) * rate / 48_000).rounded()))
        // Power at 1 kHz and of everything else, in the middle.
        let middle = samples[(samples.count / 4)..<(samples.count * 3 / 4)]
        let step = 2 * Double.pi * 1_000 / rate
        var (real, imaginary, all) = (0.0, 0.0, 0.0)
        for (index, sample) in middle.enumerated() {
            real += Double(sample) * cos(step * Double(index))
            imaginary += Double(sample) * sin(step * Double(index))
            all += Double(sample) * Double(sample)
        }
        let length = Double(middle.count)
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / length
        #expect(abs(amplitude - 0.5) < 0.005, "\(amplitude)")
        #expect(abs(all / length - 0.125) < 0.0015, "\(all / length)")
    }

    // MARK: Time

    @Test func aDurationIsExactAndItsEndIsTold() throws {
        let sound = Sound.noise(frames: 96_000, channels: 1, seed: 5)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        let owner = RecorderOwner()
        recorder.delegate = owner
        rig.hear(sound)
        #expect(rig.app.perform { recorder.record(forDuration: 0.7) })
        rig.device.advance(0.5)
        #expect(recorder.isRecording)
        #expect(owner.calls == [])
        rig.device.advance(0.5)
        #expect(!recorder.isRecording)
        #expect(recorder.currentTime == 0)
        #expect(owner.calls == ["finished true"])
        let recorded = try RecorderRig.samples(rig.url("a.caf"))[0]
        #expect(recorded == Array(sound.channels[0][..<33_600]))
    }

    @Test func aStartInTheFutureIsExactToTheFrame() throws {
        let sound = Sound.noise(frames: 96_000, channels: 1, seed: 6)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        rig.hear(sound)
        let start = recorder.deviceCurrentTime
        #expect(rig.app.perform { recorder.record(atTime: start + 12_345 / 48_000.0) })
        var count = rig.advance(0.1)
        #expect(recorder.isRecording)
        #expect(recorder.currentTime == 0)
        count += rig.advance(0.9)
        rig.app.perform { recorder.stop() }
        let recorded = try RecorderRig.samples(rig.url("a.caf"))[0]
        #expect(recorded == Array(sound.channels[0][12_345..<count]))
    }

    @Test func aStartInTheFutureForSoLong() throws {
        let sound = Sound.noise(frames: 96_000, channels: 1, seed: 7)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        let owner = RecorderOwner()
        recorder.delegate = owner
        rig.hear(sound)
        let start = recorder.deviceCurrentTime
        #expect(rig.app.perform { recorder.record(atTime: start + 0.25, forDuration: 0.5) })
        rig.device.advance(1)
        #expect(owner.calls == ["finished true"])
        #expect(try RecorderRig.samples(rig.url("a.caf"))[0] == Array(sound.channels[0][12_000..<36_000]))
    }

    @Test func aPauseIsNotInTheFileAndDoesNotCount() throws {
        let sound = Sound.noise(frames: 144_000, channels: 1, seed: 8)
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        let owner = RecorderOwner()
        recorder.delegate = owner
        rig.hear(sound)
        #expect(rig.app.perform { recorder.record(forDuration: 1) })
        let first = rig.advance(0.5)
        rig.app.perform { recorder.pause() }
        #expect(!recorder.isRecording)
        #expect(abs(recorder.currentTime - Double(first) / 48_000) < 1e-9)
        let between = rig.advance(0.5)
        // The recorded samples are in the file already.
        #expect(try RecorderRig.samples(rig.url("a.caf"))[0] == Array(sound.channels[0][..<first]))
        #expect(rig.app.perform { recorder.record() })
        rig.advance(1)
        #expect(owner.calls == ["finished true"])
        let recorded = try RecorderRig.samples(rig.url("a.caf"))[0]
        let resumed = first + between
        let expected = sound.channels[0][..<first] + sound.channels[0][resumed..<(resumed + 48_000 - first)]
        #expect(recorded == Array(expected))
    }

    // MARK: Files

    @Test func aSecondRecordingTakesThePlaceOfTheFirst() throws {
        let recorder = try rig.recorder("a.wav", RecorderRig.linear())
        rig.hear(Sound.constant(0.25, frames: 480_000))
        for frames in [48_000, 24_000] {
            #expect(rig.app.perform { recorder.record() })
            let count = rig.advance(Double(frames) / 48_000)
            rig.app.perform { recorder.stop() }
            #expect(try RecorderRig.samples(rig.url("a.wav"))[0].count == count)
        }
        #expect(recorder.deleteRecording())
        #expect(!FileManager.default.fileExists(atPath: rig.url("a.wav").path))
        #expect(!recorder.deleteRecording())
    }

    @Test func preparingMakesTheFileAndWhatIsPausedIsNotDeleted() throws {
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        let path = rig.url("a.caf").path
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(rig.app.perform { recorder.prepareToRecord() })
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(!recorder.deleteRecording())
        #expect(rig.app.perform { recorder.record() })
        rig.device.advance(0.1)
        #expect(!recorder.deleteRecording())
        rig.app.perform { recorder.pause() }
        #expect(!recorder.deleteRecording())
        rig.app.perform { recorder.stop() }
        #expect(recorder.deleteRecording())
    }

    @Test func aRecorderThatIsLetGoLeavesAWholeFile() throws {
        let sound = Sound.noise(frames: 48_000, channels: 1, seed: 9)
        rig.hear(sound)
        do {
            let recorder = try rig.recorder("a.wav", RecorderRig.linear())
            #expect(rig.app.perform { recorder.record() })
            rig.device.advance(0.5)
        }
        rig.device.advance(0.1)
        let recorded = try RecorderRig.samples(rig.url("a.wav"))[0]
        #expect(recorded.count >= 24_000 && recorded.count <= 28_800)
        #expect(begins(recorded, with: sound.channels[0]))
    }

    @Test func settingsThatCannotBeAreRefusedAndCostNoFile() throws {
        let url = rig.url("kept.wav")
        try Data("kept".utf8).write(to: url)
        func code(_ name: String, _ settings: [String: Any]) -> Int? {
            do {
                _ = try rig.recorder(name, settings)
                return nil
            } catch {
                #expect((error as NSError).domain == NSOSStatusErrorDomain)
                return (error as NSError).code
            }
        }
        let aac: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        ]
        #expect(code("kept.wav", aac) == Int(kAudioFileUnsupportedDataFormatError))
        #expect(code("kept.xyz", RecorderRig.linear()) == Int(kAudioFileUnsupportedFileTypeError))
        #expect(code("kept.wav", RecorderRig.linear(bits: 12)) == Int(kAudioFileUnsupportedDataFormatError))
        #expect(try Data(contentsOf: url) == Data("kept".utf8))
    }

    @Test func whatSettingsLeaveOutIsAsTheInputAndTheFileHaveIt() throws {
        let recorder = try rig.recorder("a.caf", [:])
        #expect(recorder.format.sampleRate == 48_000)
        #expect(recorder.format.channelCount == 1)
        #expect(recorder.settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
        let other = try rig.app.perform {
            try AVAudioRecorder(
                url: rig.url("b.caf"),
                format: #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)))
        }
        #expect(other.format.channelCount == 2)
        #expect(other.format.isInterleaved)
        #expect(other.settings[AVSampleRateKey] as? Double == 44_100)
    }

    @Test func aFileThatCannotBeMadeIsNotRecorded() throws {
        let recorder = try rig.recorder("no/such/folder/a.caf", RecorderRig.linear())
        #expect(!rig.app.perform { recorder.prepareToRecord() })
        #expect(!rig.app.perform { recorder.record() })
        #expect(!recorder.isRecording)
    }

    // MARK: Levels

    @Test func metersSayWhatIsInTheFile() throws {
        let recorder = try rig.recorder("a.caf", RecorderRig.linear())
        #expect(recorder.averagePower(forChannel: 0) == -160)
        recorder.isMeteringEnabled = true
        rig.device.microphone(hears: .tone(hertz: 1_000, amplitude: 0.5))
        #expect(rig.app.perform { recorder.record() })
        rig.device.advance(0.5)
        for _ in 0..<2 {
            // Nothing new comes between these.
            recorder.updateMeters()
            #expect(abs(recorder.averagePower(forChannel: 0) - -9.031) < 0.01)
            #expect(abs(recorder.peakPower(forChannel: 0) - -6.021) < 0.01)
        }
        #expect(recorder.averagePower(forChannel: 1) == -160)
        rig.device.microphone()
        rig.device.advance(0.5)
        recorder.updateMeters()
        rig.device.advance(0.5)
        recorder.updateMeters()
        #expect(recorder.averagePower(forChannel: 0) == -160)
        rig.app.perform { recorder.stop() }
    }
}
