import AVFAudio
import AudioToolbox
import Foundation
import SordinoMedia
import SordinoSignal
import Testing

/// The sampler as programs see it.
@Suite struct AVAudioUnitSamplerTests {
    private struct Stand {
        let engine = AVAudioEngine()
        let sampler = AVAudioUnitSampler()
        let buffer: AVAudioPCMBuffer

        init() throws {
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            engine.attach(sampler)
            engine.connect(sampler, to: engine.mainMixerNode, format: format)
            try engine.start()
        }

        func render(_ frames: Int) throws -> [Float] {
            var heard: [Float] = []
            while heard.count < frames {
                let count = min(512, frames - heard.count)
                #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
                heard += buffer.channel(0).prefix(count)
            }
            return heard
        }
    }

    /// A bank of one program with a constant for every key, in a file of its own.
    private func bankFile() throws -> URL {
        var writer = SoundFontWriter(name: "Constant")
        let sample = writer.add(
            .init("one", [Int16](repeating: 16_384, count: 1_000), loop: 100..<900, sampleRate: 48_000))
        let instrument = writer.addInstrument("one", [.init(sample, generators: [(Generator.sampleModes, 1)])])
        writer.addPreset("One", ProgramNumber(bank: 0, program: 4), [.init(instrument)])
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sf2")
        try Data(writer.bytes).write(to: url)
        return url
    }

    @Test func aSamplerSoundsASineUntilABankIsLoaded() throws {
        let stand = try Stand()
        stand.sampler.startNote(69, withVelocity: 100, onChannel: 0)
        let sine = try stand.render(4_800)
        #expect((sine.max() ?? 0) > 0.1)
        #expect((sine.min() ?? 0) < -0.1)
        stand.sampler.stopNote(69, onChannel: 0)
        _ = try stand.render(48_000)
        let url = try bankFile()
        defer { try? FileManager.default.removeItem(at: url) }
        try stand.sampler.loadSoundBankInstrument(
            at: url, program: 4, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
            bankLSB: UInt8(kAUSampler_DefaultBankLSB))
        stand.sampler.startNote(60, withVelocity: 127, onChannel: 0)
        let constant = try stand.render(4_800)
        let level = 0.5 * 0.5.squareRoot() * (100.0 / 127) * (100.0 / 127)
        #expect(abs(Double(constant[4_000]) - level) < 1e-3)
    }

    @Test func whatCannotBeLoadedThrowsTheCodesOfUnits() throws {
        let sampler = AVAudioUnitSampler()
        func code(_ body: () throws -> Void) -> Int {
            do { try body() } catch { return (error as NSError).code }
            return 0
        }
        let nowhere = URL(filePath: "/nowhere/at/all.sf2")
        #expect(code { try sampler.loadInstrument(at: nowhere) } == -43)
        let url = try bankFile()
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(
            code { try sampler.loadSoundBankInstrument(at: url, program: 9, bankMSB: 0x79, bankLSB: 0) }
                == Int(kAudioUnitErr_InvalidPropertyValue))
        #expect(code { try sampler.loadAudioFiles(at: [url]) } == Int(kAudioUnitErr_UnknownFileType))
        #expect(code { try sampler.loadInstrument(at: url) } == 0)
    }

    @Test func valuesAreHeldWithinTheirRanges() {
        let sampler = AVAudioUnitSampler()
        #expect(sampler.overallGain == 0 && sampler.stereoPan == 0 && sampler.globalTuning == 0)
        sampler.overallGain = 20
        sampler.stereoPan = -150
        sampler.globalTuning = -1_250
        #expect(sampler.overallGain == 12 && sampler.stereoPan == -100 && sampler.globalTuning == -1_250)
        #expect(sampler.auAudioUnit.inputBusses.count == 0 && sampler.auAudioUnit.isMusicDeviceOrEffect)
    }

    @Test func notesOfTheOlderInterfaceBeginOnTheirFrame() throws {
        let stand = try Stand()
        let url = try bankFile()
        defer { try? FileManager.default.removeItem(at: url) }
        try stand.sampler.loadInstrument(at: url)
        let unit = stand.sampler.audioUnit
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 127, 100) == noErr)
        var note: NoteInstanceID = 0
        var params = MusicDeviceNoteParams()
        (params.argCount, params.mPitch, params.mVelocity) = (2, 64.5, 127)
        #expect(MusicDeviceStartNote(unit, kMusicNoteEvent_UseGroupInstrument, 0, &note, 300, &params) == noErr)
        let sound = try stand.render(512)
        let first = sound.firstIndex { $0 != 0 }
        #expect(first == 100)
        #expect(abs(sound[500] / sound[200] - 2) < 1e-2)
        // A key does not end a note that was started by itself.
        #expect(MusicDeviceMIDIEvent(unit, 0x80, 60, 0, 0) == noErr)
        #expect(MusicDeviceMIDIEvent(unit, 0x80, 64, 0, 0) == noErr)
        let alone = try stand.render(9_600)
        #expect(abs(alone[9_000] - sound[200]) < 1e-3)
        #expect(MusicDeviceStopNote(unit, 0, note, 0) == noErr)
        #expect(try stand.render(9_600)[9_000] == 0)
    }

    @Test func recordingsBecomeZonesByTheKeysThatTheyName() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try square(folder, "toneC4.wav")
        let stand = try Stand()
        try stand.sampler.loadAudioFiles(at: [url])
        // C4 of the name is key 72, an octave below it the wave is twice as long.
        stand.sampler.startNote(60, withVelocity: 127, onChannel: 0)
        let sound = try stand.render(9_600)
        let found = periods(sound)
        #expect(!found.isEmpty && found.allSatisfy { abs($0 - 192) <= 1 })
    }

    /// A square wave of 96 frames a period in a file of a folder.
    private func square(_ folder: URL, _ name: String) throws -> URL {
        let url = folder.appending(path: name)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 48_000))
        buffer.frameLength = 48_000
        let samples = try #require(buffer.floatChannelData)[0]
        for frame in 0..<48_000 { samples[frame] = frame % 96 < 48 ? 0.5 : -0.5 }
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        try file.write(from: buffer)
        return url
    }

    /// The lengths of a wave's periods.
    private func periods(_ sound: [Float]) -> [Int] {
        var crossings: [Int] = []
        for frame in 1_000..<sound.count - 1 where sound[frame] < 0 && sound[frame + 1] >= 0 { crossings.append(frame) }
        return zip(crossings, crossings.dropFirst()).map { $1 - $0 }
    }

    @Test func aPresetBringsItsZonesAndIsPartOfTheState() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try square(folder, "square.wav")
        let zone: [String: Any] = ["waveform": 268_435_457, "root key": 48, "min key": 40, "max key": 70]
        let preset: [String: Any] = [
            "type": 1_635_085_685, "subtype": 1_935_764_848, "manufacturer": 1_634_758_764, "version": 0,
            "name": "Square", "file-references": ["Sample:268435457": "/not/here/square.wav"],
            "Instrument": ["name": "Square", "Layers": [["Zones": [zone]]]],
        ]
        let url = folder.appending(path: "Square.aupreset")
        try PropertyListSerialization.data(fromPropertyList: preset, format: .xml, options: 0).write(to: url)
        let stand = try Stand()
        try stand.sampler.loadInstrument(at: url)
        // An octave above its root.
        stand.sampler.startNote(60, withVelocity: 127, onChannel: 0)
        let found = periods(try stand.render(9_600))
        #expect(!found.isEmpty && found.allSatisfy { abs($0 - 48) <= 1 })
        let instrument = stand.sampler.auAudioUnit.fullState?["Instrument"] as? [String: Any]
        #expect(instrument?["name"] as? String == "Square")
        try FileManager.default.removeItem(at: folder.appending(path: "square.wav"))
        let other = AVAudioUnitSampler()
        let failure = #expect(throws: (any Error).self) { try other.loadInstrument(at: url) }
        #expect((failure as NSError?)?.code == -43)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func presetsOfWildNumbersSoundOrAreRefused(_ wild: Double) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = try square(folder, "square.wav")
        let stand = try Stand()
        func hear(_ name: String, _ data: Data) throws {
            let url = folder.appending(path: name)
            try data.write(to: url)
            // Refused or not: what sounds afterwards is made of numbers.
            try? stand.sampler.loadInstrument(at: url)
            stand.sampler.startNote(60, withVelocity: 127, onChannel: 0)
            #expect(try stand.render(2_048).allSatisfy(\.isFinite))
        }
        for key in ["gain", "pan", "coarse tune", "fine tune", "root key", "min key", "max velocity", "waveform"] {
            var zone: [String: Any] = ["waveform": 268_435_457, "root key": 60]
            zone[key] = wild
            let preset: [String: Any] = [
                "file-references": ["Sample:268435457": sound.path], "Instrument": ["Layers": [["Zones": [zone]]]],
            ]
            try hear(
                "\(key).aupreset", PropertyListSerialization.data(fromPropertyList: preset, format: .binary, options: 0)
            )
        }
        let stages = (0...6).map { ["stage": $0, "time": wild, "level": wild] as [String: Any] }
        let layer: [String: Any] = [
            "Envelopes": [["Stages": stages]], "Filters": ["enabled": true, "cutoff": wild, "resonance": wild],
            "LFOs": [["rate": wild, "delay": wild]], "Zones": [["waveform": 268_435_457]],
        ]
        let preset: [String: Any] = [
            "file-references": ["Sample:268435457": sound.path], "Instrument": ["Layers": [layer]],
        ]
        try hear(
            "layer.aupreset", PropertyListSerialization.data(fromPropertyList: preset, format: .binary, options: 0))
        for opcode in [
            "volume", "pan", "tune", "transpose", "offset", "lovel", "hivel", "cutoff", "ampeg_attack", "fileg_depth",
        ] { try hear("\(opcode).sfz", Data("<region> sample=square.wav \(opcode)=\(wild)".utf8)) }
        for opcode in ["end", "loop_start", "loop_end", "key", "seq_position"] {
            for number in [Int.max, Int.min] {
                try hear("\(opcode).sfz", Data("<region> sample=square.wav \(opcode)=\(number)".utf8))
            }
        }
    }

    @Test func anInstrumentOfTextIsLoaded() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try square(folder, "a square.wav")
        let url = folder.appending(path: "square.sfz")
        try Data("<region> sample=a square.wav lokey=50 hikey=72 pitch_keycenter=c5".utf8).write(to: url)
        let stand = try Stand()
        try stand.sampler.loadInstrument(at: url)
        // An octave below its root, and nothing beyond its keys.
        stand.sampler.startNote(60, withVelocity: 127, onChannel: 0)
        stand.sampler.startNote(80, withVelocity: 127, onChannel: 0)
        let found = periods(try stand.render(9_600))
        #expect(!found.isEmpty && found.allSatisfy { abs($0 - 192) <= 1 })
    }

    @Test func parametersOfAGroupAreTheControllersOfItsChannel() throws {
        let stand = try Stand()
        let url = try bankFile()
        defer { try? FileManager.default.removeItem(at: url) }
        try stand.sampler.loadSoundBankInstrument(
            at: url, program: 4, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
            bankLSB: UInt8(kAUSampler_DefaultBankLSB))
        let unit = stand.sampler.audioUnit
        func set(_ id: AudioUnitParameterID, _ value: Float, channel: UInt32 = 0) -> OSStatus {
            AudioUnitSetParameter(unit, id, kAudioUnitScope_Group, channel, value, 0)
        }
        #expect(set(kAUGroupParameterID_Volume, 64) == noErr)
        #expect(set(kAUGroupParameterID_Expression, 96) == noErr)
        stand.sampler.startNote(60, withVelocity: 127, onChannel: 0)
        // SoundFont 2.04, 8.4: volume and expression are squares; half of the power on either side.
        let level = 0.5 * 0.5.squareRoot() * pow(64.0 / 127, 2) * pow(96.0 / 127, 2)
        #expect(abs(Double(try stand.render(4_800)[4_000]) - level) < 1e-3)
        // Another channel's silence is not this one's.
        #expect(set(kAUGroupParameterID_AllSoundOff, 0, channel: 1) == noErr)
        #expect(abs(Double(try stand.render(4_800)[4_000]) - level) < 1e-3)
        #expect(set(kAUGroupParameterID_AllSoundOff, 0) == noErr)
        #expect(try stand.render(4_800).last == 0)
        for (id, value, channel) in [
            (kAUGroupParameterID_KeyPressure, 1, 0), (kAUGroupParameterID_Volume, 1, 16),
            (kAUGroupParameterID_Volume, .nan, 0), (384, 1, 0),
        ] as [(AudioUnitParameterID, Float, UInt32)] {
            #expect(set(id, value, channel: channel) == kAudioUnitErr_InvalidParameter)
        }
        var value: Float = 0
        #expect(
            AudioUnitGetParameter(unit, kAUGroupParameterID_Volume, kAudioUnitScope_Group, 0, &value)
                == kAudioUnitErr_InvalidParameter)
    }
}
