import Dispatch
import SordinoPolicy
import Synchronization

/// A virtual device that lives in another process and moves in that process's time; this one plays on it.
///
/// The other half of `RelayServer`. A program's side only: ports and stage are there, with the session service.
package final class RelayDevice: ProgramHardware, Sendable {
    private struct State {
        var timing: HardwareTiming
        var now = Moment.zero
        var streams: [Int32: RelayClientStream] = [:]
        var nextStream: Int32 = 1
        var nextNumber: Int64 = 1
        var waiting: [Int64: RelayAnswer] = [:]
        var isGone = false
        var settler: (@Sendable () -> Void)?
    }

    /// The time that the device may take for an answer, in seconds.
    private static let patienceSeconds = 30.0

    package let name = "relayed device"
    private let socket: RelaySocket
    private let state: Mutex<State>
    private let settling = DispatchQueue(label: "org.sordino.relay.settle")

    /// Connects.
    ///
    /// - Throws: `gone` when no device listens there.
    package init(path: String) throws(HardwareError) {
        guard let socket = RelaySocket(path: path) else { throw .gone }
        self.socket = socket
        let buffer = RelaySocket.makeBuffer()
        guard let (welcome, _) = socket.receive(into: buffer), welcome.kind == RelayKind.welcome.rawValue else {
            buffer.deallocate()
            throw .gone
        }
        var first = State(
            timing: HardwareTiming(sampleRate: welcome.sampleRate, blockFrames: Int(welcome.frameCount)))
        first.now = Moment(nanoseconds: welcome.nanoseconds)
        state = Mutex(first)
        nonisolated(unsafe) let memory = buffer
        DispatchQueue(label: "org.sordino.relay", qos: .userInitiated).async { [self] in
            run(memory)
            memory.deallocate()
        }
    }

    /// Sets the function that waits until this process has handled all its messages; called before each block.
    package func whenSettling(_ settle: @escaping @Sendable () -> Void) { state.withLock { $0.settler = settle } }

    // MARK: Hardware

    package var timing: HardwareTiming { state.withLock { $0.timing } }

    package var now: Moment { state.withLock { $0.now } }

    package func openStream(
        _ description: StreamDescription, renderer: StreamRenderer
    ) throws(HardwareError) -> any HardwareStream {
        guard case .app(let app) = description.program else { throw .refused("actors play where the service is") }
        let number = state.withLock { state in
            defer { state.nextStream += 1 }
            return state.nextStream
        }
        let stream = RelayClientStream(description, number, renderer, self)
        state.withLock { $0.streams[number] = stream }
        var header = RelayHeader(.open)
        header.stream = number
        header.time = Int64(description.audioClass.rawValue)
        header.nanoseconds = Int64(app.number)
        header.channelCount = Int32(description.outputChannels)
        header.frameCount = Int32(description.inputChannels)
        do throws(HardwareError) {
            var payload = Array(description.name.utf8.prefix(256))
            if !description.taps.isEmpty { payload += [0] + Array(StreamTap.text(description.taps).utf8) }
            try ask(header, payload)
        } catch {
            forget(number)
            throw error
        }
        return stream
    }

    func forget(_ number: Int32) { _ = state.withLock { $0.streams.removeValue(forKey: number) } }

    /// Asks the device and waits for its answer.
    func ask(_ header: RelayHeader, _ payload: [UInt8] = []) throws(HardwareError) {
        let answer = RelayAnswer()
        var header = header
        let isGone = state.withLock { state in
            header.number = state.nextNumber
            state.nextNumber += 1
            if !state.isGone { state.waiting[header.number] = answer }
            return state.isGone
        }
        guard !isGone, payload.withUnsafeBytes({ socket.send(header, $0) }),
            answer.bell.wait(timeout: .now() + Self.patienceSeconds) == .success
        else { throw .gone }
        switch answer.result.withLock({ $0 }) {
        case 0: return
        case 1: throw .noPort
        case 2: throw .refused("the device refused the stream")
        default: throw .gone
        }
    }

    // MARK: Messages of the device

    private func run(_ buffer: UnsafeMutableRawBufferPointer) {
        while let (header, payload) = socket.receive(into: buffer) {
            switch RelayKind(rawValue: header.kind) {
            case .answer:
                let waiting = state.withLock { $0.waiting.removeValue(forKey: header.number) }
                waiting?.give(header.time)
            case .settle:
                let settler = state.withLock { state in
                    state.now = Moment(nanoseconds: header.nanoseconds)
                    return state.settler
                }
                // Not on this thread: settling may ask the device, and this loop has to read the answer.
                settling.async { [socket] in
                    settler?()
                    var settled = RelayHeader(.settled)
                    settled.number = header.number
                    socket.send(settled)
                }
            case .render: render(header, payload)
            default: socket.shutDown()
            }
        }
        let waiting = state.withLock { state in
            state.isGone = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for answer in waiting { answer.give(3) }
    }

    private func render(_ header: RelayHeader, _ payload: UnsafeRawBufferPointer) {
        let stream = state.withLock { state in
            state.now = Moment(nanoseconds: header.nanoseconds)
            state.timing = HardwareTiming(sampleRate: header.sampleRate, blockFrames: Int(header.frameCount))
            return state.streams[header.stream]
        }
        var answer = RelayHeader(.rendered)
        answer.stream = header.stream
        answer.number = header.number
        let samples = stream?.render(header, payload) ?? []
        let channelCount = stream?.description.outputChannels ?? 0
        answer.frameCount = channelCount > 0 ? Int32(samples.count / channelCount) : 0
        answer.channelCount = Int32(channelCount)
        samples.withUnsafeBytes { _ = socket.send(answer, $0) }
    }
}

/// An answer on its way.
private final class RelayAnswer: Sendable {
    let bell = DispatchSemaphore(value: 0)
    let result = Mutex<Int64>(3)

    func give(_ value: Int64) {
        result.withLock { $0 = value }
        bell.signal()
    }
}
