import AllocationProbe
import SordinoGraph
import SordinoMedia
import Testing

@testable import SordinoEngine

/// A voice of a player as its graph renders and serves it.
@Suite struct PlayerVoiceTests {
    /// A voice of a file that is always 0.5, beside a mixer and an output.
    private final class Stage {
        let voice: PlayerVoice
        let renderer = Renderer()
        private let compiler = PlanCompiler()
        let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

        init(frames: Int, isMetered: Bool = false, gain: PlayerVoice.Gain? = nil) throws {
            let reader = try FileStreamTests.reader(frames: frames) { _ in 0.5 }
            let stream = FileStream(playing: reader, from: 0, rate: 48_000, loops: 0, speed: nil)
            voice = PlayerVoice(
                stream: stream, sampleRate: 48_000,
                gain: gain ?? PlayerVoice.Gain(origin: 1, volume: 1, seconds: 0, pan: 0), assignments: nil,
                isMetered: isMetered,
                rateChanged: {}, ended: {})
            planes = .allocate(capacity: 2)
            for channel in 0..<2 { (planes + channel).initialize(to: .allocate(capacity: 4_096)) }
            var graph = Graph()
            let (mixer, output) = (graph.attach(Mixer()), graph.attach(Output()))
            let node = graph.attach(voice.player)
            let format = BusFormat(sampleRate: 48_000, channelCount: 2)
            let connection = try graph.connect(
                BusID(node, 0), to: BusID(mixer, 0), format: BusFormat(sampleRate: 48_000, channelCount: 1))
            try graph.connect(BusID(mixer, 0), to: BusID(output, 0), format: format)
            voice.enter(connection.mix)
            renderer.publish(
                try compiler.compile(
                    graph, PlanCompiler.Request(roots: [output], sampleRate: 48_000, maximumFrameCount: 4_096)))
        }

        deinit {
            for channel in 0..<2 { planes[channel].deallocate() }
            planes.deallocate()
        }

        func render(_ frameCount: Int) -> [Float] {
            renderer.state.pointee.render(
                frameCount: frameCount, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2,
                input: nil, inputChannelCount: 0)
            return Array(UnsafeBufferPointer(start: planes[0], count: frameCount))
        }
    }

    @Test func theServiceSleepsUntilTheRingIsHalfEmpty() throws {
        let stage = try Stage(frames: 480_000)
        stage.voice.player.play()
        _ = stage.render(512)
        let request = ServiceRequest(readAheadFrames: FileStream.playedAheadFrames)
        // The ring is full again, but for the 512 frames that the block is still shown: half of the rest is 3,840 frames.
        #expect(stage.voice.player.serve(request) { _ in } == .after(seconds: 3_840 / 48_000))
    }

    @Test func theServiceOfAVoiceThatNothingHasRenderedYetSleepsNoLonger() throws {
        let stage = try Stage(frames: 480_000)
        stage.voice.player.play()
        let request = ServiceRequest(readAheadFrames: FileStream.playedAheadFrames, sampleRate: 48_000)
        // The render thread wakes no one: a voice that begins meanwhile would be heard to the end of its ring.
        #expect(stage.voice.player.serve(request) { _ in } == .after(seconds: 4_096 / 48_000))
    }

    @Test func theServiceSleepsUntilAShortSoundIsOver() throws {
        let stage = try Stage(frames: 1_000)
        stage.voice.player.play()
        _ = stage.render(400)
        let request = ServiceRequest(readAheadFrames: FileStream.playedAheadFrames)
        #expect(stage.voice.player.serve(request) { _ in } == .after(seconds: 600 / 48_000))
    }

    @Test func aFadeThatHasBegunBeforeTheVoiceGoesOnFromWhereItIs() throws {
        let gain = PlayerVoice.Gain(origin: 0.5, volume: 0, seconds: 480 / 48_000, pan: 0)
        let stage = try Stage(frames: 10_000, gain: gain)
        stage.voice.player.play()
        let line = stage.render(1_000)
        for frame in [0, 119, 239, 478] {
            #expect(abs(line[frame] - 0.25 * (1 - Float(frame + 1) / 480)) < 1e-6)
        }
        #expect(line[479...].allSatisfy { $0 == 0 })
    }

    @Test func levelsAreMeasuredOnlyWhenAskedFor() throws {
        let stage = try Stage(frames: 10_000)
        stage.voice.player.play()
        _ = stage.render(512)
        #expect(stage.voice.player.takeLevels().map { $0 == nil } == [true])
        stage.voice.player.isMetered = true
        _ = stage.render(512)
        let level = try #require(stage.voice.player.takeLevels().first ?? nil)
        #expect(level.meanSquare == 0.25)
        #expect(level.peak == 0.5)
    }

    @Test(.enabled(if: allocationProbeWorks, "A sanitizer owns the heap: heap tests prove nothing in this build."))
    func renderingTouchesNoHeap() throws {
        let stage = try Stage(frames: 8_000, isMetered: true)
        stage.voice.play(hostNanoseconds: nil)
        let (state, planes) = (stage.renderer.state, stage.planes)
        func calls(in blocks: Int) -> HeapCalls {
            countingHeapCalls {
                for _ in 0..<blocks {
                    state.pointee.render(
                        frameCount: 100, hostNanoseconds: -1, output: UnsafePointer(planes), outputChannelCount: 2,
                        input: nil, inputChannelCount: 0)
                }
            }
        }
        #expect(calls(in: 40) == .none)
        // The way to silence, and from there.
        stage.voice.player.pause(fadeSeconds: 0.005)
        #expect(calls(in: 10) == .none)
        stage.voice.play(hostNanoseconds: nil)
        #expect(calls(in: 60) == .none)
    }
}
