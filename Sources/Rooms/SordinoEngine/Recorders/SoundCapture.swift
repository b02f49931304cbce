import SordinoDevice
import SordinoGraph
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoSignal
import SordinoWork

/// Delivers the frames of the input, piece by piece, as the program's session allows.
///
/// `AVCaptureSession` is its face. It stops with an interruption and continues at its end; a route to another input
/// makes pieces of another format.
/// - Thread: any but the render thread. Pieces come on a worker's, one at a time.
package final class SoundCapture: Sendable {
    /// Some frames of the input.
    package struct Piece {
        /// A pointer for each channel.
        package var channels: UnsafePointer<UnsafeMutablePointer<Float>>
        package var channelCount: Int
        package var frameCount: Int
        package var sampleRate: Double
        /// The time at which the first frame was in the air.
        package var hostNanoseconds: Int64
    }

    /// A change from outside.
    package enum Change: Sendable {
        /// The session has stopped it, and it waits.
        case interrupted
        /// The capture continues after an interruption.
        case resumed
        /// It has ended: the input could not be had again.
        case failed(EngineIO.StartError)
    }

    /// Frames of a piece.
    package static let pieceFrames = 1024

    private struct State {
        var isWanted = false
        var isInterrupted = false
        var device: EngineIO.Format?
        var tap: Tap?
        var pump: Pump?
        var observer: Int?
    }

    private let context: AppContext
    private let source: InputCapture
    private let state = Guarded(State())
    /// Held while pieces are handed over.
    private let turn = ReentrantLock()
    private let deliver: @Sendable (Piece) -> Void
    private let changed: @Sendable (Change) -> Void

    /// Prepares; nothing is taken yet.
    ///
    /// - Parameters:
    ///   - deliver: Gets the pieces; its pointers are good during the call.
    ///   - changed: Told of changes from outside.
    package init(
        context: AppContext, deliver: @escaping @Sendable (Piece) -> Void,
        changed: @escaping @Sendable (Change) -> Void
    ) {
        self.context = context
        self.deliver = deliver
        self.changed = changed
        source = InputCapture(context: context, face: .recorder)
        let number = context.client.addObserver { [weak self] notification in
            if case .interruptionEnded = notification { self?.resume() }
        }
        state.withLock { $0.observer = number }
    }

    deinit {
        let (pump, observer) = state.withLock { ($0.pump, $0.observer) }
        if let observer { context.client.removeObserver(observer) }
        pump?.cancel()
    }

    private var io: EngineIO { source.io }

    /// Indicates whether frames are taken.
    package var isRunning: Bool { io.isRunning }

    /// The rate and channels of the input as it is now; nil where there is none.
    package var format: (sampleRate: Double, channelCount: Int)? {
        let device = source.device
        return device.inputChannels > 0 ? (device.sampleRate, device.inputChannels) : nil
    }

    /// Takes frames from now on; activates the session if it is not active, and asks for permission if it is
    /// undetermined.
    ///
    /// - Throws: Why the session or the hardware refuses.
    package func start() throws(EngineIO.StartError) {
        turn.lock()
        defer { turn.unlock() }
        if context.client.snapshot.recordPermission == .undetermined {
            // Asking is never refused; until there is an answer the input is silent.
            try? context.client.ask(.requestRecordPermission)
        }
        try begin()
        let pump =
            state.withLock { $0.pump } ?? context.system.workers.addPump { [weak self] in self?.serve() ?? .asleep }
        state.withLock { ($0.isWanted, $0.isInterrupted, $0.pump) = (true, false, pump) }
        pump.wake()
    }

    /// Takes no more; no piece comes after this has returned.
    package func stop() {
        state.withLock { ($0.isWanted, $0.isInterrupted) = (false, false) }
        turn.lock()
        defer { turn.unlock() }
        io.stop(closes: true)
    }

    private func begin() throws(EngineIO.StartError) {
        try source.start { device throws(EngineIO.StartError) in
            do throws(HardwareError) { try prepare(device) } catch { throw .hardware(error) }
        }
    }

    private func prepare(_ device: EngineIO.Format) throws(HardwareError) {
        guard device.inputChannels > 0, device.sampleRate > 0 else { throw .noPort }
        let bus = BusFormat(sampleRate: device.sampleRate, channelCount: device.inputChannels)
        let tap = Tap(format: bus, bufferFrameCount: Self.pieceFrames, maximumFrameCount: LiveGraph.maximumFrameCount)
        try source.lead(into: tap, sampleRate: device.sampleRate)
        state.withLock { ($0.device, $0.tap) = (device, tap) }
    }

    // MARK: The worker's part

    private func serve() -> Workers.PumpResult {
        if io.takeSessionStop() != nil {
            let isNewReport = state.withLock { state in
                defer { state.isInterrupted = state.isWanted }
                return state.isWanted && !state.isInterrupted
            }
            if isNewReport { changed(.interrupted) }
        }
        io.live.renderer.collect()
        let (isWanted, isInterrupted, tap) = state.withLock { ($0.isWanted, $0.isInterrupted, $0.tap) }
        guard isWanted, !isInterrupted, let tap else { return .asleep }
        turn.lock()
        defer { turn.unlock() }
        // Another thread may have stopped it meanwhile.
        guard state.withLock({ $0.isWanted && $0.tap === tap }) else { return .asleep }
        var didWork = false
        let format = tap.format
        tap.collect { channels, _, host in
            didWork = true
            deliver(
                Piece(
                    channels: channels, channelCount: format.channelCount, frameCount: tap.bufferFrameCount,
                    sampleRate: format.sampleRate, hostNanoseconds: host))
        }
        followHardware()
        return didWork ? .worked : .idle
    }

    /// Goes on with another input, or another rate of it.
    private func followHardware() {
        let device = source.device
        guard device.inputChannels > 0, state.withLock({ $0.device }) != device else { return }
        io.stop(closes: true)
        restart()
    }

    private func resume() {
        turn.lock()
        defer { turn.unlock() }
        guard state.withLock({ $0.isWanted && $0.isInterrupted }) else { return }
        state.withLock { $0.isInterrupted = false }
        guard restart() else { return }
        changed(.resumed)
        state.withLock { $0.pump }?.wake()
    }

    @discardableResult
    private func restart() -> Bool {
        do throws(EngineIO.StartError) {
            try begin()
            return true
        } catch {
            state.withLock { $0.isWanted = false }
            changed(.failed(error))
            return false
        }
    }
}
