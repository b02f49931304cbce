import SordinoRealtime
import Synchronization

/// A stream that this process renders for a device in another one.
///
/// The renderer runs on the thread that reads the device's messages, between two of them; it may not wait, as on a real
/// device.
final class RelayClientStream: HardwareStream, Sendable {
    let description: StreamDescription
    private let number: Int32
    private let renderer: StreamRenderer
    private unowned let device: RelayDevice
    private struct State {
        var isRunning = false
        var isOpen = true
    }
    private let state = Mutex(State())
    /// Held while the renderer runs.
    private let rendering = Mutex(())

    init(_ description: StreamDescription, _ number: Int32, _ renderer: StreamRenderer, _ device: RelayDevice) {
        self.description = description
        self.number = number
        self.renderer = renderer
        self.device = device
    }

    deinit { close() }

    private func header(_ kind: RelayKind) -> RelayHeader {
        var header = RelayHeader(kind)
        header.stream = number
        return header
    }

    func start() throws(HardwareError) {
        guard state.withLock({ $0.isOpen }) else { throw .gone }
        state.withLock { $0.isRunning = true }
        do throws(HardwareError) {
            try device.ask(header(.start))
        } catch {
            state.withLock { $0.isRunning = false }
            throw error
        }
    }

    func stop() {
        state.withLock { $0.isRunning = false }
        // A device that is gone has stopped it already.
        try? device.ask(header(.stop))
        rendering.withLock { _ in }
    }

    func close() {
        let wasOpen = state.withLock { state in
            defer { state = State(isRunning: false, isOpen: false) }
            return state.isOpen
        }
        guard wasOpen else { return }
        try? device.ask(header(.close))
        rendering.withLock { _ in }
        device.forget(number)
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Zero: the session reports the latency of the ports.
    var outputLatencySeconds: Double { 0 }
    /// Input reaches the process one block after its capture.
    var inputLatencySeconds: Double {
        let timing = device.timing
        return Double(timing.blockFrames) / timing.sampleRate
    }

    /// Renders a block.
    ///
    /// - Returns: Planes, one after the other; empty when the stream does not run.
    func render(_ header: RelayHeader, _ payload: UnsafeRawBufferPointer) -> [Float] {
        rendering.withLock { _ in
            guard state.withLock({ $0.isRunning }) else { return [] }
            let frames = Int(header.frameCount)
            var output = [Float](repeating: 0, count: frames * description.outputChannels)
            var input = [Float](repeating: 0, count: frames * description.inputChannels)
            input.withUnsafeMutableBytes { $0.copyBytes(from: payload.prefix($0.count)) }
            output.withUnsafeMutableBufferPointer { output in
                input.withUnsafeMutableBufferPointer { input in
                    let outputs = planes(output, description.outputChannels, frames)
                    let inputs = planes(input, description.inputChannels, frames)
                    outputs.withUnsafeBufferPointer { outputs in
                        inputs.withUnsafeBufferPointer { inputs in
                            var cycle = StreamCycle(
                                frameCount: frames, sampleTime: header.time, hostNanoseconds: header.nanoseconds,
                                sampleRate: header.sampleRate, output: outputs.isEmpty ? nil : outputs.baseAddress,
                                outputChannelCount: outputs.count, input: inputs.isEmpty ? nil : inputs.baseAddress,
                                inputChannelCount: inputs.count)
                            let visit = RenderThread.enter()
                            renderer.call(&cycle)
                            RenderThread.leave(visit)
                        }
                    }
                }
            }
            return output
        }
    }

    private func planes(
        _ samples: UnsafeMutableBufferPointer<Float>, _ channelCount: Int, _ frames: Int
    ) -> [UnsafeMutablePointer<Float>] {
        guard let start = samples.baseAddress else { return [] }
        return (0..<channelCount).map { start + $0 * frames }
    }
}
