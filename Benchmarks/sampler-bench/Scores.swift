import BenchmarkRatios
import CFluidSynthPeer
import Glibc
import SordinoEngine
import SordinoMIDI
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// Notes of two seconds, so many a second over sixteen channels, as a MIDI file.
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

/// Renders a score by the General MIDI synthesizer, reverb and chorus on; times real time.
private func ourSpeed(_ score: [UInt8], _ bank: PatchBank, _ interpolation: NoteInterpolation) throws -> Double {
    var content = SequenceContent()
    content.add(try MIDIFile(reading: score))
    let sound = try RenderedScore(content, bank: bank, sampleRate: rate, interpolation: interpolation)
    let planes = PlanarFrames(.float32, channelCount: 2, capacity: 4_096)
    var frames = 0
    let time = try seconds {
        while case let count = try sound.read(into: planes.block, atFrame: 0, frameCount: 4_096), count > 0 {
            frames += count
        }
    }
    return Double(frames) / rate / time
}

/// The same by FluidSynth, with the voices that sounded: their mean and the most.
private func theirSpeed(_ score: [UInt8], order: Int32) -> (speed: Double, mean: Double, most: Int)? {
    guard let peer = cfluidsynth_peer_make(bankPath, rate, 4_096, 1) else { return nil }
    defer { cfluidsynth_peer_free(peer) }
    cfluidsynth_peer_interpolate(peer, order)
    guard cfluidsynth_peer_play(peer, score, Int64(score.count)) != 0 else { return nil }
    let block = Block()
    var (blocks, sum, most) = (0, 0, 0)
    let time = seconds {
        while cfluidsynth_peer_is_playing(peer) != 0 {
            let voices = Int(cfluidsynth_peer_render(peer, block.planes[0], block.planes[1], Int32(blockFrames)))
            (blocks, sum, most) = (blocks + 1, sum + voices, max(most, voices))
        }
    }
    return (Double(blocks * blockFrames) / rate / time, Double(sum) / Double(max(blocks, 1)), most)
}

/// Prints how fast the dense file is rendered.
func measureDenseFile(_ bank: PatchBank) throws {
    let dense = try denseScore(noteCount: 3_600, perSecond: 60)
    let orders: [(NoteInterpolation, Int32)] = [(.none, 0), (.linear, 1), (.cubic, 4), (.sinc, 7)]
    for (interpolation, order) in orders {
        var (ours, theirs) = (0.0, 0.0)
        var voices = ""
        for _ in 0..<2 {
            ours = max(ours, try ourSpeed(dense, bank, interpolation))
            guard let peer = theirSpeed(dense, order: order) else { continue }
            theirs = max(theirs, peer.speed)
            voices = "its voices: \(Int(peer.mean)) in the mean, \(peer.most) at most"
        }
        print(
            "dense file, \(interpolation): \(text(ours)) x real time, FluidSynth (\(order)) \(text(theirs)), ratio \(text(ours / theirs)); \(voices)"
        )
        if theirs > 0 { Ratios.more("sampler: dense file, \(interpolation) / FluidSynth", ours: ours, theirs: theirs) }
    }
}

/// Prints what a million events take.
func measureLongTrack() throws {
    let long = try denseScore(noteCount: 1_000_000, perSecond: 60)
    var content = SequenceContent()
    let load = try seconds { content.add(try MIDIFile(reading: long)) }
    print(
        "\(content.places.first?.track.events.count ?? 0) events (2,000,000 messages) loaded in \(text(load * 1e3)) ms")
    let sequencer = Sequencer()
    let store = SequenceStore()
    store.destinations.standard = SequenceTarget(bytes: { _ in }, parameter: nil, setState: nil)
    let publish = seconds {
        store.edit { $0 = content }
        sequencer.sequence = store
    }
    print("made ready to play in \(text(publish * 1e3)) ms")
    sequencer.start()
    sequencer.state.pointee.render(frameCount: 512, sampleRate: rate, hostNanoseconds: -1)
    var (worst, sum) = (0.0, 0.0)
    for seek in 0..<200 {
        let time = seconds {
            sequencer.beat = Double(seek * 7_919 % 16_000)
            sequencer.state.pointee.render(frameCount: 512, sampleRate: rate, hostNanoseconds: -1)
        }
        (worst, sum) = (max(worst, time), sum + time)
    }
    print("a new position and its first block: \(text(sum / 200 * 1e3)) ms, \(text(worst * 1e3)) ms at worst of 200")
}

/// Prints the time of blocks in which as many voices sound as may.
func measureManyVoices(_ bank: PatchBank) {
    let render = makeOurs(bank, notes: 15 * 128, keys: 0..<128, programs: [48, 49, 50])
    for _ in 0..<10 { _ = render() }
    measureBlocks("\(render()) voices") { _ = render() }
}

/// Prints the time of blocks that are due as a device's are.
///
/// The thread has an audio thread's priority where that is allowed, and wakes for each block as one does: a thread that never sleeps
/// would be held up by the kernel's limit for realtime threads.
func measureBlocks(_ what: String, _ render: () -> Void) {
    let isRealtime = ThreadPriority.requestRealtime(level: 50) == nil
    let deadline = Double(blockFrames) / rate * 1e9
    var (worst, sum, late, worstOwn) = (0.0, 0.0, 0, 0.0)
    let count = 1_500
    let begin = wallNanoseconds()
    for block in 0..<count {
        ThreadPriority.sleep(untilHostTime: UInt64(begin + Double(block) * deadline))
        let (start, own) = (wallNanoseconds(), processorNanoseconds())
        render()
        let time = wallNanoseconds() - start
        (worst, sum, worstOwn) = (max(worst, time), sum + time, max(worstOwn, processorNanoseconds() - own))
        if time > deadline { late += 1 }
    }
    ThreadPriority.requestOrdinary()
    print(
        "\(what), \(count) blocks of \(blockFrames) frames (\(text(deadline / 1e6)) ms): \(text(sum / Double(count) / 1e6)) ms, \(text(worst / 1e6)) ms at worst (\(text(worstOwn / 1e6)) of the processor), \(late) late, \(isRealtime ? "with" : "without") realtime priority"
    )
}

func wallNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Bytes of the process that are in memory and not those of a mapped file.
func privateBytes() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" })
        if words.first == "RssAnon:", words.count > 1 { return (Int(words[1]) ?? 0) * 1_024 }
    }
    return 0
}
