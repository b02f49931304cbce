import SordinoPolicy
import SordinoRealtime

/// The ends of a stream's sound that are heard after it has stopped.
struct EndedSound {
    /// The device's number of the first frame that they are heard in.
    let frame: Int64
    let tails: [(portUID: String, channels: [[Float]])]
}

/// A stream of a virtual device; open as long as it lives.
final class VirtualStream: HardwareStream, @unchecked Sendable {
    let description: StreamDescription
    let stageStream: StageStream
    private let device: VirtualDevice
    private let ended = Guarded<EndedSound?>(nil)

    init(_ description: StreamDescription, renderer: StreamRenderer, device: VirtualDevice) {
        self.description = description
        self.device = device
        let cell = VirtualStreamCellMemory(renderer)
        stageStream = device.mixer.addStream(description, peer: UnsafeMutableRawPointer(cell.cell), peerKeeper: cell)
    }

    deinit { close() }

    /// The device has all its links ready at the next block's beginning, so that the first block is heard whole.
    func start() throws(HardwareError) {
        let fault = device.control.withLock { control -> HardwareError? in
            guard control.openStreams.contains(where: { $0 === stageStream }) else { return .gone }
            return control.startFaults.isEmpty ? nil : control.startFaults.removeFirst()
        }
        if let fault { throw fault }
        let ended = ended.withLock { ended in
            defer { ended = nil }
            return ended
        }
        if let ended { device.dropTails(ended) }
        device.mixer.setRunning(true, stageStream)
    }

    /// The end of its sound fades, as on the stage of a real device: the program gives no more.
    func stop() {
        let tails = device.keepTails(of: stageStream)
        if !tails.tails.isEmpty { ended.withLock { $0 = tails } }
        device.mixer.setRunning(false, stageStream)
        device.waitForBlock()
    }

    func close() {
        let wasOpen = device.control.withLock { control in
            let count = control.openStreams.count
            control.openStreams.removeAll { $0 === stageStream }
            return control.openStreams.count != count
        }
        guard wasOpen else { return }
        _ = device.keepTails(of: stageStream)
        device.mixer.removeStream(stageStream)
        device.waitForBlock()
    }

    var isRunning: Bool { device.mixer.isRunning(stageStream) }

    /// The longest of the ports that the stream is linked to; the device itself adds nothing.
    var outputLatencySeconds: Double { latency(.output) }
    var inputLatencySeconds: Double { latency(.input) }

    private func latency(_ direction: PortDirection) -> Double {
        device.mixer.linkedPorts(stageStream, direction).map(\.latencySeconds).max() ?? 0
    }
}

/// The memory of a stream's cell.
final class VirtualStreamCellMemory {
    let cell: UnsafeMutablePointer<VirtualStreamCell>

    init(_ renderer: StreamRenderer) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: VirtualStreamCell(renderer: renderer))
    }

    deinit { cell.deallocate() }
}
