import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import SordinoSignal
import Synchronization

/// Renders an engine where its program calls, into buffers of any PCM format.
package final class ManualRenderer: @unchecked Sendable {
    /// Frames rendered at once, with the files read in between.
    static let pieceFrames = 4096

    private weak var core: EngineCore?
    let state: UnsafeMutablePointer<RendererState>
    private let renderer: Renderer
    let kind: PackedSample
    let channelCount: Int
    let isInterleaved: Bool
    let maximumFrameCount: Int
    /// Set while the engine runs.
    let isRunning = Atomic<Bool>(false)
    /// Set while a block is rendered under realtime constraints.
    let isInside = Atomic<Bool>(false)
    /// Planar floats for formats that are not, and for buffers without memory.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let buffer: PlanarBuffer
    /// The targets of a block: the buffers themselves, or `planes`.
    let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Memory in the rendered format, for buffers without.
    let packed: UnsafeMutableRawPointer
    let packedPlaneBytes: Int
    private let packedFloatCount: Int
    /// The input whose function may have too few frames.
    var input: Input? { didSet { shortage = input?.shortage } }
    private(set) var shortage: InputShortage?

    init(
        core: EngineCore, renderer: Renderer, channelCount: Int, kind: PackedSample, isInterleaved: Bool,
        maximumFrameCount: Int
    ) {
        self.core = core
        self.renderer = renderer
        state = renderer.state
        self.kind = kind
        self.maximumFrameCount = maximumFrameCount
        self.channelCount = channelCount
        self.isInterleaved = isInterleaved
        buffer = PlanarBuffer(channelCount: channelCount, frameCapacity: maximumFrameCount)
        planes = buffer.channels
        targets = .allocate(capacity: channelCount)
        targets.initialize(from: planes, count: channelCount)
        packedPlaneBytes = maximumFrameCount * kind.byteCount * (isInterleaved ? channelCount : 1)
        let planeCount = isInterleaved ? 1 : channelCount
        packedFloatCount = (packedPlaneBytes * planeCount + 3) / 4
        packed = UnsafeMutableRawPointer(
            LazyMemory.floats(packedFloatCount, frameCapacity: packedFloatCount / planeCount))
    }

    deinit {
        targets.deallocate()
        LazyMemory.free(packed.assumingMemoryBound(to: Float.self), packedFloatCount)
    }

    /// Waits until no block is being rendered under realtime constraints.
    ///
    /// Must not be called inside one.
    func waitForBlock() {
        BlockEnd.wait { isInside.load(ordering: .sequentiallyConsistent) }
    }

    /// Renders on the thread of the caller, waiting for files, for calls to the program that earlier blocks made due,
    /// and for threads that edit the graph or schedule.
    package func renderOffline(_ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>)
        -> ManualRenderingStatus
    {
        guard let core else { return .notRunning }
        core.service.waitForCalls()
        return core.locked { () -> ManualRenderingStatus in
            if isRunning.load(ordering: .relaxed) {
                do throws(GraphError) { try core.makePlan() } catch { return .graph(error) }
            }
            let status = prepare(frameCount, list)
            guard case .success = status else { return status }
            let service = core.service
            var done = 0
            while done < frameCount {
                let piece = min(frameCount - done, Self.pieceFrames)
                service.run(readAhead: Player.readAheadLimit)
                renderPiece(frameCount: piece)
                done += piece
            }
            let outcome = finish(UnsafeMutablePointer(mutating: bufferArray(of: list)), frameCount: frameCount)
            service.run(readAhead: 0)
            return outcome
        }
    }
}
