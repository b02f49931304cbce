import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSignal
import Synchronization

/// Renders an engine where its program calls, into buffers of any PCM format.
final class ManualRenderer: @unchecked Sendable {
    /// Frames rendered at once, with the files read in between.
    static let pieceFrames = 4096

    private weak var core: EngineCore?
    let state: UnsafeMutablePointer<RendererState>
    private let renderer: Renderer
    let kind: PackedSample
    let channelCount: Int
    let isInterleaved: Bool
    let maximumFrameCount: Int
    let mode: AVAudioEngineManualRenderingMode
    /// Set while the engine runs.
    let isRunning = Atomic<Bool>(false)
    /// Planar floats for formats that are not, and for buffers without memory.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Where a block goes: into the buffers themselves, or into `planes`.
    let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Memory in the rendered format, for buffers without.
    let packed: UnsafeMutableRawPointer
    private let packedPlaneBytes: Int
    /// Whose shortage is this renderer's.
    var input: Input? { didSet { shortage = input?.shortage } }
    private(set) var shortage: InputShortage?

    init(
        core: EngineCore, renderer: Renderer, mode: AVAudioEngineManualRenderingMode, format: AVAudioFormat,
        kind: PackedSample, maximumFrameCount: Int
    ) {
        self.core = core
        self.renderer = renderer
        state = renderer.state
        self.mode = mode
        self.kind = kind
        self.maximumFrameCount = maximumFrameCount
        channelCount = Int(format.channelCount)
        isInterleaved = format.isInterleaved
        planes = .allocate(capacity: channelCount)
        targets = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: maximumFrameCount)
            plane.initialize(repeating: 0, count: maximumFrameCount)
            (planes + channel).initialize(to: plane)
            (targets + channel).initialize(to: plane)
        }
        packedPlaneBytes = maximumFrameCount * kind.byteCount * (format.isInterleaved ? channelCount : 1)
        packed = .allocate(byteCount: packedPlaneBytes * (format.isInterleaved ? 1 : channelCount), alignment: 16)
    }

    deinit {
        for channel in 0..<channelCount { planes[channel].deallocate() }
        planes.deallocate()
        targets.deallocate()
        packed.deallocate()
    }

    /// Memory for a buffer that has none.
    @_noAllocation @_noLocks
    func memory(forBuffer index: Int) -> UnsafeMutableRawPointer { packed + index &* packedPlaneBytes }

    /// Renders, waiting for files and for the callbacks of earlier blocks.
    func renderOffline(
        _ frameCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>, _ error: UnsafeMutablePointer<OSStatus>?
    ) -> AVAudioEngineManualRenderingStatus {
        guard let core else {
            error?.pointee = AVAudioEngineManualRenderingError.notRunning.rawValue
            return .error
        }
        core.service.waitForCallbacks()
        guard core.lock.try() else { return .cannotDoInCurrentContext }
        defer { core.lock.unlock() }
        if isRunning.load(ordering: .relaxed) {
            do {
                try core.makePlan()
            } catch let failure {
                error?.pointee = EngineError.status(of: failure)
                return .error
            }
        }
        let service = core.service
        guard let buffers = prepare(frameCount, list, error) else { return .error }
        var done = 0
        while done < frameCount {
            let piece = min(frameCount - done, Self.pieceFrames)
            service.run(readAhead: Player.readAheadLimit)
            renderPiece(at: done, frameCount: piece)
            done += piece
        }
        let status = finish(buffers, frameCount: frameCount)
        service.run(readAhead: 0)
        return status
    }
}
