import AllocationProbe
import Glibc
import SordinoGraph
import SordinoSignal
import Testing

/// Instruments as units: their road, their times, their parameters.
@Suite struct InstrumentUnitTests {
    /// An instrument between nothing and the output.
    final class Stage {
        let rig: Rig
        let unit: InstrumentUnit
        let node: NodeID

        init(_ unit: InstrumentUnit = Sampler(), sampleRate: Double = 48_000) throws {
            rig = Rig(sampleRate: sampleRate)
            self.unit = unit
            node = rig.add(unit)
            _ = try rig.connect(node, to: rig.outputNode)
            try rig.publish()
        }

        /// Left and right of blocks of these lengths.
        func render(_ frameCount: Int, block: Int = 512) -> [[Float]] {
            var joined: [[Float]] = [[], []]
            var left = frameCount
            while left > 0 {
                for (channel, samples) in rig.render(min(block, left)).enumerated() { joined[channel] += samples }
                left -= min(block, left)
            }
            return joined
        }
    }

    /// A constant that sounds at once, for one key each.
    static func constants(_ keys: ClosedRange<Int> = 0...127) -> Instrument {
        let frames = OwnedFrames([Float](repeating: 1, count: 1_000))
        let sample = InstrumentSample(
            .float32(UnsafePointer(frames.floats)), frameCount: 1_000, loop: 100..<900, sampleRate: 48_000,
            owner: frames)
        var generators = Generator.rules.map(\.initial)
        generators[Generator.sampleModes] = 1
        return Instrument(name: "Constant", zones: [InstrumentZone(sample, keys: keys, generators: generators)])
    }

    static func on(_ key: UInt8, time: Int64, velocity: UInt8 = 127, channel: UInt8 = 0) -> ([UInt8], Int64) {
        ([0x90 | channel, key, velocity], time)
    }

    static func send(_ unit: InstrumentUnit, _ messages: [([UInt8], Int64)]) {
        for (bytes, time) in messages { bytes.withUnsafeBufferPointer { _ = unit.notes.schedule($0, time: time) } }
    }

    @Test func aSamplerWithoutAnInstrumentSoundsASineAtTheKeysPitch() throws {
        let stage = try Stage()
        Self.send(stage.unit, [Self.on(69, time: 0)])
        let sound = stage.render(48_000)[0]
        var (real, imaginary, power) = (0.0, 0.0, 0.0)
        for frame in 4_800..<43_200 {
            let (angle, sample) = (2 * Double.pi * 440 * Double(frame) / 48_000, Double(sound[frame]))
            real += sample * cos(angle)
            imaginary += sample * sin(angle)
            power += sample * sample
        }
        // All that sounds is the sine: its power is half the square of its amplitude.
        let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / 38_400
        #expect(abs(amplitude * amplitude / 2 / (power / 38_400) - 1) < 1e-6)
        #expect(amplitude > 0.3)
    }

    @Test func tuningMessagesAreReadAsTheStandardHasThem() throws {
        // Key 69 at 440 Hz of the sine; messages that make it 70 or 69.5, by each of the standard's forms.
        let name = [UInt8](repeating: 65, count: 16)
        let dump: [UInt8] = (0..<128).flatMap { $0 == 69 ? [69, 64, 0] : [UInt8($0), 0, 0] }
        let forms: [([UInt8], Double)] = [
            ([0xF0, 0x7F, 0, 8, 2, 0, 1, 69, 70, 0, 0, 0xF7], 70),
            ([0xF0, 0x7F, 0, 8, 7, 0, 0, 1, 69, 69, 64, 0, 0xF7], 69.5),
            ([0xF0, 0x7E, 0, 8, 1, 0] + name + dump + [0, 0xF7], 69.5),
            ([0xF0, 0x7E, 0, 8, 8, 3, 127, 127] + [64, 64, 64, 64, 64, 64, 64, 64, 64, 114, 64, 64] + [0xF7], 69.5),
            ([0xF0, 0x7E, 0, 8, 9, 3, 127, 127] + (0..<12).flatMap { $0 == 9 ? [96, 0] : [64, 0] } + [0xF7], 69.5),
            ([0xF0, 0x7F, 0, 8, 2, 0, 1, 69, 127, 127, 127, 0xF7], 69),
            ([0xF0, 0x7F, 0, 8, 2, 0, 90, 69, 70], 69),
        ]
        for (message, key) in forms {
            let stage = try Stage()
            Self.send(stage.unit, [(message, 0), Self.on(69, time: 0)])
            let sound = stage.render(48_000)[0]
            var crossings = 0
            for frame in 4_801..<43_201 where sound[frame - 1] < 0 && sound[frame] >= 0 { crossings += 1 }
            let hertz = 440 * pow(2, (key - 69) / 12)
            #expect(abs(Double(crossings) - hertz * 0.8) <= 1, "\(message.prefix(8))")
        }
    }

    @Test(arguments: [1, 64, 100, 512, 480]) func notesBeginAndEndOnTheirFrames(_ block: Int) throws {
        let stage = try Stage()
        stage.unit.load(PatchBank(Self.constants()))
        Self.send(stage.unit, [Self.on(60, time: 1_003), Self.on(62, time: 2_777), Self.on(64, time: 777)])
        let sound = stage.render(4_000, block: block)[0]
        var steps: [Int] = []
        for frame in 1..<4_000 where abs(sound[frame] - sound[frame - 1]) > 0.1 { steps.append(frame) }
        #expect(steps == [777, 1_003, 2_777])
    }

    @Test func anOffsetCountsFromTheNextBlock() throws {
        let stage = try Stage()
        stage.unit.load(PatchBank(Self.constants()))
        _ = stage.render(512)
        Self.send(stage.unit, [Self.on(60, time: ParameterPort.immediately + 37)])
        let sound = stage.render(512)[0]
        let first = sound.firstIndex { $0 != 0 }
        #expect(first == 37)
    }

    @Test func anySplitIntoBlocksGivesTheSameSamples() throws {
        let messages = [
            Self.on(60, time: 5), Self.on(67, time: 700), ([0xB0, 1, 100], 900), ([0xE0, 0, 0x50], 1_000),
            ([0x80, 60, 0], 2_001), ([0xB0, 7, 20], 2_500),
        ]
        func sound(_ block: Int) throws -> [[Float]] {
            let stage = try Stage(MIDISynth())
            Self.send(stage.unit, messages)
            return stage.render(6_000, block: block)
        }
        let whole = try sound(512)
        for block in [33, 64, 100, 480] {
            let split = try sound(block)
            #expect(split == whole)
        }
    }

    @Test func runningStatusAndExclusiveMessagesAreUnderstood() throws {
        let stage = try Stage()
        stage.unit.load(PatchBank(Self.constants()))
        // Two notes with one status byte, then the volume of the whole at half, then a reset.
        Self.send(stage.unit, [([0x90, 60, 127, 64, 127], 0), ([0xF0, 0x7F, 0x7F, 4, 1, 0, 0x40, 0xF7], 1_000)])
        let sound = stage.render(3_000)[0]
        #expect(abs(sound[2_900] / sound[900] - 0.5) < 0.01)
        Self.send(stage.unit, [([0xF0, 0x7E, 0x7F, 9, 1, 0xF7], 3_000)])
        #expect(stage.render(3_000)[0][2_900] == 0)
    }

    @Test func universalPacketsOfBothProtocolsPlay() throws {
        let stage = try Stage()
        stage.unit.load(PatchBank(Self.constants()))
        let words: [UInt32] = [0x2090_3C7F, 0x4090_4000, 0xFFFF_0000]
        words.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            _ = stage.unit.notes.schedule(words: start, count: 3, time: 100)
        }
        let sound = stage.render(1_000)[0]
        // Two equal voices at one frame.
        #expect(sound[99] == 0)
        let alone = try Stage()
        alone.unit.load(PatchBank(Self.constants()))
        Self.send(alone.unit, [Self.on(60, time: 100)])
        let single = alone.render(1_000)[0]
        #expect(abs(sound[900] / single[900] - 2) < 1e-3)
    }

    @Test func gainPanAndTuningAreParameters() throws {
        let stage = try Stage()
        stage.unit.load(PatchBank(Self.constants()))
        Self.send(stage.unit, [Self.on(60, time: 0)])
        let before = stage.render(2_048)
        stage.unit.set(900, to: -6)
        stage.unit.set(903, to: -1)
        let after = stage.render(4_096)
        #expect(abs(20 * log10(after[0][4_000] / before[0][2_000]) + 6) < 0.01)
        #expect(after[1][4_000] == 0)
    }

    @Test func programsOfABankAreChosenByChannelAndPercussionHasItsOwn() throws {
        let stage = try Stage(MIDISynth())
        let bank = PatchBank([
            (ProgramNumber(bank: 0, program: 0), Self.constants(0...40)),
            (ProgramNumber(bank: 0, program: 5), Self.constants(41...80)),
            (ProgramNumber(bank: 128, program: 0), Self.constants(81...127)),
        ])
        stage.unit.load(bank)
        func sounds(_ key: UInt8, channel: UInt8, program: UInt8? = nil) -> Bool {
            let time = ParameterPort.immediately
            if let program { Self.send(stage.unit, [([0xC0 | channel, program], time)]) }
            Self.send(stage.unit, [([0xB0 | channel, 91, 0], time), Self.on(key, time: time, channel: channel)])
            let level = stage.render(512)[0].map { abs($0) }.max() ?? 0
            Self.send(stage.unit, [([0xB0 | channel, 120, 0], time)])
            _ = stage.render(24_000)
            return level > 0.01
        }
        #expect(sounds(30, channel: 0))
        #expect(!sounds(50, channel: 0))
        #expect(sounds(50, channel: 0, program: 5))
        #expect(sounds(90, channel: 9))
        #expect(!sounds(30, channel: 9))
        // A program that the bank does not have is none.
        #expect(!sounds(30, channel: 1, program: 77))
    }

    @Test func theSamplerKeepsItsInstrumentWhenTheRateChanges() throws {
        let unit = Sampler()
        let stage = try Stage(unit)
        unit.load(PatchBank(Self.constants()))
        Self.send(unit, [([0xB0, 7, 127], 0)])
        _ = stage.render(512)
        unit.reset()
        let other = try Stage(unit, sampleRate: 44_100)
        Self.send(unit, [Self.on(60, time: ParameterPort.immediately)])
        let sound = other.render(512)[0]
        #expect(abs(sound[500] - Float(0.5.squareRoot())) < 1e-3)
    }

    @Test func theReverbGoesOnAndEndsInSilence() throws {
        let stage = try Stage(MIDISynth())
        stage.unit.load(PatchBank(Self.constants()))
        Self.send(stage.unit, [([0xB0, 91, 127], 0), Self.on(60, time: 0), ([0x80, 60, 0], 4_800)])
        let sound = stage.render(480_000)[0]
        #expect(sound[7_000..<20_000].contains { abs($0) > 1e-5 })
        #expect(sound[479_000...].allSatisfy { $0 == 0 })
    }

    @Test func aFullRoadRefusesAndCounts() throws {
        let unit = Sampler()
        for _ in 0..<9_000 { Self.send(unit, [Self.on(60, time: 0)]) }
        #expect(unit.notes.lostCount == 9_000 - 8_192)
        let stage = try Stage(unit)
        let isFinite = stage.render(1_024)[0].allSatisfy { $0.isFinite }
        #expect(isFinite)
    }

    @Test func renderingTouchesNoHeap() throws {
        let stage = try Stage(MIDISynth())
        Self.send(stage.unit, (0..<40).map { Self.on(40 + $0, time: Int64($0) * 20) })
        _ = stage.render(512)
        let planes = Planes(channelCount: 2, frameCount: 512)
        let state = stage.rig.renderer.state
        let output = UnsafePointer(planes.pointers)
        let calls = countingHeapCalls {
            state.pointee.render(
                frameCount: 512, hostNanoseconds: -1, output: output, outputChannelCount: 2, input: nil,
                inputChannelCount: 0)
        }
        #expect(calls == .none)
    }

    @Test func notesBeyondWhatABlockHoldsBeginWithTheNextOne() throws {
        let stage = try Stage(Sampler())
        stage.unit.load(PatchBank(Self.constants(60...60)))
        _ = stage.render(128, block: 128)
        // Only key 60 is heard: it comes behind as many notes as a block of 128 frames may begin.
        Self.send(stage.unit, (0..<128).map { _ in Self.on(59, time: 0) } + [Self.on(60, time: 0)])
        let late = stage.render(256, block: 128)[0]
        #expect(late[..<128].allSatisfy { $0 == 0 })
        #expect(late[128...].contains { $0 != 0 })
    }

    @Test func aFloodOfNotesEndsAndLeavesNoNoteHanging() throws {
        let stage = try Stage(Sampler())
        stage.unit.load(PatchBank(Self.constants()))
        _ = stage.render(512)
        for round in 0..<4_000 {
            Self.send(stage.unit, [Self.on(UInt8(round % 128), time: 0), ([0x80, UInt8(round % 128), 0], 0)])
        }
        #expect(stage.unit.notes.lostCount == 0)
        _ = stage.render(48_000)
        #expect(stage.render(512).allSatisfy { $0.allSatisfy { $0 == 0 } })
    }
}
