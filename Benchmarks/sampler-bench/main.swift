// Notes of a sampler beside FluidSynth: the same bank, the same notes, one run.
//
//   Scripts/bench sampler-bench         what is measured in time
//   sampler-bench [BANK]                the same with another bank
//   sampler-bench quality               the table of quality: both against the specification's formulas
//
// Times are processor time in nanoseconds for a voice and a frame, the best of several runs; ours and theirs take turns. Reverb and chorus
// are off on both sides, interpolation goes through four samples, filters and envelopes run. The bank is that of timgm6mb-soundfont
// unless one is named.

import BenchmarkRatios
import CFluidSynthPeer
import Glibc
import SordinoMedia
import SordinoSignal

let rate = 48_000.0
let blockFrames = 512
let bankPath = CommandLine.arguments.dropFirst().first ?? "/usr/share/sounds/sf2/TimGM6mb.sf2"
/// Programs that sound as long as the key is down.
let programs = [16, 19, 48, 49, 50, 52, 60, 61, 64, 68, 71, 73, 80, 81, 89]
let channels = (0..<16).filter { $0 != 9 }

func processorNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Planes of a block.
final class Block {
    let planes: [UnsafeMutablePointer<Float>]

    init() {
        planes = (0..<4).map { _ in
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: blockFrames)
            plane.initialize(repeating: 0, count: blockFrames)
            return plane
        }
    }

    deinit { for plane in planes { plane.deallocate() } }

    func clear() { for plane in planes { plane.update(repeating: 0, count: blockFrames) } }
}

/// Something that renders a block and says how many voices sounded.
typealias Renderer = () -> Int

func makeOurs(
    _ bank: PatchBank, notes: Int, keys: Range<Int> = 36..<96, programs: [Int] = programs
) -> Renderer {
    let synthesizer = Synthesizer(voiceCount: 4_096)
    let renderer = synthesizer.renderer
    renderer.set(bank.view, sampleRate: rate)
    for (index, channel) in channels.enumerated() {
        renderer.choose(program: programs[index % programs.count], channel: channel)
    }
    forEachNote(notes, keys) { renderer.start(key: Float($1), velocity: 90, channel: $0, frame: 0) }
    let block = Block()
    return {
        withExtendedLifetime(synthesizer) {
            block.clear()
            for frame in stride(from: 0, to: blockFrames, by: 64) {
                renderer.beginStep()
                renderer.render(
                    64, left: block.planes[0] + frame, right: block.planes[1] + frame,
                    reverb: block.planes[2] + frame, chorus: block.planes[3] + frame)
            }
            return renderer.soundingCount
        }
    }
}

func makeTheirs(notes: Int) -> Renderer? {
    guard let peer = cfluidsynth_peer_make(bankPath, rate, 4_096, 0) else { return nil }
    for (index, channel) in channels.enumerated() {
        cfluidsynth_peer_program(peer, Int32(channel), Int32(programs[index]))
    }
    forEachNote(notes) { cfluidsynth_peer_note_on(peer, Int32($0), Int32($1), 90) }
    let block = Block()
    return { Int(cfluidsynth_peer_render(peer, block.planes[0], block.planes[1], Int32(blockFrames))) }
}

/// Spreads notes over channels and keys.
func forEachNote(_ count: Int, _ keys: Range<Int> = 36..<96, _ body: (_ channel: Int, _ key: Int) -> Void) {
    for note in 0..<count {
        body(channels[note % channels.count], keys.lowerBound + note / channels.count % keys.count)
    }
}

func nanoseconds(_ render: Renderer) -> Double {
    let start = processorNanoseconds()
    var voiceFrames = 0.0
    for _ in 0..<40 { voiceFrames += Double(render() * blockFrames) }
    return (processorNanoseconds() - start) / voiceFrames
}

func text(_ value: Double) -> String {
    var buffer = [CChar](repeating: 0, count: 40)
    withVaList([value]) { _ = vsnprintf(&buffer, 40, "%8.2f", $0) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

if bankPath == "quality" {
    try printQuality()
    exit(0)
}

/// Opens the bank with its hundred programs as a program does, and says what that takes.
func measureBank() throws -> PatchBank {
    let before = privateBytes()
    let begin = processorNanoseconds()
    let bank = try SoundBankFile.bank(path: bankPath)
    let time = (processorNanoseconds() - begin) / 1e6
    print(
        "bank ready in \(text(time)) ms, \(bank.programs.count) programs, \(text(Double(privateBytes() - before) / 1_048_576)) MiB"
    )
    let start = processorNanoseconds()
    if let peer = cfluidsynth_peer_make(bankPath, rate, 256, 0) {
        print("FluidSynth reads it in \(text((processorNanoseconds() - start) / 1e6)) ms")
        cfluidsynth_peer_free(peer)
    }
    return bank
}

let bank = try measureBank()
print("voices      ours    FluidSynth   ratio   (ns for a voice and a frame)")
for notes in [16, 64, 256, 1_024] {
    let ours = makeOurs(bank, notes: notes)
    let theirs = makeTheirs(notes: notes)
    for _ in 0..<20 { _ = (ours(), theirs?()) }
    var (least, leastTheirs) = (Double.infinity, Double.infinity)
    for _ in 0..<8 {
        least = min(least, nanoseconds(ours))
        if let theirs { leastTheirs = min(leastTheirs, nanoseconds(theirs)) }
    }
    let row = "sampler: voice of \(notes) notes / FluidSynth"
    print("\(notes) notes, \(ours()) voices \(text(least)) \(text(leastTheirs)) \(text(leastTheirs / least))")
    if theirs != nil { Ratios.less(row, ours: least, theirs: leastTheirs) }
}
measureManyVoices(bank)
measureUnit()
try measureDenseFile(bank)
try measureLongTrack()
