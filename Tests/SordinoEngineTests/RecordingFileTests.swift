import Foundation
import SordinoGraph
import SordinoMedia
import Testing

@testable import SordinoEngine

/// The file of a recording while its disk stands still or is full.
@Suite struct RecordingFileTests {
    /// Memory that is written to only while a gate is open.
    private final class GatedSink: ByteSink, @unchecked Sendable {
        let name = "gate"
        private let memory = MemoryByteSink()
        private let condition = NSCondition()
        private var isOpen = true
        private var isWaitedFor = false

        var bytes: [UInt8] { condition.withLock { memory.bytes } }

        func close() {}

        func setOpen(_ isOpen: Bool) {
            condition.withLock {
                self.isOpen = isOpen
                condition.broadcast()
            }
        }

        /// Waits until a writer stands before the closed gate.
        func waitForWriter() { condition.withLock { while !isWaitedFor { condition.wait() } } }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
            condition.lock()
            defer { condition.unlock() }
            while !isOpen {
                isWaitedFor = true
                condition.broadcast()
                condition.wait()
            }
            try memory.write(bytes, at: offset)
        }
    }

    /// An input and a capture, rendered by the test.
    private final class Stage {
        let capture: Capture
        private let renderer = Renderer()
        private let planes: PlanarFrames
        private(set) var renderedFrames = 0

        init(channelCount: Int, sampleRate: Double, seconds: Double) throws {
            capture = Capture(channelCount: channelCount, sampleRate: sampleRate, seconds: seconds)
            planes = PlanarFrames(.float32, channelCount: channelCount, capacity: 512)
            var graph = Graph()
            let (input, target) = (graph.attach(Input()), graph.attach(capture))
            let format = BusFormat(sampleRate: sampleRate, channelCount: channelCount)
            try graph.connect(BusID(input, 0), to: BusID(target, 0), format: format)
            renderer.publish(
                try PlanCompiler().compile(
                    graph,
                    PlanCompiler.Request(roots: [target], sampleRate: sampleRate, maximumFrameCount: 512)))
        }

        deinit { renderer.retire() }

        /// A sample of 24 bits that no other frame near it has.
        static func sample(_ frame: Int, _ channel: Int) -> Float {
            let mixed = UInt32(truncatingIfNeeded: frame &* 8 &+ channel) &* 2_654_435_761
            return Float(Int32(mixed >> 8) - 0x80_0000) / 0x80_0000
        }

        func render(frameCount: Int) {
            var left = frameCount
            while left > 0 {
                let count = min(left, 512)
                for channel in 0..<capture.channelCount {
                    for frame in 0..<count {
                        planes.floats[channel][frame] = Self.sample(renderedFrames + frame, channel)
                    }
                }
                renderer.state.pointee.render(
                    frameCount: count, hostNanoseconds: -1, output: nil, outputChannelCount: 0,
                    input: planes.floats, inputChannelCount: capture.channelCount)
                renderedFrames += count
                left -= count
            }
        }
    }

    /// The first frame that is not as it was rendered; nil if there is none.
    private func firstDifference(_ bytes: [UInt8], _ expected: (Int, Int) -> Float) throws -> Int? {
        let reader = try MediaReader(bytes: bytes)
        let count = Int(reader.frameCount)
        let frames = PlanarFrames(.float32, channelCount: reader.format.channelCount, capacity: count)
        var done = 0
        while done < count {
            let part = PlanarFrames(.float32, channelCount: reader.format.channelCount, capacity: 4096)
            let given = try reader.read(into: part.block, frameCount: 4096)
            guard given > 0 else { break }
            for channel in 0..<reader.format.channelCount {
                for frame in 0..<given { frames.floats[channel][done + frame] = part.floats[channel][frame] }
            }
            done += given
        }
        for frame in 0..<done {
            for channel in 0..<reader.format.channelCount
            where frames.floats[channel][frame] != expected(frame, channel) {
                return frame
            }
        }
        return done == count ? nil : done
    }

    @Test func noFrameOfEightChannelsIsLostWhileTheDiskStandsStillForASecond() throws {
        let rate = 96_000
        let stage = try Stage(
            channelCount: 8, sampleRate: Double(rate), seconds: RecorderGraph.patienceSeconds)
        let sink = GatedSink()
        let format = MediaFormat(.int24(.little), sampleRate: Double(rate), channelCount: 8)
        let container = try #require(Containers.named("WAVE"))
        let file = try RecordingFile(sink, container, MediaDescription(format), ConversionSettings())
        file.follow(stage.capture)
        stage.capture.begin()
        stage.render(frameCount: rate / 10)
        sink.setOpen(false)
        let done = DispatchSemaphore(value: 0)
        let worker = Thread {
            _ = try? file.drain()
            done.signal()
        }
        worker.start()
        sink.waitForWriter()
        stage.render(frameCount: rate)
        #expect(stage.capture.lostFrameCount == 0)
        sink.setOpen(true)
        done.wait()
        stage.render(frameCount: 1_000)
        try file.finish()
        #expect(file.frameCount == Int64(rate / 10 + rate + 1_000))
        #expect(try firstDifference(sink.bytes, Stage.sample) == nil)
    }

    @Test func whatIsLostIsSilenceInItsPlace() throws {
        let stage = try Stage(channelCount: 2, sampleRate: 48_000, seconds: 0.1)
        let sink = MemoryByteSink()
        let format = MediaFormat(.int24(.little), sampleRate: 48_000, channelCount: 2)
        let container = try #require(Containers.named("WAVE"))
        let file = try RecordingFile(sink, container, MediaDescription(format), ConversionSettings())
        file.follow(stage.capture)
        stage.capture.begin()
        // Longer than the ring, also when that was rounded up.
        stage.render(frameCount: 40_960)
        let lost = stage.capture.lostFrameCount
        #expect(lost >= 40_960 - 8_192 && lost < 40_960 - 4_800, "\(lost)")
        for _ in 0..<20 {
            _ = try file.drain()
            stage.render(frameCount: 4_096)
        }
        try file.finish()
        let kept = 40_960 - lost
        // Silence has to get through the ring as well: what comes meanwhile is lost too.
        let all = stage.capture.lostFrameCount
        #expect(Int(file.frameCount) == stage.renderedFrames)
        #expect(
            try firstDifference(sink.bytes) { frame, channel in
                frame >= kept && frame < kept + all ? 0 : Stage.sample(frame, channel)
            } == nil)
    }
}
