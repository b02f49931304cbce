// Sources in space beside OpenAL Soft: through a head, and panned. Run with `make bench ONLY=space-bench`.
// All on one processor, processor time of the thread, the best of fifteen passes after a warm-up. Moving sources get another
// place before each block, ours and the peer's alike; the time of setting it counts.

import AVFAudio
import BenchmarkRatios
import CMixPeers
import CSpacePeer
import Foundation
import SordinoGraph
import SordinoRealtime
import SordinoSignal

/// Voices that play one loop from different places.
final class Voices {
    let count: Int
    private let voices: UnsafeMutablePointer<SpatialVoice>
    private let samples: UnsafePointer<Float>
    private let ears: EarMixer
    private let ring = LoudspeakerRing(places: [.left, .right])
    private let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    private let scratch = UnsafeMutablePointer<Float>.allocate(capacity: SpatialVoice.scratchFloatCount)
    private var frame = 0
    var wish = VoiceWish()

    init(_ count: Int, _ way: VoiceWay, samples: UnsafePointer<Float>, head: HeadTable) {
        ears = EarMixer(head)
        self.count = count
        self.samples = samples
        voices = .allocate(capacity: count)
        for index in 0..<count { (voices + index).initialize(to: SpatialVoice()) }
        for channel in 0..<2 {
            (planes + channel).initialize(to: .allocate(capacity: 4_096))
            planes[channel].initialize(repeating: 0, count: 4_096)
        }
        scratch.initialize(repeating: 0, count: SpatialVoice.scratchFloatCount)
        wish.way = way
        wish.values.volume = 0.01
    }

    deinit {
        for index in 0..<count { voices[index].deallocate() }
        for channel in 0..<2 { planes[channel].deallocate() }
        voices.deallocate()
        planes.deallocate()
        scratch.deallocate()
    }

    /// Renders a block; with a step every voice continues by so many radians around the listener.
    func render(_ block: Int, angle: Float, isSilent: Bool = false) {
        for channel in 0..<2 { Mixing.clear(planes[channel], frameCount: block) }
        let scene = VoiceScene(
            outputs: planes, channelCount: 2, heads: HeadMixes(ears), ring: ring.view, sampleRate: 48_000,
            scratch: scratch)
        for index in 0..<count {
            // As an environment does with inputs that are silent.
            if isSilent, voices[index].isAtRest { continue }
            wish.values.place = place(index, angle)
            let start = (index * 7919 + frame) % (loopFrames - block)
            voices[index].render(isSilent ? nil : samples + start, frameCount: block, wish: wish, scene: scene)
        }
        _ = scene.heads.finish(left: planes[0], right: planes[1], frameCount: block)
        frame += block
    }
}

let loopFrames = 48_000
/// Where a voice is when all have gone round by an angle.
func place(_ voice: Int, _ angle: Float) -> SpacePoint {
    let own = Float(voice) * 2.399_963 + angle
    return SpacePoint(3 * RealtimeMath.sin(own), Float(voice % 7) - 3, -3 * RealtimeMath.cos(own))
}

/// Nanoseconds of one call: the best of fifteen passes.
func nanoseconds(calls: Int, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for pass in 0..<16 {
        let start = mixpeers_thread_time()
        for _ in 0..<calls { body() }
        let end = mixpeers_thread_time()
        if pass > 0 { best = min(best, Double(end - start) / Double(calls)) }
    }
    return best
}

func line(_ columns: [String]) -> String {
    let widths = [50, 9, 9, 8, 0]
    return zip(columns, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }.joined(separator: " ")
}

func decimal(_ value: Double) -> String { String(format: "%.3f", value) }

let samples = UnsafeMutablePointer<Float>.allocate(capacity: loopFrames)
var state: UInt64 = 1
for index in 0..<loopFrames {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    samples[index] = Float(Int16(truncatingIfNeeded: state >> 50)) / 32_768
}
_ = mixpeers_pin(0)
var missed: [String] = []

@MainActor func row(
    _ name: String, _ way: VoiceWay, voices: Int, block: Int, moves: Bool, budget: Double?, isFine: Bool = false
) {
    let ours = Voices(voices, way, samples: samples, head: isFine ? heads.fine : heads.plain)
    let calls = max(2, 4_000_000 / (voices * block))
    var angle: Float = 0
    let time = nanoseconds(calls: calls) {
        if moves { angle += Float(block) / 48_000 }
        ours.render(block, angle: angle)
    }
    let perFrame = Double(voices * block)
    var theirs: Double?
    if let peer = spacepeer_make(Int32(voices), samples, Int32(loopFrames), way == .ears ? 1 : 0) {
        let out = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
        theirs =
            nanoseconds(calls: calls) {
                if moves {
                    angle += Float(block) / 48_000
                    for voice in 0..<voices {
                        let at = place(voice, angle)
                        spacepeer_place(peer, Int32(voice), at.x, at.y, at.z)
                    }
                }
                spacepeer_render(peer, out, Int32(block))
            } / perFrame
        out.deallocate()
        spacepeer_free(peer)
    }
    if let theirs { Ratios.less("space: \(name)", ours: time / perFrame, theirs: theirs) }
    var verdict = "-"
    if let budget {
        verdict = "<= \(budget)" + (time / perFrame <= budget ? "" : "  MISSED")
        if time / perFrame > budget { missed.append(name) }
    }
    print(
        line([
            name, decimal(time / perFrame), theirs.map(decimal) ?? "-",
            theirs.map { String(format: "%.1f x", $0 * perFrame / time) } ?? "-", verdict,
        ]))
}

// Measured heads where libmysofa1 is installed, else the sphere.
let clock = ContinuousClock()
let headPath = "/usr/share/libmysofa/default.sofa"
let firstRead = clock.measure { _ = try? SceneHeads.read(headPath, isInstalled: true, cache: nil) }
_ = try? SceneHeads.read(headPath, isInstalled: true)
let read = clock.measure { _ = try? SceneHeads.read(headPath, isInstalled: true) }
_ = SceneHeads.shared(sampleRate: 44_100)
var heads = SceneHeads.shared(sampleRate: 44_100)
let made = clock.measure { heads = SceneHeads.shared(sampleRate: 48_000) }

print("Sources in space, 48 kHz stereo; ns for each voice and frame.")
print(line(["row", "ours", "OpenAL", "ratio", "budget"]))
row("head, 256 moving, block 512", .ears, voices: 256, block: 512, moves: true, budget: 4.6)
row("head, 256 moving, block 128", .ears, voices: 256, block: 128, moves: true, budget: 5.1)
row("head, 256 at rest, block 512", .ears, voices: 256, block: 512, moves: false, budget: nil)
row("head, 1024 moving, block 512", .ears, voices: 1024, block: 512, moves: true, budget: 10.1)
row(
    "head of high quality, 256 moving, block 512", .ears, voices: 256, block: 512, moves: true, budget: nil,
    isFine: true)
row("head, 1 moving, block 512", .ears, voices: 1, block: 512, moves: true, budget: nil)
row("panned, 256 moving, block 512", .equalPower, voices: 256, block: 512, moves: true, budget: 0.45)
row("panned, 256 moving, block 128", .equalPower, voices: 256, block: 128, moves: true, budget: nil)
row("panned, 256 at rest, block 512", .equalPower, voices: 256, block: 512, moves: false, budget: 0.45)
let silent = Voices(256, .ears, samples: samples, head: heads.plain)
silent.render(512, angle: 0)
for _ in 0..<4 { silent.render(512, angle: 0, isSilent: true) }
// Voices are at rest after the delays of the ears; what is left is a look at each.
for _ in 0..<20 { silent.render(512, angle: 0, isSilent: true) }
let nobody = Voices(0, .ears, samples: samples, head: heads.plain)
let empty = nanoseconds(calls: 1_000) { nobody.render(512, angle: 0) }
let rest = (nanoseconds(calls: 1_000) { silent.render(512, angle: 0, isSilent: true) } - empty) / 256
print("a silent source: \(decimal(rest)) ns a block")
// Through the public API, while nothing renders.
let engine = AVAudioEngine()
let (environment, player) = (AVAudioEnvironmentNode(), AVAudioPlayerNode())
if let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1) {
    engine.attach(environment)
    engine.attach(player)
    engine.connect(player, to: environment, format: mono)
    var x: Float = 0
    let moved = nanoseconds(calls: 10_000) {
        x += 1e-3
        player.position = AVAudioMake3DPoint(x, 0, -1)
    }
    print("a place set by the program: \(decimal(moved)) ns, budget 200")
    if moved > 200 { missed.append("a place set by the program") }
}
print("a SOFA file read: \(read), budget 50 ms; the first time on a machine \(firstRead); filters at one rate: \(made)")
if read > .milliseconds(50) { missed.append("a SOFA file read") }
print("peer: OpenAL Soft \(String(cString: spacepeer_version())), its own HRTF, its default resampler")
print(missed.isEmpty ? "Every budget was kept." : "Missed: " + missed.joined(separator: ", "))
