import Glibc
import SordinoEngine
import SordinoMIDI
import SordinoMedia
import SordinoSignal

/// Notes for a minute, sixty a second over sixteen channels, as a MIDI file.
func denseScore(noteCount: Int, perSecond: Int) throws -> [UInt8] {
    var events: [MIDIFile.Event] = []
    for channel in 0..<16 as Range<UInt8> where channel != 9 {
        let program = UInt8(programs[Int(channel) % programs.count])
        events.append(MIDIFile.Event(tick: 0, .channel(ChannelMessage(status: 0xC0 | channel, data1: program))))
    }
    // 960 ticks a second at 120 quarters a minute.
    let step = 960 / perSecond
    for note in 0..<noteCount {
        let (channel, key) = (UInt8(note % 16), UInt8(36 + note * 7 % 60))
        events.append(
            MIDIFile.Event(tick: note * step, .channel(ChannelMessage(status: 0x90 | channel, data1: key, data2: 90))))
        events.append(
            MIDIFile.Event(
                tick: note * step + 2_000, .channel(ChannelMessage(status: 0x80 | channel, data1: key, data2: 64))))
    }
    return try MIDIFile(
        format: .singleTrack, division: .ticksPerQuarter(480), tracks: [events.sorted { $0.tick < $1.tick }]
    ).written()
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = processorNanoseconds()
    try body()
    return (processorNanoseconds() - start) / 1e9
}

/// Prints how fast files are rendered, and what a million events take.
func measureScores(_ bank: PatchBank) throws {
    let dense = try denseScore(noteCount: 3_600, perSecond: 60)
    for interpolation in NoteInterpolation.allCases {
        var content = SequenceContent()
        content.add(try MIDIFile(reading: dense))
        let score = try RenderedScore(
            content, bank: bank, sampleRate: 48_000, interpolation: interpolation, name: "dense")
        let reader = try MediaReader(score)
        let planes = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 4_096) }
        var frames = 0
        let time = try seconds {
            while case let count = try reader.read(into: planes, frameCount: 4_096), count > 0 { frames += count }
        }
        for plane in planes { plane.deallocate() }
        print("dense file, \(interpolation): \(text(Double(frames) / 48_000 / time)) x real time")
    }
    let long = try denseScore(noteCount: 500_000, perSecond: 60)
    var content = SequenceContent()
    let load = try seconds { content.add(try MIDIFile(reading: long)) }
    print("\(content.places.first?.track.events.count ?? 0) events of 1,000,000 messages loaded in \(text(load * 1e3)) ms")
    let sequencer = Sequencer()
    let store = SequenceStore()
    store.destinations.standard = SequenceTarget(bytes: { _ in }, parameter: nil, setState: nil)
    let publish = seconds {
        store.edit { $0 = content }
        sequencer.sequence = store
    }
    print("made ready to play in \(text(publish * 1e3)) ms")
    sequencer.start()
    sequencer.state.pointee.render(frameCount: 512, sampleRate: 48_000, hostNanoseconds: -1)
    var worst = 0.0
    for seek in 0..<100 {
        let time = seconds {
            sequencer.beat = Double(seek * 7_919 % 16_000)
            sequencer.state.pointee.render(frameCount: 512, sampleRate: 48_000, hostNanoseconds: -1)
        }
        worst = max(worst, time)
    }
    print("a new position and its first block: \(text(worst * 1e3)) ms at worst of 100")
}

/// Prints the time of blocks in which as many voices sound as may.
func measureManyVoices(_ bank: PatchBank) {
    let render = makeOurs(bank, notes: 4_000)
    for _ in 0..<10 { _ = render() }
    var (worst, sum) = (0.0, 0.0)
    let count = 2_000
    var voices = 0
    for _ in 0..<count {
        let start = wallNanoseconds()
        voices = render()
        let time = wallNanoseconds() - start
        worst = max(worst, time)
        sum += time
    }
    print(
        "\(voices) voices, \(count) blocks of 512 frames (10.67 ms): \(text(sum / Double(count) / 1e6)) ms, \(text(worst / 1e6)) ms at worst")
}

func wallNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
