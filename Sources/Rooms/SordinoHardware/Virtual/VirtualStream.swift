import SordinoPolicy

/// A stream of a virtual device; open as long as it lives.
final class VirtualStream: HardwareStream, Sendable {
    let description: StreamDescription
    let stageStream: StageStream
    private let device: VirtualDevice

    init(_ description: StreamDescription, renderer: StreamRenderer, device: VirtualDevice) {
        self.description = description
        self.device = device
        let cell = VirtualStreamCellMemory(renderer)
        stageStream = device.mixer.addStream(description, peer: UnsafeMutableRawPointer(cell.cell), peerKeeper: cell)
    }

    deinit { close() }

    /// All links are at full gain at the beginning of the next block, so that the first block is complete.
    func start() throws(HardwareError) {
        let fault = device.control.withLock { control -> HardwareError? in
            guard control.openStreams.contains(where: { $0 === stageStream }) else { return .gone }
            return control.startFaults.isEmpty ? nil : control.startFaults.removeFirst()
        }
        if let fault { throw fault }
        device.mixer.setRunning(true, stageStream)
    }

    /// Stops the stream.
    ///
    /// If it was silenced, its sound fades out as on the stage of a real device.
    func stop() {
        device.keepTails(of: stageStream)
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
        device.keepTails(of: stageStream)
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
