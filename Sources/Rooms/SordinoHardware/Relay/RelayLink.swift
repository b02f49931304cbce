import Dispatch
import SordinoPolicy
import Synchronization

/// One process that plays on a virtual device, seen from there.
final class RelayLink: Sendable {
    private struct State {
        var streams: [Int32: RelayedStream] = [:]
        var nextNumber: Int64 = 1
        /// The question whose answer is waited for, and whether it has come.
        var awaited: Int64 = 0
        var isAnswered = false
        /// Set when the process did not answer in time: until it answers again, `ask` sends without waiting.
        var isLate = false
        var hasEnded = false
    }

    /// The most streams that one process may open.
    private static let streamLimit = 64

    private let socket: RelaySocket
    private let device: VirtualDevice
    private let owns: @Sendable (_ process: Int32, _ app: AppID) -> Bool
    private let process: Int32
    private let state = Mutex(State())
    private let answers = DispatchSemaphore(value: 0)

    init(_ socket: RelaySocket, device: VirtualDevice, owns: @escaping @Sendable (Int32, AppID) -> Bool) {
        self.socket = socket
        self.device = device
        self.owns = owns
        process = socket.peerProcess
    }

    func end() { socket.shutDown() }

    // MARK: Messages of the process

    /// Handles the messages of the process until it disconnects.
    func run() {
        let buffer = RelaySocket.makeBuffer()
        defer { buffer.deallocate() }
        var welcome = RelayHeader(.welcome)
        welcome.sampleRate = device.timing.sampleRate
        welcome.frameCount = Int32(device.timing.blockFrames)
        welcome.nanoseconds = device.now.nanoseconds
        socket.send(welcome)
        while let (header, payload) = socket.receive(into: buffer) {
            switch RelayKind(rawValue: header.kind) {
            case .open: answer(header, refusal { () throws(HardwareError) in try open(header, payload) })
            case .start:
                answer(
                    header,
                    refusal { () throws(HardwareError) in
                        guard let stream = stream(header) else { throw .gone }
                        try stream.start()
                    })
            case .stop:
                stream(header)?.hardware.stop()
                answer(header, 0)
            case .close:
                _ = state.withLock { $0.streams.removeValue(forKey: header.stream) }
                answer(header, 0)
            case .rendered:
                take(header, payload)
                noteAnswer(header.number)
            case .settled: noteAnswer(header.number)
            default:
                socket.shutDown()  // it does not speak the language
            }
        }
        // Streams close outside of the lock: closing waits for the block.
        let streams = state.withLock { state in
            state.hasEnded = true
            defer { state.streams = [:] }
            return state.streams
        }
        answers.signal()
        withExtendedLifetime(streams) {}
    }

    private func stream(_ header: RelayHeader) -> RelayedStream? { state.withLock { $0.streams[header.stream] } }

    private func open(_ header: RelayHeader, _ payload: UnsafeRawBufferPointer) throws(HardwareError) {
        let app = AppID(Int(header.nanoseconds))
        guard owns(process, app) else { throw .refused("the program is another process's") }
        guard (0...8).contains(header.channelCount), (0...8).contains(header.frameCount),
            let audioClass = AudioClass(rawValue: Int(header.time)), payload.count <= 1_024,
            let taps = StreamTap.taps(
                String(decoding: payload.drop { $0 != 0 }.dropFirst(), as: UTF8.self), limit: Int(header.frameCount))
        else { throw .refused("no such stream") }
        guard state.withLock({ $0.streams.count }) < Self.streamLimit else { throw .refused("too many streams") }
        let description = StreamDescription(
            program: .app(app), audioClass: audioClass,
            name: String(decoding: payload.prefix { $0 != 0 }, as: UTF8.self),
            outputChannels: Int(header.channelCount), inputChannels: Int(header.frameCount), taps: taps)
        let stream = try RelayedStream(device, description)
        let isNew = state.withLock { state in
            guard state.streams[header.stream] == nil else { return false }
            state.streams[header.stream] = stream
            return true
        }
        if !isNew { throw .refused("the stream is open already") }
    }

    private func refusal(_ body: () throws(HardwareError) -> Void) -> Int64 {
        do throws(HardwareError) {
            try body()
            return 0
        } catch {
            switch error {
            case .noPort: return 1
            case .refused: return 2
            case .gone: return 3
            }
        }
    }

    private func answer(_ question: RelayHeader, _ result: Int64) {
        var answer = RelayHeader(.answer)
        answer.number = question.number
        answer.time = result
        socket.send(answer)
    }

    private func take(_ header: RelayHeader, _ payload: UnsafeRawBufferPointer) {
        guard let stream = stream(header) else { return }
        let cell = stream.cell
        let frameCount = Int(header.frameCount)
        let isWhole = payload.count == frameCount * cell.pointee.outputChannelCount * MemoryLayout<Float>.size
        // Samples that do not answer the present question come too late for their block.
        guard isWhole, (0...stream.frameCapacity).contains(frameCount), state.withLock({ $0.awaited }) == header.number,
            let samples = payload.baseAddress
        else { return }
        for channel in 0..<cell.pointee.outputChannelCount {
            let plane = cell.pointee.output[channel]
            UnsafeMutableRawPointer(plane).copyMemory(
                from: samples + channel * frameCount * MemoryLayout<Float>.size,
                byteCount: frameCount * MemoryLayout<Float>.size)
        }
        cell.pointee.fetchedFrames = frameCount
    }

    private func noteAnswer(_ number: Int64) {
        let isAwaited = state.withLock { state in
            state.isLate = false
            guard state.awaited == number else { return false }
            state.isAnswered = true
            return true
        }
        if isAwaited { answers.signal() }
    }

    // MARK: Questions to the process

    /// Sends a message and waits for the answer, `RelayServer.patienceSeconds` at most.
    private func ask(_ header: RelayHeader, _ payload: UnsafeRawBufferPointer = .init(start: nil, count: 0)) {
        var header = header
        let isLate = state.withLock { state in
            header.number = state.nextNumber
            state.nextNumber += 1
            state.awaited = header.number
            state.isAnswered = false
            return state.isLate
        }
        guard socket.send(header, payload), !isLate, !state.withLock({ $0.hasEnded }) else { return }
        let deadline = DispatchTime.now() + RelayServer.patienceSeconds
        while !state.withLock({ $0.isAnswered }) {
            guard answers.wait(timeout: deadline) == .success else {
                state.withLock { $0.isLate = true }
                return
            }
            // Its end wakes, too.
            if state.withLock({ $0.hasEnded }) { return }
        }
    }

    func settle(_ now: Moment) {
        var header = RelayHeader(.settle)
        header.nanoseconds = now.nanoseconds
        ask(header)
    }

    func fetch(_ timing: HardwareTiming, _ now: Moment) {
        let streams = state.withLock { state in
            state.streams.sorted { $0.key < $1.key }.filter { $0.value.hardware.isRunning }
        }
        for (number, stream) in streams {
            let cell = stream.cell
            var header = RelayHeader(.render)
            header.stream = number
            header.time = cell.pointee.nextSampleTime
            header.nanoseconds = now.nanoseconds
            header.sampleRate = timing.sampleRate
            header.frameCount = Int32(timing.blockFrames)
            header.channelCount = Int32(cell.pointee.inputChannelCount)
            // Planes of the last block, one after the other; zeros before the first.
            let frames = timing.blockFrames
            var input = [Float](repeating: 0, count: frames * cell.pointee.inputChannelCount)
            if cell.pointee.heardFrames == frames {
                for channel in 0..<cell.pointee.inputChannelCount {
                    for frame in 0..<frames {
                        input[channel * frames + frame] = cell.pointee.input[channel][frame]
                    }
                }
            }
            input.withUnsafeBytes { ask(header, $0) }
        }
    }
}
