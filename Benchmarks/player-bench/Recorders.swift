import CMixPeers
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoMedia

/// An input of eight channels at 96 kHz and the capture that a recorder's file takes its frames from.
private final class Studio {
    static let rate = 96_000
    static let channelCount = 8
    private static let block = 512
    let capture: Capture
    private let renderer = Renderer()
    private let planes: PlanarFrames

    init() throws {
        capture = Capture(
            channelCount: Self.channelCount, sampleRate: Double(Self.rate), seconds: RecorderGraph.patienceSeconds)
        planes = PlanarFrames(.float32, channelCount: Self.channelCount, capacity: Self.block)
        for channel in 0..<Self.channelCount {
            for frame in 0..<Self.block { planes.floats[channel][frame] = Float(frame - 256) / 512 }
        }
        var graph = Graph()
        let (input, target) = (graph.attach(Input()), graph.attach(capture))
        try graph.connect(
            BusID(input, 0), to: BusID(target, 0),
            format: BusFormat(sampleRate: Double(Self.rate), channelCount: Self.channelCount))
        renderer.publish(
            try PlanCompiler().compile(
                graph,
                PlanCompiler.Request(roots: [target], sampleRate: Double(Self.rate), maximumFrameCount: Self.block)))
        capture.begin()
    }

    deinit { renderer.retire() }

    /// Lets so many blocks come.
    func render(blocks: Int) {
        for _ in 0..<blocks {
            renderer.state.pointee.render(
                frameCount: Self.block, hostNanoseconds: -1, output: nil, outputChannelCount: 0, input: planes.floats,
                inputChannelCount: Self.channelCount)
        }
    }

    /// Blocks of a second.
    static let blocksOfSecond = (rate + block - 1) / block
}

/// Costs of a recorder of 8 channels of 24 bits at 96 kHz: rendering, packing and writing, on a disk that answers; and the frames that
/// it loses when no file can be written for a second, and how long that may last.
func recorderCost(_ folder: URL) throws -> (share: Double, lost: Double, patience: Double) {
    guard let container = Containers.named("WAVE") else { throw CocoaError(.featureUnsupported) }
    let format = MediaFormat(.int24(.little), sampleRate: Double(Studio.rate), channelCount: Studio.channelCount)
    let seconds = 10
    var best = Double.infinity
    for pass in 0..<3 {
        let studio = try Studio()
        let path = folder.appendingPathComponent("studio\(pass).wav").path
        let file = try RecordingFile(
            try FileByteSink(path: path), container, MediaDescription(format), ConversionSettings())
        file.follow(studio.capture)
        let start = mixpeers_thread_time()
        for _ in 0..<seconds * 20 {
            studio.render(blocks: Studio.blocksOfSecond / 20)
            _ = try file.drain()
        }
        best = min(best, Double(mixpeers_thread_time() - start) / (Double(seconds) * 1e9))
        try file.finish()
        try FileManager.default.removeItem(atPath: path)
    }
    // Nothing is taken meanwhile.
    let studio = try Studio()
    studio.render(blocks: Studio.blocksOfSecond)
    let lost = studio.capture.lostFrameCount
    var blocks = Studio.blocksOfSecond
    while studio.capture.lostFrameCount == 0, blocks < 60 * Studio.blocksOfSecond {
        studio.render(blocks: 1)
        blocks += 1
    }
    return (best, Double(lost), Double(blocks - 1) / Double(Studio.blocksOfSecond))
}
