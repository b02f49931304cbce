import SordinoHardware
import SordinoPolicy

/// The part of a stream that the render thread uses.
struct ALSAStreamCell {
    let renderer: StreamRenderer
}

/// The memory of a stream's cell.
final class ALSAStreamCellMemory {
    let cell: UnsafeMutablePointer<ALSAStreamCell>

    init(_ renderer: StreamRenderer) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: ALSAStreamCell(renderer: renderer))
    }

    deinit { cell.deallocate() }
}

/// A stream of an ALSA device; open as long as it lives.
final class ALSAStream: HardwareStream, Sendable {
    let description: StreamDescription
    let stageStream: StageStream
    private let device: ALSAHardware

    init(_ description: StreamDescription, renderer: StreamRenderer, device: ALSAHardware) {
        self.description = description
        self.device = device
        let cell = ALSAStreamCellMemory(renderer)
        stageStream = device.mixer.addStream(description, peer: UnsafeMutableRawPointer(cell.cell), peerKeeper: cell)
    }

    deinit { close() }

    func start() throws(HardwareError) { try device.start(stageStream) }

    /// Stops the stream; if it was silenced, its sound fades out.
    func stop() {
        device.keepTails(of: stageStream)
        device.mixer.setRunning(false, stageStream)
        device.waitForBlock()
    }

    func close() {
        guard device.forget(stageStream) else { return }
        device.keepTails(of: stageStream)
        device.mixer.removeStream(stageStream)
        device.waitForBlock()
    }

    var isRunning: Bool { device.mixer.isRunning(stageStream) }

    var outputLatencySeconds: Double { device.latencySeconds(.output) }
    var inputLatencySeconds: Double { device.latencySeconds(.input) }
}
