import AVFAudio
import SordinoEngine
import SordinoMedia
import SordinoSimulator
import Synchronization
import Testing

/// Files of recorders: codecs, full disks, and calls in any order.
@Suite struct RecorderFileTests {
    // MARK: Codecs

    @Test(
        .enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there"),
        arguments: [
            ("a.m4a", kAudioFormatMPEG4AAC, "aac", 0), ("b.m4a", kAudioFormatAppleLossless, "alac", 0),
            ("c.caf", kAudioFormatAppleLossless, "alac", 0), ("d.flac", kAudioFormatFLAC, "flac", 0),
            ("e.aac", kAudioFormatMPEG4AAC, "aac", 4_096), ("f.opus", kAudioFormatOpus, "opus", 0),
            ("g.caf", kAudioFormatAppleIMA4, "adpcm_ima_qt", 64), ("h.wav", kAudioFormatULaw, "pcm_mulaw", 0),
        ])
    func everyCodecHoldsTheRecording(name: String, id: AudioFormatID, codec: String, extra: Int64) throws {
        let rig = try RecorderRig()
        let settings: [String: Any] = [AVFormatIDKey: id, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
        let recorder = try rig.recorder(name, settings)
        rig.device.microphone(hears: .tone(hertz: 1_000, amplitude: 0.5))
        #expect(rig.app.perform { recorder.record() })
        let count = Int64(rig.advance(1))
        rig.app.perform { recorder.stop() }
        let file = try AVAudioFile(forReading: rig.url(name))
        #expect(file.length >= count && file.length <= count + extra, "\(file.length) of \(count)")
        let samples = try RecorderRig.samples(rig.url(name))[0]
        let middle = samples[12_000..<36_000]
        let mean = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / 24_000
        #expect(abs(mean - 0.125) < 0.004, "\(mean)")
        guard let ffmpeg = CompressedPlayerTests.ffmpeg else { return }
        let probe = Process()
        probe.executableURL = URL(fileURLWithPath: String(ffmpeg.dropLast(4)) + "probe")
        probe.arguments = [
            "-v", "error", "-show_entries", "stream=codec_name,sample_rate,channels", "-of", "csv=p=0",
            rig.url(name).path,
        ]
        let pipe = Pipe()
        probe.standardOutput = pipe
        guard (try? probe.run()) != nil else { return }
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        probe.waitUntilExit()
        #expect(said.hasPrefix("\(codec),48000,1"), "\(said)")
    }

    @Test(
        .enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there"),
        arguments: [
            ("a.m4a", kAudioFormatMPEG4AAC), ("b.m4a", kAudioFormatAppleLossless), ("c.caf", kAudioFormatAppleLossless),
            ("d.flac", kAudioFormatFLAC), ("f.opus", kAudioFormatOpus), ("g.caf", kAudioFormatAppleIMA4),
            ("h.wav", kAudioFormatULaw), ("i.caf", kAudioFormatMPEG4AAC), ("j.caf", kAudioFormatOpus),
        ])
    func aRecordingThatNeverBeganIsAFileWithoutFrames(name: String, id: AudioFormatID) throws {
        let rig = try RecorderRig()
        let settings: [String: Any] = [AVFormatIDKey: id, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
        do {
            let recorder = try rig.recorder(name, settings)
            #expect(rig.app.perform { recorder.prepareToRecord() })
        }
        rig.device.advance(0.1)
        #expect(try AVAudioFile(forReading: rig.url(name)).length == 0)
    }

    // MARK: Full disks

    @Test(
        .enabled(if: CompressedPlayerTests.hasCodecs, "libavcodec is not there"),
        arguments: [
            ("WAVE", nil), ("RF64", nil), ("NeXT", nil), ("caff", nil), ("AIFF", nil), ("m4af", "alac"),
            ("m4af", "aac "),
            ("flac", "flac"), ("adts", "aac "), ("Oggf", "opus"),
        ] as [(FourCC, FourCC?)])
    func aFullDiskIsAnErrorAndTheFileStaysReadable(type: FourCC, codec: FourCC?) throws {
        let rig = try RecorderRig()
        rig.hear(Sound.noise(frames: 48_000, channels: 1, seed: 5), repeats: true)
        let container = try #require(Containers.named(type))
        var format = MediaFormat(
            ["AIFF", "NeXT"].contains(type) ? .int16(.big) : .int16(.little), sampleRate: 48_000, channelCount: 1)
        if let codec = codec.flatMap({ Codecs.named($0) }) {
            format = codec.usualFormat(sampleRate: 48_000, channelCount: 1)
            if codec.isLossless { format.bitsPerChannel = 16 }
        }
        let limit = codec == "aac " || codec == "opus" ? 60_000 : 400_000
        nonisolated(unsafe) let sink = MemoryByteSink(
            byteLimit: container.fileType == "m4af" ? limit + 1_500_000 : limit)
        let said = Mutex<[String]>([])
        let recorder = FileRecorder(
            FileRecorder.Target(container, MediaDescription(format)) { () throws(MediaError) in sink },
            context: rig.app.context)
        recorder.setEvents(
            FileRecorder.Events(
                finished: { successfully in said.withLock { $0.append("finished \(successfully)") } },
                failed: { failure in
                    if case .media(.io(let failure)) = failure {
                        said.withLock { $0.append("error \(failure.number)") }
                    }
                }, interruption: { _, _ in }))
        #expect(try rig.app.perform { try recorder.record() })
        for _ in 0..<400 where recorder.isRecording { rig.advance(0.5) }
        #expect(!recorder.isRecording)
        rig.advance(0.1)
        #expect(said.withLock { $0 } == ["error 28", "finished false"])
        #expect(recorder.isStopped)
        let reader = try MediaReader(bytes: sink.bytes)
        #expect(reader.frameCount > 96_000, "\(reader.frameCount)")
    }

    // MARK: Any order

    @Test(arguments: [1, 2, 3, 5, 8, 13, 21, 34] as [UInt64])
    func callsInAnyOrderLeaveAFileThatIsAsLongAsTheRecorderSaid(seed: UInt64) throws {
        let rig = try RecorderRig()
        rig.hear(Sound.noise(frames: 48_000, channels: 1, seed: seed), repeats: true)
        let recorder = try rig.recorder("a.wav", RecorderRig.linear())
        let owner = RecorderOwner()
        recorder.delegate = owner
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func dice(_ sides: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return (state >> 33) % sides
        }
        var trace: [String] = []
        var isCalling = false
        for _ in 0..<120 {
            let before = (recorder.isRecording, recorder.currentTime)
            switch dice(12) {
            case 0:
                trace.append("prepare \(rig.app.perform { recorder.prepareToRecord() })")
            case 1, 2: trace.append("record \(rig.app.perform { recorder.record() })")
            case 3:
                let later = Double(dice(100)) / 500 - 0.05
                trace.append("at \(rig.app.perform { recorder.record(atTime: recorder.deviceCurrentTime + later) })")
            case 4: trace.append("for \(rig.app.perform { recorder.record(forDuration: Double(dice(100)) / 200) })")
            case 5:
                rig.app.perform { recorder.pause() }
                trace.append("pause")
                #expect(!recorder.isRecording, "\(seed): \(trace)")
            case 6, 7:
                let time = recorder.currentTime
                rig.app.perform { recorder.stop() }
                trace.append("stop \(time)")
                #expect(!recorder.isRecording && recorder.currentTime == 0, "\(seed): \(trace)")
                if time > 0 {
                    let length = try AVAudioFile(forReading: rig.url("a.wav")).length
                    #expect(length == Int64((time * 48_000).rounded()), "\(seed): \(trace)")
                }
            case 8:
                let isDeleted = recorder.deleteRecording()
                trace.append("delete \(isDeleted)")
                #expect(!isDeleted || !before.0, "\(seed): \(trace)")
            case 9:
                recorder.isMeteringEnabled = dice(2) == 0
                recorder.updateMeters()
                #expect(recorder.peakPower(forChannel: 0) <= 0)
                recorder.channelAssignments = dice(2) == 0 ? nil : recorder.channelAssignments
            case 10:
                if isCalling { rig.device.declineCall() } else { rig.device.ring() }
                isCalling.toggle()
                trace.append("call \(isCalling)")
                #expect(!isCalling || !recorder.isRecording, "\(seed): \(trace)")
            default:
                let count = rig.advance(Double(1 + dice(20)) / 50)
                trace.append("advance \(count)")
                // The recorded time is never more than the time that has passed.
                if before.0, recorder.isRecording {
                    let gained = recorder.currentTime - before.1
                    #expect(gained >= 0 && gained <= Double(count) / 48_000 + 1e-9, "\(seed): \(trace)")
                } else if recorder.currentTime > 0, !before.0 {
                    #expect(recorder.currentTime == before.1, "\(seed): \(trace)")
                }
            }
        }
        rig.app.perform { recorder.stop() }
        #expect(!owner.calls.contains("error") && !owner.calls.contains("finished false"), "\(seed): \(trace)")
    }
}
