import AVFAudio
import AudioToolbox
import ByteMutation
import Foundation
import SmallBanks
import SordinoMedia
import SordinoSignal
import SordinoSimulator

/// Damaged bytes of any kind on their whole way: into a file, through the player of its kind, an engine at the device's rate, to the
/// speaker of a simulated device; played, gone elsewhere in, stopped.
///
/// Bytes that are refused end with an error; all that is read is played. A trap ends the process, and the seed repeats it.
package final class PlayedBytes {
    /// The kinds of bytes.
    package enum Kind: String, CaseIterable, Sendable {
        /// Containers and elementary streams, and headers with numbers of their own.
        case sounds
        /// Banks of instruments, and recordings that become instruments.
        case banks
        /// Presets and SFZ texts.
        case presets
        /// MIDI files.
        case scores
    }

    /// Inputs that were tried, and those of them that were read.
    package private(set) var (count, readCount) = (0, 0)

    private var mutation: ByteMutation
    private let folder: URL
    private let device = SimulatedDevice(.phone)
    private let app: SimulatedApp
    private let engine: AVAudioEngine
    private let node: AVAudioPlayerNode
    private let sampler: AVAudioUnitSampler
    private let sounds: [SeedFiles.File]

    /// Makes a device with one program and its engine.
    package init(seed: UInt64) throws {
        mutation = ByteMutation(seed: seed)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("played-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.wave(rate: 44_100)).write(to: folder.appendingPathComponent("seed.wav"))
        // A small bank for scores: an installed one takes longer to load than most inputs to play.
        try Data(Self.soundFont).write(to: folder.appendingPathComponent("whole.sf2"))
        device.allowsArtefacts(because: "damaged files sound as they may")
        app = device.app("Fuzz", backgroundModes: .audio)
        try app.activate(.playback)
        (engine, node, sampler) = app.perform {
            let parts = (AVAudioEngine(), AVAudioPlayerNode(), AVAudioUnitSampler())
            parts.0.attach(parts.1)
            parts.0.attach(parts.2)
            parts.0.connect(parts.2, to: parts.0.mainMixerNode, format: nil)
            return parts
        }
        sounds =
            SeedFiles.all()
            + [100, 999, 1_000, 7_919, 767_999, 896_068, 100_000_000].map {
                .init(name: "rate\($0).wav", bytes: Self.wave(rate: $0))
            } + [.init(name: "silence.flac", bytes: SilentFLAC.bytes(frameCount: 60, channelCount: 2))]
        try app.perform { try engine.start() }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Takes one input of a kind its whole way; the first of each are whole.
    package func play(_ kind: Kind, isWhole: Bool = false) throws {
        count += 1
        switch kind {
        case .sounds:
            let file = sounds[mutation.choice(below: sounds.count)]
            try playSound(try write(file.bytes, as: file.name, isWhole))
        case .banks:
            let banks = [(Self.soundFont, "bank.sf2"), (SmallDLSBank.bytes(), "bank.dls")]
            let bank = banks[mutation.choice(below: banks.count)]
            try playBank(try write(bank.0, as: bank.1, isWhole))
        case .presets:
            try playPreset(try write(Array(Self.text.utf8), as: "instrument.sfz", isWhole))
        case .scores:
            try playScore(try write(Self.score, as: "score.mid", isWhole))
        }
    }

    private func write(_ bytes: [UInt8], as name: String, _ isWhole: Bool) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(isWhole ? bytes : mutation.damaged(bytes)).write(to: url)
        return url
    }

    private func listen() { device.advance(0.02) }

    // MARK: Sounds

    private func playSound(_ url: URL) throws {
        app.perform {
            if let player = try? AVAudioPlayer(contentsOf: url) {
                readCount += 1
                player.enableRate = mutation.choice(below: 2) == 0
                player.rate = 1.5
                player.numberOfLoops = mutation.choice(below: 3) - 1
                _ = player.play()
                listen()
                player.currentTime = player.duration * Double(mutation.choice(below: 100)) / 99
                listen()
                player.currentTime = 0
                listen()
                player.stop()
            }
            if mutation.choice(below: 4) == 0 { playSystemSound(url) }
            if mutation.choice(below: 2) == 0 { readConverted(url) }
        }
        try app.perform { try playNode(url) }
    }

    /// The file as a player node plays it, from its beginning and from a place in it.
    private func playNode(_ url: URL) throws {
        // As in Apple's, a file of no frames is not scheduled.
        guard let file = try? AVAudioFile(forReading: url), file.length > 0 else { return }
        engine.connect(node, to: engine.mainMixerNode, format: file.processingFormat)
        node.scheduleFile(file, at: nil)
        node.play()
        listen()
        node.stop()
        let start = Int64(mutation.choice(below: Int(clamping: file.length)))
        let count = AVAudioFrameCount(clamping: min(file.length - start, 10_000))
        node.scheduleSegment(file, startingFrame: start, frameCount: count, at: nil)
        node.play()
        listen()
        node.stop()
        if let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1_000) {
            file.framePosition = 0
            if (try? file.read(into: buffer)) != nil, buffer.frameLength > 0 {
                node.scheduleBuffer(buffer, at: nil, options: .loops)
                node.play()
                listen()
                node.stop()
            }
        }
        engine.disconnectNodeOutput(node)
    }

    private func playSystemSound(_ url: URL) {
        var id: SystemSoundID = 0
        guard AudioServicesCreateSystemSoundID(url as CFURL, &id) == noErr else { return }
        AudioServicesPlaySystemSound(id)
        listen()
        AudioServicesDisposeSystemSoundID(id)
    }

    /// The first frames of the file at the device's rate, as programs with a C interface read them.
    private func readConverted(_ url: URL) {
        var file: ExtAudioFileRef?
        guard ExtAudioFileOpenURL(url as CFURL, &file) == noErr, let file else { return }
        defer { ExtAudioFileDispose(file) }
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 8, mFramesPerPacket: 1,
            mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        let size = UInt32(MemoryLayout.size(ofValue: format))
        guard ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &format) == noErr else {
            return
        }
        for place in [0, Int64(mutation.choice(below: 5_000))] {
            guard ExtAudioFileSeek(file, place) == noErr else { continue }
            var samples = [Float](repeating: 0, count: 2 * 2_000)
            samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                var frames: UInt32 = 2_000
                _ = ExtAudioFileRead(file, &frames, &list)
                precondition(frames <= 2_000, "more frames than there is room for")
            }
        }
    }

    // MARK: Instruments and scores

    private func playNotes() {
        for key in stride(from: 0, to: 128, by: 17) {
            sampler.startNote(UInt8(key), withVelocity: UInt8(1 + key), onChannel: 0)
        }
        sampler.sendPitchBend(UInt16(mutation.choice(below: 16_384)), onChannel: 0)
        listen()
        for key in stride(from: 0, to: 128, by: 17) { sampler.stopNote(UInt8(key), onChannel: 0) }
        listen()
    }

    private func playBank(_ url: URL) throws {
        app.perform {
            for (program, high) in [(0, 0x79), (12, 0x79), (0, 0x78)] as [(UInt8, UInt8)] {
                let loaded: Void? = try? sampler.loadSoundBankInstrument(
                    at: url, program: program, bankMSB: high, bankLSB: 0)
                guard loaded != nil else { continue }
                readCount += 1
                playNotes()
            }
            if let player = try? AVMIDIPlayer(data: Data(Self.score), soundBankURL: url) { play(player) }
        }
    }

    private func playPreset(_ url: URL) throws {
        app.perform {
            guard (try? sampler.loadInstrument(at: url)) != nil else { return }
            readCount += 1
            playNotes()
        }
    }

    private func play(_ player: AVMIDIPlayer) {
        player.prepareToPlay()
        player.play()
        listen()
        player.currentPosition = player.duration * Double(mutation.choice(below: 100)) / 99
        listen()
        player.stop()
    }

    private func playScore(_ url: URL) throws {
        app.perform {
            if let player = try? AVMIDIPlayer(
                contentsOf: url, soundBankURL: folder.appendingPathComponent("whole.sf2"))
            {
                readCount += 1
                play(player)
            }
            let sequencer = AVAudioSequencer(audioEngine: engine)
            guard (try? sequencer.load(from: url, options: [])) != nil else { return }
            for track in sequencer.tracks.prefix(4) { track.destinationAudioUnit = sampler }
            sequencer.prepareToPlay()
            guard (try? sequencer.start()) != nil else { return }
            listen()
            sequencer.currentPositionInBeats = Double(mutation.choice(below: 1_000))
            listen()
            sequencer.stop()
        }
    }
}
